import { describe, expect, it } from "vitest";
import { gridOf } from "../src/board/geometry";
import { drawMark, groundMarks, signs } from "../src/board/marks";
import { figure, fireLines, lit, litField, sightLine, trailLine, type Light } from "../src/board/overlays";
import { cover, fitBox, hold, LEAST, MOST, shown, zoomAbout } from "../src/frame/pane";
import { boxRound, isWithin } from "../src/ink/plane";
import { facts, statics } from "./fixture";

const grid = gridOf(statics.map, 33);

describe("lit hexes", () => {
  it("differ by pattern, not by colour alone", () => {
    const kinds: Light[] = ["legal", "hover", "chosen", "threat"];
    const shapes = kinds.map((kind) => lit(grid, "1519", kind).replaceAll(/#[0-9a-f]{3,6}/g, ""));
    expect(new Set(shapes).size).toBe(4);
  });

  it("draw every line with real numbers", () => {
    const all = [
      litField("M0 0Z", 0.1),
      figure(grid, "1519", "3", false),
      fireLines(
        [
          [0, 0],
          [5, 5],
        ],
        [5, 5],
        33,
        "17% hit",
      ),
      trailLine(
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        33,
      ),
    ].join("");
    expect(all).not.toMatch(/NaN|undefined|style=/);
    expect(trailLine([[0, 0]], 33)).toBe("");
  });
});

describe("marks", () => {
  const all = facts({
    marks: [
      { name: "carnage", hex: "1620", side: null },
      { name: "bridge laid", hex: "1620", side: null },
      { name: "bridge dropped", hex: "2020", side: null },
      { name: "bombardment tried", hex: "1519", side: "union" },
      { name: "bombardment", hex: "1520", side: "union" },
      { name: "chaos", hex: "1519", side: "confederate" },
      { name: "held", hex: "1519", side: "union" },
      { name: "objective", hex: "1519", side: "union" },
      { name: "engaged", hex: "1519", side: null },
      { name: "melee declared", hex: "1520", side: "union" },
    ],
  });

  it("are drawn with real numbers, those on the ground first", () => {
    const marks = [...groundMarks(all), ...signs(all)];
    expect(marks).toHaveLength(10);
    expect(groundMarks(all).map(({ name }) => name)).toEqual(["carnage", "bridge laid", "bridge dropped", "objective"]);
    for (const mark of marks) expect(drawMark(mark, grid, statics.map)).toMatch(/^<(?!.*(NaN|undefined|style=))/);
  });

  it("of an unknown kind show their letter", () => {
    expect(drawMark({ name: "smoke", hex: "1519", side: null }, grid, statics.map)).toContain(">S</text>");
  });
});

describe("a line of sight", () => {
  it("is dotted while the server thinks, solid when clear", () => {
    expect(sightLine(grid, "1620", "1321", null)).toContain("stroke-dasharray");
    expect(
      sightLine(grid, "1620", "1720", { clear: true, line: [], bars: [], profile: [], length: 0, step: 20 }),
    ).not.toContain("stroke-dasharray");
  });

  it("breaks at the block, with a cross on it", () => {
    const bars = [{ rule: "stockade_redan:11.6.3", why: "the redan blocks", hex: "1520" }];
    const drawn = sightLine(grid, "1620", "1321", { clear: false, line: [], bars, profile: [], length: 0, step: 20 });
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

  it("shows nothing beside the paper where paper can lie", () => {
    expect(cover({ x: 50, y: -3000, scale: 1 }, paper, size)).toEqual({ scale: 1, x: 0, y: -400 });
    expect(cover({ x: 50, y: 0, scale: 0.25 }, paper, size).x).toBe(125);
  });

  it("knows what of the sheet is seen", () => {
    const seen = shown({ x: -100, y: 50, scale: 2 }, size);
    expect(seen).toEqual({ left: 50, top: -25, right: 300, bottom: 175 });
    expect([isWithin(seen, [60, 0]), isWithin(seen, [40, 0])]).toEqual([true, false]);
    expect(shown({ x: 0, y: 0, scale: 1 }, size, 0.5)).toEqual({ left: -250, top: -200, right: 750, bottom: 600 });
  });

  it("has no box round nothing", () => {
    expect(boxRound([], 5)).toBeNull();
  });
});
