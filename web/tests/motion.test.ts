import { describe, expect, it } from "vitest";
import { firers, motionBetween } from "../src/board/motion";
import { piles } from "../src/board/pieces";
import { entry, facts, table } from "./fixture";

const isHex = (hex: string): boolean => hex in table.map.terrain;
const before = piles(table, facts());

function after(union: string[], hex = "1720") {
  return piles(
    table,
    facts({
      stacks: [
        { hex: "1519", side: "confederate", units: ["36ms-a", "36ms-o1"] },
        { hex: "1320", side: "confederate", units: null },
        { hex, side: "union", units: union },
      ],
    }),
  );
}

describe("what is seen of a step", () => {
  it("glides who moved, from where they stood", () => {
    const motion = motionBetween(before, after(["13us-a", "13us-b", "13us-o1"]), [], [entry(1)], isHex)!;
    expect(motion.glides.map(({ from, to, moved, resident }) => [from, to, moved.length, resident.length])).toEqual([["1620", "1720", 3, 0]]);
    expect(motion.hexes).toEqual(["1720"]);
  });

  it("fades who is lost, where they stood", () => {
    const motion = motionBetween(before, after(["13us-a", "13us-o1"], "1620"), ["13us-b"], [entry(1)], isHex)!;
    expect(motion.fades.map(({ hex, counters }) => [hex, counters.length])).toEqual([["1620", 1]]);
    expect(motion.glides).toEqual([]);
  });

  it("draws a shot from the hexes in its arithmetic, and throws its dice at the target", () => {
    const shot = { ...entry(1, "Union fire at 1519: no effect."), details: ["+8  2 x 4, 13 US in 1620 at 1", "8 against 12"], dice: [4, 6] };
    const motion = motionBetween(before, before, [], [shot], isHex)!;
    expect(motion.shots).toEqual([{ from: ["1620"], to: "1519" }]);
    expect(motion.throws).toEqual([{ at: "1519", dice: [4, 6] }]);
  });

  it("moves a hidden stack only where the log says so", () => {
    const moved = piles(table, facts({ stacks: [{ hex: "1321", side: "confederate", units: null }] }));
    expect(motionBetween(before, moved, [], [entry(1)], isHex)).toBeNull();
    const told = entry(1, "Confederate units move from 1320 to 1321 for 1.");
    expect(motionBetween(before, moved, [], [told], isHex)!.glides.map(({ from, to }) => [from, to])).toEqual([["1320", "1321"]]);
  });

  it("takes many steps of one stack as one way, and shows only the last dice", () => {
    const log = Array.from({ length: 30 }, (_, i) => ({ ...entry(i, `Fire at 1519: ${i}.`), dice: [1] }));
    const motion = motionBetween(before, after(["13us-a", "13us-b", "13us-o1"]), [], log, isHex)!;
    expect(motion.glides).toHaveLength(1);
    expect(motion.throws).toHaveLength(2);
  });

  it("jumps where everything moves at once", () => {
    const spread = (row: number) =>
      piles({ ...table, pieces }, facts({ stacks: pieces.map(({ id, side }, i) => ({ hex: `${10 + i}${row}`, side, units: [id] })) }));
    const pieces = Array.from({ length: 12 }, (_, i) => ({ ...table.pieces[2]!, id: `u${i}` }));
    expect(motionBetween(spread(14), spread(15), [], [], isHex)).toBeNull();
  });

  it("is nothing where nothing changed", () => {
    expect(motionBetween(before, before, [], [], isHex)).toBeNull();
  });
});

describe("firers", () => {
  it("are the hexes named, once each, without the target and what is no hex", () => {
    expect(firers(["3 x 4 in 1620 at 1", "2 x 4 in 1620", "1863 rounds", "at 1519"], "1519", isHex)).toEqual(["1620"]);
  });

  it("are where the units stand that are named, whole names first", () => {
    const named = (hex: string, ...titles: string[]) => ({ ...before[0]!, hex, titles });
    const there = [named("1001", "7th Iowa"), named("1002", "57th Iowa", "2nd Iowa Cavalry"), named("1003", "2nd Iowa")];
    expect(firers(["fire strength of 57th Iowa: column 3"], "1519", isHex, there)).toEqual(["1002"]);
    expect(firers(["4 2nd Iowa Cavalry: 4 at 3"], "1519", isHex, there)).toEqual(["1002"]);
    expect(firers(["fire strength of 2nd Iowa Cavalry and 7th Iowa"], "1519", isHex, there).sort()).toEqual(["1001", "1002"]);
  });
});
