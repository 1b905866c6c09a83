import { describe, expect, it } from "vitest";
import { gridOf } from "../src/board/geometry";
import { bridge, burst, carnage, chaos, figure, flag, lit, litField, sightLine, type Light } from "../src/board/overlays";
import { boxRound, cover, fitBox, hold, LEAST, MOST, zoomAbout } from "../src/board/pane";
import { table } from "./fixture";

const grid = gridOf(table.map, 33);

describe("lit hexes", () => {
  it("differ by pattern, not by colour alone", () => {
    const kinds: Light[] = ["legal", "hover", "chosen", "threat"];
    const shapes = kinds.map((kind) => lit(grid, "1519", kind).replaceAll(/#[0-9a-f]{3,6}/g, ""));
    expect(new Set(shapes).size).toBe(4);
  });

  it("draw every mark with real numbers", () => {
    const all = [
      litField("M0 0Z", 0.1),
      figure(grid, "1519", "3", false),
      carnage(grid, "1519"),
      bridge(grid, table.map, "1620", true),
      bridge(grid, table.map, "2020", false),
      burst(grid, "1519", "union", true),
      chaos(grid, "1519", "confederate"),
      flag(grid, "1519"),
    ].join("");
    expect(all).not.toMatch(/NaN|undefined|style=/);
  });
});

describe("a line of sight", () => {
  it("is dotted while the server thinks, solid when clear", () => {
    expect(sightLine(grid, "1620", "1321", null)).toContain("stroke-dasharray");
    expect(sightLine(grid, "1620", "1720", { clear: true, line: [], bars: [] })).not.toContain("stroke-dasharray");
  });

  it("breaks at the block, with a cross on it", () => {
    const bars = [{ rule: "stockade_redan:11.6.3", why: "the redan blocks", hex: "1520" }];
    const drawn = sightLine(grid, "1620", "1321", { clear: false, line: [], bars });
    expect(drawn).toContain("stroke-dasharray");
    expect(drawn.match(/l18 18m0 -18l-18 18/g)).toHaveLength(2);
  });
});

describe("the pane", () => {
  const paper = { left: 0, top: 0, right: 1000, bottom: 800 };
  const size = { width: 500, height: 400 };

  it("zooms about the point that is pointed at", () => {
    const pane = zoomAbout({ x: 10, y: 20, scale: 1 }, 2, 110, 120);
    expect((110 - pane.x) / pane.scale).toBeCloseTo(100);
    expect(zoomAbout(pane, 100, 0, 0).scale).toBe(MOST);
    expect(zoomAbout(pane, 0.001, 0, 0).scale).toBe(LEAST);
  });

  it("never loses the paper", () => {
    const lost = hold({ x: 9999, y: -9999, scale: 1 }, paper, size);
    expect(lost.x).toBeLessThan(size.width);
    expect(lost.y + paper.bottom).toBeGreaterThan(0);
  });

  it("shows a box whole", () => {
    const pane = fitBox({ left: 100, top: 100, right: 300, bottom: 200 }, size, 9);
    expect(100 * pane.scale + pane.x).toBeCloseTo(0);
    expect(300 * pane.scale + pane.x).toBeCloseTo(size.width);
  });

  it("shows no bare table where paper can lie", () => {
    expect(cover({ x: 50, y: -3000, scale: 1 }, paper, size)).toEqual({ scale: 1, x: 0, y: -400 });
    expect(cover({ x: 50, y: 0, scale: 0.25 }, paper, size).x).toBe(125);
  });

  it("has no box round nothing", () => {
    expect(boxRound([], 5)).toBeNull();
  });
});
