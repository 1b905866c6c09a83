import { describe, expect, it } from "vitest";
import { motionBetween } from "../src/board/motion";
import { piles } from "../src/board/pieces";
import { entry, facts, statics } from "./fixture";

const before = piles(statics, facts());

function after(union: string[], hex = "1720") {
  return piles(
    statics,
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
    const motion = motionBetween(before, after(["13us-a", "13us-b", "13us-o1"]), [], [entry(1)])!;
    expect(motion.glides.map(({ from, to, moved, resident }) => [from, to, moved.length, resident.length])).toEqual([
      ["1620", "1720", 3, 0],
    ]);
    expect(motion.hexes).toEqual(["1720"]);
  });

  it("fades who is lost, where they stood", () => {
    const motion = motionBetween(before, after(["13us-a", "13us-o1"], "1620"), ["13us-b"], [entry(1)])!;
    expect(motion.fades.map(({ hex, counters }) => [hex, counters.length])).toEqual([["1620", 1]]);
    expect(motion.glides).toEqual([]);
  });

  it("draws a shot from where it is fired, and throws its dice at the target", () => {
    const shot = { ...entry(1), scene: { where: ["1519"], shots: [{ start: ["1620"], to: "1519" }] }, dice: [4, 6] };
    const motion = motionBetween(before, before, [], [shot])!;
    expect(motion.shots).toEqual([{ start: ["1620"], to: "1519" }]);
    expect(motion.throws).toEqual([{ at: "1519", dice: [4, 6] }]);
  });

  it("moves a hidden stack only where the log says so", () => {
    const moved = piles(statics, facts({ stacks: [{ hex: "1321", side: "confederate", units: null }] }));
    expect(motionBetween(before, moved, [], [entry(1)])).toBeNull();
    const told = { ...entry(1), scene: { where: ["1321"], moves: [{ units: [], start: "1320", to: "1321" }] } };
    expect(motionBetween(before, moved, [], [told])!.glides.map(({ from, to }) => [from, to])).toEqual([
      ["1320", "1321"],
    ]);
  });

  it("takes many steps of one stack as one way, and shows only the last dice", () => {
    const log = Array.from({ length: 30 }, (_, i) => ({ ...entry(i), scene: { where: ["1519"] }, dice: [1] }));
    const motion = motionBetween(before, after(["13us-a", "13us-b", "13us-o1"]), [], log)!;
    expect(motion.glides).toHaveLength(1);
    expect(motion.throws).toHaveLength(2);
  });

  it("jumps where everything moves at once", () => {
    const spread = (row: number) =>
      piles(
        { ...statics, pieces },
        facts({ stacks: pieces.map(({ id, side }, i) => ({ hex: `${10 + i}${row}`, side, units: [id] })) }),
      );
    const pieces = Array.from({ length: 12 }, (_, i) => ({ ...statics.pieces[2]!, id: `u${i}` }));
    expect(motionBetween(spread(14), spread(15), [], [])).toBeNull();
  });

  it("is nothing where nothing changed", () => {
    expect(motionBetween(before, before, [], [])).toBeNull();
  });
});
