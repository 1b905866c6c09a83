import { describe, expect, it } from "vitest";
import { isShown, lossesIn, lostIn, turnsOf } from "../src/story/lines";
import { reportOf, sinceMine } from "../src/story/report";
import { stopsOf, ticksOf } from "../src/story/replay.svelte";
import { entry } from "./fixture";
import type { Entry } from "../src/types";

function heading(number: number, title: string, turn = 0): Entry {
  return { ...entry(number, `${title}.`), side: "", begins: { title, turn, side: "" } };
}

function step(number: number, unit: string, start: string, to: string, change: Partial<Entry> = {}): Entry {
  const scene = { where: [to], moves: [{ units: [unit], start, to }] };
  return { ...entry(number, `${unit} goes to ${to}.`), kind: "Went", scene, ...change };
}

function loss(number: number, unit: string, lost: number, side = "union"): Entry {
  return {
    ...entry(number, `${unit} loses ${lost}.`),
    side,
    dice: [3],
    effect: "loss",
    scene: { where: ["0101"], losses: [{ unit, number: lost, gone: false }] },
  };
}

const sideOf = (unit: string): string => (unit.startsWith("u") ? "union" : "confederate");
const LOG = [
  entry(0, "The battle begins."),
  heading(1, "Turn 1", 1),
  heading(1, "Movement"),
  step(2, "u1", "0101", "0102"),
  step(3, "u1", "0102", "0103"),
  step(4, "u1", "0103", "0104"),
  step(5, "u2", "0201", "0202"),
  heading(6, "Fire"),
  loss(7, "c1", 2),
  heading(8, "Turn 2", 2),
  loss(9, "u1", 1, "confederate"),
  { ...step(10, "c2", "0901", "0902"), side: "confederate" },
];

describe("the log as it is read", () => {
  const turns = turnsOf(LOG);

  it("has headings by turn and phase", () => {
    expect(turns.map(({ turn, title }) => [turn, title])).toEqual([
      [0, ""],
      [1, "Turn 1"],
      [2, "Turn 2"],
    ]);
    expect(turns[1]!.lines.filter(({ heads }) => heads).map(({ phase }) => phase)).toEqual(["Movement", "Fire"]);
  });

  it("tells a march in one line, with where it came from", () => {
    const march = turns[1]!.lines.find(({ steps }) => steps)!;
    expect([march.entry.text, march.from, march.steps]).toEqual(["u1 goes to 0104.", "0101", 3]);
    expect(turns[1]!.lines.some(({ entry }) => entry.text === "u2 goes to 0202.")).toBe(true);
  });

  it("tells units that went in one gesture in one line", () => {
    const many = [1, 2, 3].map((i) => step(i, `u${i}`, "0101", `010${i}`, { gesture: 1 }));
    const [turn] = turnsOf(many);
    expect(turn!.lines.map(({ more }) => more.length)).toEqual([2]);
  });

  it("adds up what a folded line hides", () => {
    const shots = Array.from({ length: 8 }, (_, i) => ({ ...loss(5, "c1", i === 4 ? 2 : 0), kind: "Shot" }));
    const [line] = turnsOf(shots)[0]!.lines;
    expect(line!.more).toHaveLength(7);
    expect(lostIn(line!)).toBe(2);
  });

  it("is searched and filtered", () => {
    const lines = turns.flatMap((turn) => turn.lines);
    const texts = (filter: "mine" | "losses" | "dice" | "all", search = ""): string[] =>
      lines.filter((line) => isShown(line, filter, search, "confederate")).map(({ entry }) => entry.text);
    expect(texts("losses")).toEqual(["c1 loses 2.", "u1 loses 1."]);
    expect(texts("mine")).toEqual(["u1 loses 1.", "c2 goes to 0902."]);
    expect(texts("all", "C1 loses")).toEqual(["c1 loses 2."]);
  });

  it("keeps every entry, however long it is", () => {
    const long = Array.from({ length: 5000 }, (_, i) => entry(i));
    expect(turnsOf(long)[0]!.lines).toHaveLength(5000);
  });
});

describe("a report", () => {
  it("tells what the others did since one chose", () => {
    expect(sinceMine(LOG, "union").map(({ number }) => number)).toEqual([8, 9, 10]);
    expect(sinceMine(LOG.slice(0, 9), "union")).toEqual([]);
  });

  it("has figures, and the moments that matter in order", () => {
    const report = reportOf(LOG, sideOf)!;
    expect([report.moved, report.dice]).toEqual([3, 2]);
    expect(report.moments.map(({ entry }) => entry.number)).toEqual([7, 9]);
    expect(lossesIn(LOG, sideOf)).toEqual(
      new Map([
        ["confederate", 2],
        ["union", 1],
      ]),
    );
  });
});

describe("the replay", () => {
  it("goes by decision, gesture, phase or turn", () => {
    expect(stopsOf(LOG, "decision", 10)).toHaveLength(11);
    expect(stopsOf(LOG, "turn", 10)).toEqual([0, 1, 8, 10]);
    expect(stopsOf(LOG, "phase", 10)).toEqual([0, 1, 6, 8, 10]);
    const one = [1, 2, 3, 4].map((i) => ({ ...entry(i), gesture: i < 4 ? 1 : 4 }));
    expect(stopsOf(one, "gesture", 4)).toEqual([0, 3, 4]);
  });

  it("has ticks for turns and losses", () => {
    const { turns, losses } = ticksOf(LOG);
    expect(turns).toEqual([
      { turn: 1, at: 1 },
      { turn: 2, at: 8 },
    ]);
    expect(losses).toEqual([7, 9]);
  });
});
