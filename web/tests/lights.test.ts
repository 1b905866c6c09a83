import { describe, expect, it } from "vitest";
import { around, gridOf } from "../src/board/geometry";
import { chance, commanded, costs, drawnLines, laneFigures, offered, rings } from "../src/board/lights";
import { piles } from "../src/board/pieces";
import { wayTo } from "../src/board/ways";
import { facts, statics } from "./fixture";
import type { OddsFacts, OutcomeFacts } from "../src/wire";

const grid = gridOf(statics.map, 33);
const laid = piles(statics, facts());
const nothing = {
  lit: new Set<string>(),
  picked: [],
  inHand: [],
  reach: null,
  scouted: null,
  aim: null,
  hover: null,
};
const unseen = { shown: null, sight: null };
const odds: OddsFacts = {
  outcomes: [
    { probability: "5/6", percent: 83.3, effects: ["no effect"], kind: "nothing", error: 0 },
    { probability: "1/6", percent: 16.7, effects: ["1 lost"], kind: "loss", error: 0 },
  ],
  working: [{ value: "+4", text: "1 x 4, 13 US in 1620 at 1", rule: "r" }],
  rules: [],
  shots: [{ start: ["1620"], to: "1519" }],
  sampled: 0,
};

describe("what is lit", () => {
  it("is nothing where nothing may be chosen", () => {
    expect(
      offered(nothing, grid, 160) +
        rings(nothing, grid, new Set()) +
        costs(nothing, grid, false) +
        drawnLines(nothing, unseen, grid, laid, 1),
    ).toBe("");
  });

  it("is one area where it would be too many rings", () => {
    const few = offered({ ...nothing, lit: new Set(["1519", "1520"]) }, grid, 160);
    const many = offered({ ...nothing, lit: new Set(["1519", "1520"]) }, grid, 1);
    expect(few.match(/<path/g)).toHaveLength(4);
    expect(many.match(/<path/g)).toHaveLength(2);
  });

  it("rings a hex that is pointed at only where it may be chosen", () => {
    expect(rings({ ...nothing, hover: "1519" }, grid, new Set())).toBe("");
    expect(rings({ ...nothing, hover: "1519", lit: new Set(["1519"]) }, grid, new Set())).not.toBe("");
  });
});

describe("fire on a target pointed at", () => {
  it("comes from where it is fired, with the chance in words", () => {
    const drawn = drawnLines(
      { ...nothing, hover: "1519" },
      { ...unseen, shown: { text: "fire 1519 all", odds } },
      grid,
      laid,
      1,
    );
    expect(drawn).toContain(">17% hit</text>");
    expect(drawn).toContain("stroke-dasharray");
  });

  it("has words of one size on the screen, however small the map", () => {
    const drawn = drawnLines(
      { ...nothing, hover: "1519" },
      { ...unseen, shown: { text: "fire 1519 all", odds } },
      grid,
      laid,
      0.25,
    );
    expect(drawn).toContain('font-size="56.0"');
  });

  it("is no hit where only the firer runs dry, or the target holds", () => {
    const outcome = (percent: number, kind: OutcomeFacts["kind"]): OutcomeFacts => ({
      probability: "",
      percent,
      effects: [],
      kind,
      error: 0,
    });
    const outcomes = [outcome(50, "nothing"), outcome(10, "ammunition"), outcome(15, "other"), outcome(25, "loss")];
    expect(chance({ ...odds, outcomes })).toBe("25% hit");
  });

  it("never rounds a chance to certainty", () => {
    const of = (percent: number): string =>
      chance({ ...odds, outcomes: [{ probability: "", percent, effects: ["no effect"], kind: "nothing", error: 0 }] });
    expect([of(100), of(99.6), of(50), of(0.4), of(0)]).toEqual([
      "no effect",
      "<1% hit",
      "50% hit",
      ">99% hit",
      "100% hit",
    ]);
  });
});

describe("the way to a hex", () => {
  const start = "1620";
  const near = around(grid, start)[1]!;
  const next = around(grid, near)[1]!;

  it("goes step by step from where the unit stands", () => {
    expect(wayTo({ [near]: start, [next]: near }, start, next)).toEqual([start, near, next]);
  });

  it("is none where no step leads back", () => {
    expect(wayTo({ [next]: near }, start, next)).toEqual([]);
  });

  it("is drawn where the units picked may go", () => {
    const reach = {
      move: { [near]: 1, [next]: 2.5 },
      before: { [near]: start, [next]: near },
      fire: {},
      command: [],
      prospect: null,
      orders: [],
    };
    expect(costs({ ...nothing, reach }, grid, false)).toContain(">2½</text>");
    // An order for many draws its own stacks there.
    expect(costs({ ...nothing, reach, plan: { legs: [], dangers: [] } }, grid, false)).toBe("");
    // Under a counter the figure would hide it.
    const above = (figures: string): number => Number(/ y="([^"]+)"/.exec(figures)![1]);
    const held = laid.filter(({ hex }) => hex === laid[0]!.hex);
    const there = { ...reach, move: { [held[0]!.hex]: 1 } };
    expect(above(costs({ ...nothing, reach: there }, grid, true, held))).toBeGreaterThan(
      above(costs({ ...nothing, reach: there }, grid, true)),
    );
    const drawn = drawnLines({ ...nothing, picked: ["13us-a"], reach, hover: next }, unseen, grid, laid, 1);
    expect(drawn).toContain("stroke-dasharray");
    expect(drawnLines({ ...nothing, picked: ["13us-a"], reach, hover: "1012" }, unseen, grid, laid, 1)).toBe("");
  });
});

describe("command and lanes", () => {
  const reach = { move: {}, before: {}, fire: {}, command: ["1620", "1621"], prospect: null, orders: [] };

  it("draw one line round what a leader commands, and nothing where he commands nobody", () => {
    expect(commanded({ ...nothing, reach }, grid, "union").match(/<path/g)).toHaveLength(2);
    expect(commanded({ ...nothing, reach: { ...reach, command: [] } }, grid, "union")).toBe("");
  });

  it("say how much may still go through a hexside, and strike a full one", () => {
    const drawn = laneFigures(
      [
        { hex: "1620", to: "1519", left: 3 },
        { hex: "1620", to: "1520", left: 0 },
      ],
      grid,
    );
    expect(drawn).toContain(">3</text>");
    expect(drawn).toContain(">×</text>");
  });
});
