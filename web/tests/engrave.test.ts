import { describe, expect, it } from "vitest";
import { engrave } from "../src/board/engrave";
import { gridOf } from "../src/board/geometry";
import { contour, relief } from "../src/board/relief";
import { scatter } from "../src/board/scatter";
import { outline } from "../src/board/terrain";
import { outward, trace, trails } from "../src/board/works";
import { centre, sheet } from "../src/board/geometry";
import { thumb } from "../src/start/thumb";
import { statics } from "./fixture";
import type { Picture } from "../src/types";

const grid = gridOf(statics.map, 33);
const redan = Object.keys(statics.map.terrain).filter((hex) => statics.map.terrain[hex] === "redan");

describe("an outline", () => {
  it("is one closed line at any scale, though corners fall on halves of a unit", () => {
    for (const radius of [2.4, 15, 33]) {
      const all = outline(gridOf(statics.map, radius), Object.keys(statics.map.terrain));
      expect(all.match(/M/g)).toHaveLength(1);
    }
  });
});

describe("the engraving", () => {
  const map = engrave(statics.map, 33);

  it("is the same every time", () => {
    expect(engrave(statics.map, 33).ground).toBe(map.ground);
  });

  it("draws no number that is not one", () => {
    expect(map.ground).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("names the roads, the works and the batteries", () => {
    for (const name of ["Graveyard Road", "Redan", "Ditch", "Battery", "13 US", "start line"]) {
      expect(map.ground).toContain(`>${name}</text>`);
    }
  });

  it("numbers every hex once", () => {
    const numbers = [...map.numbers.matchAll(/>(\d{4})</g)].map((found) => found[1]);
    expect(numbers.toSorted()).toEqual(Object.keys(statics.map.terrain).toSorted());
  });

  it("leaves out what a glance cannot see", () => {
    const bare = engrave(statics.map, 4, "bare").ground;
    expect(bare).not.toContain("<text");
    expect(bare).not.toContain("fine");
  });

  it("draws slopes and trees of a part where they are on the whole map", () => {
    const part = { left: 0, top: 0, right: map.box.right / 3, bottom: map.box.bottom / 3 };
    const some = engrave(statics.map, 33, "full", part);
    expect(some.box).toEqual(map.box);
    expect(some.ground.length).toBeLessThan(map.ground.length);
    expect(engrave(statics.map, 33, "full", map.box).ground).toBe(map.ground);
  });

  it("carries no style attribute, which the page's security policy would refuse", () => {
    expect(map.ground + map.numbers + thumb(statics.map, null).svg).not.toContain("style=");
  });

  it("leaves few transforms: each costs when the map moves", () => {
    expect(map.ground.match(/transform=/g)!.length).toBeLessThan(20);
    expect(map.ground).not.toMatch(/ opacity=/);
  });

  it("draws the thumbnail inside the map, with the units that the card names", () => {
    const stands = { union: ["1519", "1620"], confederate: ["1420"] };
    for (const picture of [null, { around: "1017", across: 13, stands }]) {
      const [left, top, width, height] = thumb(statics.map, picture).viewBox.split(" ").map(Number);
      expect(left! >= 0 && top! >= 0 && width! > 0 && height! > 0).toBe(true);
    }
    const counters = (picture: Picture | null): number =>
      thumb(statics.map, picture).svg.length - thumb(statics.map, null).svg.length;
    expect(counters({ around: "1519", across: 13, stands })).toBeGreaterThan(
      counters({ around: "1519", across: 13, stands: {} }),
    );
  });
});

describe("any ground", () => {
  const grown = (name: string): string =>
    engrave({ ...statics.map, terrain: { ...statics.map.terrain, "1812": name, "1813": name } }, 33).ground;

  it("is drawn by its name", () => {
    const seen = ["woods", "swamp", "felled_timber", "town", "open_field"].map(grown);
    expect(new Set(seen).size).toBe(5);
    for (const ground of seen) expect(ground).not.toMatch(/NaN|undefined/);
  });

  it("is outlined and named where no drawing tells it", () => {
    expect(grown("rice_paddy")).toContain(">Rice Paddy</text>");
    expect(grown("woods")).not.toContain(">Woods</text>");
  });

  it("has lines along hexsides by their names", () => {
    const sides = (name: string): string =>
      engrave(
        {
          ...statics.map,
          hexsides: {
            [name]: [
              ["1812", "1813"],
              ["1912", "1813"],
            ],
          },
        },
        33,
      ).ground;
    const seen = ["stream", "outer_works", "fence"].map(sides);
    expect(new Set(seen).size).toBe(3);
    for (const ground of seen) expect(ground).not.toMatch(/NaN|undefined/);
  });

  it("has rails on a railroad", () => {
    const way = Object.values(statics.map.roads)[0]!;
    const road = engrave({ ...statics.map, roads: { mobile_railroad: way } }, 33).ground;
    expect(road).not.toBe(
      engrave({ ...statics.map, roads: { mobile_street: way } }, 33).ground.replace("Mobile Street", "Mobile Railroad"),
    );
  });
});

describe("works", () => {
  it("follow the wall from one end to the other", () => {
    const [trail, ...more] = trails(grid, redan);
    expect(more).toEqual([]);
    expect([trail![0], trail!.at(-1)].toSorted()).toEqual(["1017", "1027"]);
    expect(trail).toHaveLength(redan.length);
  });

  it("turn once, at the apex", () => {
    const [, , apex, ...rest] = trace(grid, trails(grid, redan)[0]!);
    const [x, y] = centre(grid, "1519");
    expect(Math.hypot(apex![0] - x, apex![1] - y)).toBeLessThan(33);
    expect(rest).toHaveLength(2);
  });

  it("know which side is out", () => {
    const line = trace(grid, trails(grid, redan)[0]!);
    const inside = statics.map.zones.inside_redan!.map((hex) => centre(grid, hex));
    expect(outward(line, inside)).toBe(-outward([...line].reverse(), inside));
  });
});

describe("relief", () => {
  it("lies round the elevations, and nowhere else", () => {
    const levels = new Map(
      Object.entries(statics.map.terrain).map(([hex, name]) => [hex, name.includes("elevation") ? 1 : 0]),
    );
    const surface = relief(grid, levels, sheet(grid));
    const lines = contour(surface, 0.4);
    const [x, y] = centre(grid, "2113");
    expect(lines).toHaveLength(1);
    for (const [px, py] of lines[0]!) expect(Math.hypot(px - x, py - y)).toBeLessThan(33 * 4);
  });
});

describe("areas and symbols", () => {
  it("outline a hex with one closed line", () => {
    expect(outline(grid, ["1519"]).match(/M/g)).toHaveLength(1);
    expect(outline(grid, ["1519", "2225"]).match(/M/g)).toHaveLength(2);
  });

  it("scatter by hex, so that one hex does not change another", () => {
    const one = scatter(grid, ["1812"], "tuft", 2, 5);
    const both = scatter(grid, ["1812", "1828"], "tuft", 2, 5);
    const strokes = /d="([^"]*)"/.exec(one)![1]!;
    expect(both).toContain(strokes);
  });
});
