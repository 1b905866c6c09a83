import { describe, expect, it } from "vitest";
import { counter, front, stack, zoomAt, type Counter } from "../src/ink/counters";
import { ruling, shape } from "../src/ink/livery";
import { counterOf, piles } from "../src/board/pieces";
import { facts, statics } from "./fixture";

const company: Counter = {
  side: "union",
  kind: "infantry",
  name: "13 US A",
  strength: "4",
  right: "6",
  marks: [],
  done: false,
};

describe("counters", () => {
  it("tell the sides apart without colour: outline and field", () => {
    expect(shape("union")).not.toBe(shape("confederate"));
    const strokes = (side: string): number => counter({ ...company, side }, "mid").match(/<path/g)!.length;
    expect(strokes("confederate")).toBe(strokes("union") + 1);
    for (const [, x, y] of ruling(50).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
      expect(Math.abs(Number(x)) + Math.abs(Number(y))).toBeLessThanOrEqual(82.2);
    }
  });

  it("show more the nearer they are", () => {
    expect(counter(company, "far")).not.toContain("<text");
    expect(counter(company, "mid")).toContain(">4</text>");
    expect(counter(company, "near")).toContain(">13 US A</text>");
    expect([20, 33, 50].map(zoomAt)).toEqual(["far", "mid", "near"]);
  });

  it("carry their state on themselves", () => {
    const plain = counter(company, "mid").length;
    expect(counter({ ...company, marks: ["bridge"] }, "mid").length).toBeGreaterThan(plain);
    expect(counter({ ...company, marks: ["fired"] }, "mid").length).toBeGreaterThan(plain);
    expect(counter({ ...company, done: true }, "mid").length).toBeGreaterThan(plain);
    for (const state of ["pinned", "routed", "disordered", "low_ammunition", "no_ammunition"]) {
      expect(counter({ ...company, marks: [state] }, "far").length).toBeGreaterThan(counter(company, "far").length);
    }
  });

  it("show a state or an arm nobody has drawn yet by its letter", () => {
    expect(counter({ ...company, marks: ["entrenched"] }, "far")).toContain(">E</text>");
    expect(counter({ ...company, kind: "mortar" }, "far")).toContain(">M</text>");
  });

  it("show formation and losses", () => {
    const drawn = (change: Partial<Counter>): string => counter({ ...company, ...change }, "near");
    expect(drawn({ formation: "column" })).not.toBe(drawn({}));
    expect(drawn({ steps: { left: 1, of: 4 } }).match(/<path/g)!.length).toBe(drawn({}).match(/<path/g)!.length + 4);
  });

  it("are plain coordinates, which move at no cost", () => {
    expect(
      stack(
        [
          { ...company, marks: ["routed", "pinned"] },
          { ...company, kind: "officer" },
        ],
        40,
        "near",
        500,
        300,
      ),
    ).not.toMatch(/transform| opacity=|url\(/);
  });

  it("front a side, a corner or any angle", () => {
    const corners = (degrees: number, arc: number): number =>
      /d="([^"]*)"/.exec(front({ degrees, arc }, "union", 33, 0, 0))![1]!.match(/[ML]/g)!.length;
    expect([corners(0, 180), corners(30, 120), corners(0, 60)]).toEqual([4, 3, 2]);
  });

  it("write names as text, whatever is in them", () => {
    expect(counter({ ...company, name: "<b>&" }, "near")).toContain(">&lt;b&gt;&amp;</text>");
  });

  it("count a stack, and pin its officer on the corner", () => {
    const officer: Counter = { ...company, kind: "officer" };
    expect(stack([company, company, company, officer], 40, "far")).toContain(">3</text>");
    expect(stack([company, officer], 40, "far")).not.toContain("<text");
  });
});

describe("piles", () => {
  it("show a hidden stack as one question mark", () => {
    const hidden = piles(statics, facts()).find(({ hex }) => hex === "1320")!;
    expect(hidden.counters.map(({ kind }) => kind)).toEqual(["hidden"]);
    expect(hidden.ids).toEqual([]);
  });

  it("take strength, formation, facing and states from how the unit stands", () => {
    const told = facts({
      units: {
        "13us-b": {
          strength: "2",
          formation: "column",
          facing: { degrees: 60, arc: 60 },
          states: ["pinned"],
          right: "4R",
        },
      },
    });
    const pile = piles(statics, told).find(({ hex }) => hex === "1620")!;
    expect(pile.counters[1]).toMatchObject({ strength: "2", formation: "column", marks: ["pinned"], right: "4R" });
    expect(pile.facing).toEqual({ degrees: 60, arc: 60 });
    expect(pile.tag).toBe("13");
    expect(counterOf(statics.pieces[2]!)).toMatchObject({ name: "13 US A", strength: "4", right: "6" });
  });

  it("fade after moving", () => {
    const pile = piles(statics, facts({ units: { "13us-a": { done: true } } })).find(({ hex }) => hex === "1620")!;
    expect(pile.counters.map(({ done }) => done)).toEqual([true, false, false]);
  });

  it("of both sides in one hex stand beside one another", () => {
    const melee = facts({
      stacks: [
        { hex: "1519", side: "union", units: ["13us-a"] },
        { hex: "1519", side: "confederate", units: ["36ms-a"] },
        { hex: "1620", side: "union", units: ["13us-b"] },
      ],
    });
    expect(piles(statics, melee).map(({ aside }) => aside)).toEqual([-1, 1, 0]);
  });
});
