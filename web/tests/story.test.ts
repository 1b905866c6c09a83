import { describe, expect, it } from "vitest";
import { fallen, lossesByTurn, reckoned, topOf, turning } from "../src/after/sums";
import { entriesOf, isShown, lossesIn, lostIn, turnsOf } from "../src/story/lines";
import { marchesOf, reportOf, sinceMine } from "../src/story/report";
import { startOf, stopsOf, ticksOf } from "../src/story/replay.svelte";
import { drawTold } from "../src/story/told";
import { entry } from "./fixture";
import { filled, inRows } from "../src/brief/land";
import type { Entry, Score, Stake } from "../src/types";

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
    severity: 4,
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

  it("tells a fire and all that came of it in one line, with its worst", () => {
    const fire = { ...entry(7, "u1 fires at 0101."), scene: { where: ["0101"] } };
    const flight = step(7, "c1", "0101", "0102", { effect: "rout", severity: 7 });
    const elsewhere = { ...entry(7, "u2 fires at 0909."), scene: { where: ["0909"] } };
    const lines = turnsOf([fire, loss(7, "c1", 1), flight, elsewhere])[0]!.lines;
    expect(lines.map(({ entry, more, outcome }) => [entry.text, more.length, outcome?.text])).toEqual([
      ["u1 fires at 0101.", 2, "c1 goes to 0102."],
      ["u2 fires at 0909.", 0, undefined],
    ]);
    expect(entriesOf(lines[0]!).map(({ text }) => text)).toEqual([
      "u1 fires at 0101.",
      "c1 loses 1.",
      "c1 goes to 0102.",
    ]);
    const [moment] = reportOf([fire, loss(7, "c1", 1), flight], sideOf)!.moments;
    expect([moment!.cause?.text, moment!.entry.text, moment!.lost.get("confederate")]).toEqual([
      "u1 fires at 0101.",
      "c1 goes to 0102.",
      1,
    ]);
  });

  it("tells two ways of one unit in two lines", () => {
    const [turn] = turnsOf([step(1, "u1", "0101", "0102"), step(2, "u1", "0901", "0902")]);
    expect(turn!.lines).toHaveLength(2);
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

describe("the moments that matter", () => {
  it("are the weightiest, however late they came", () => {
    const log = [...Array.from({ length: 12 }, (_, i) => loss(i, "c1", 1)), loss(20, "u1", 5)];
    const numbers = reportOf(log, sideOf)!.moments.map(({ entry }) => entry.number);
    expect(numbers).toHaveLength(9);
    expect(numbers.at(-1)).toBe(20);
  });

  it("that turned a battle are of different decisions", () => {
    const log = [loss(1, "c1", 1), loss(7, "c1", 1), loss(7, "u1", 3), loss(8, "u1", 2)];
    expect(turning(log, sideOf).map(({ entry }) => entry.text)).toEqual(["c1 loses 1.", "u1 loses 3.", "u1 loses 2."]);
  });
});

describe("what a battle came to", () => {
  it("tells what both sides were counted for in one row", () => {
    const score = (side: string, points: number, reason = "units lost"): Score => ({
      side,
      points,
      reason,
      rule: "r:1",
    });
    expect(reckoned([score("union", 6), score("confederate", 8), score("union", 2, "town")])).toEqual([
      { reason: "units lost", rule: "r:1", points: { union: 6, confederate: 8 } },
      { reason: "town", rule: "r:1", points: { union: 2 } },
    ]);
  });

  it("counts the turns of two assaults apart", () => {
    const log = [heading(1, "Turn 1", 1), loss(2, "u1", 1), heading(3, "Turn 2", 2), heading(9, "Turn 1", 1)];
    const turns = lossesByTurn([...log, loss(10, "c1", 2)], ["union", "confederate"], sideOf);
    expect(turns.map(({ turn, lost }) => [turn, lost.union, lost.confederate])).toEqual([
      [1, 1, 0],
      [2, 1, 0],
      [1, 1, 2],
    ]);
  });

  it("finds where men fell by their unit, where no place is told", () => {
    const shot = { ...loss(1, "u7", 2), scene: { losses: [{ unit: "u7", number: 2, gone: false }] } };
    expect(fallen([shot])).toEqual(new Map([["u7", 2]]));
  });

  it("tells many places that stand alike in one row", () => {
    const wall = (hex: string, now = "held"): Stake => ({ what: `Wall ${hex}`, where: [hex], now });
    const hexes = ["0101", "0102", "0103", "0104", "0105", "0106"];
    const rows = inRows([...hexes.map((hex) => wall(hex)), wall("0107", "lost")]);
    expect(rows.map(({ what, numbers }) => [what, numbers])).toEqual([
      ["Wall 0101 to Wall 0106: 6 in all", "1–6"],
      ["Wall 0107", "7"],
    ]);
  });
});

describe("the chart of losses", () => {
  it("has steps of whole points", () => {
    const chart = (points: number): number =>
      topOf(lossesByTurn([loss(1, "u1", points)], ["union", "confederate"], sideOf));
    expect([1, 4, 5, 47].map(chart)).toEqual([4, 4, 8, 48]);
  });
});

describe("a retreat", () => {
  it("of several steps is one moment", () => {
    const back = (number: number, start: string, to: string): Entry =>
      step(number, "u1", start, to, { effect: "rout", severity: 7, dice: [] });
    const log = [back(1, "0101", "0102"), back(2, "0102", "0103"), back(3, "0103", "0104"), back(9, "0901", "0902")];
    const told = reportOf(log, sideOf)!.moments.map(({ entry, from }) => [entry.number, from]);
    expect(told).toEqual([
      [3, "0101"],
      [9, ""],
    ]);
  });
});

describe("a report on the map", () => {
  const at = (place: string): readonly [number, number] | null =>
    place === "off" ? null : [Number(place.slice(0, 2)) * 30, Number(place.slice(2)) * 30];
  const ground = { at, reach: 20, scale: 1 };

  it("makes one march of all its steps", () => {
    expect(marchesOf(LOG, sideOf)).toEqual([
      { side: "union", from: "0101", to: "0104" },
      { side: "union", from: "0201", to: "0202" },
      { side: "confederate", from: "0901", to: "0902" },
    ]);
  });

  it("follows a hidden stack from place to place, and forgets who came back", () => {
    const unseen = (number: number, start: string, to: string): Entry => ({
      ...entry(number, "A stack moves."),
      side: "confederate",
      scene: { moves: [{ units: [], start, to }] },
    });
    const back = [step(1, "u1", "0101", "0102"), step(2, "u1", "0102", "0101")];
    expect(marchesOf([unseen(1, "0501", "0502"), ...back, unseen(2, "0502", "0503")], sideOf)).toEqual([
      { side: "confederate", from: "0501", to: "0503" },
    ]);
  });

  it("numbers its moments as the list does, and says what was lost there", () => {
    const report = reportOf(LOG, sideOf)!;
    const drawn = drawTold(report, "union", ground);
    const words = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, said]) => said);
    expect(words).toEqual(["1", "\u22122", "2", "\u22121"]);
    expect(drawn).not.toMatch(/NaN|undefined|style=/);
  });

  it("leaves out what is off the map", () => {
    const report = reportOf([{ ...loss(1, "c1", 2), scene: { where: ["off"] } }], sideOf)!;
    expect(drawTold(report, "union", ground)).toBe("");
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

  it("tells the turns of two assaults apart, and the halves of one turn not", () => {
    const log = [heading(1, "Turn 1, Union", 1), heading(4, "Turn 1, Confederate", 1), heading(9, "Turn 2", 2)];
    const { turns } = ticksOf([...log, heading(20, "Turn 1", 1), heading(30, "Turn 2", 2)]);
    expect(turns.map(({ at }) => at)).toEqual([1, 9, 20, 30]);
    expect([1, 2].map((turn) => startOf(turns, turn, 25))).toEqual([20, 9]);
    expect(startOf(turns, 1, 15)).toBe(1);
    expect(turnsOf([...log, loss(10, "u1", 1)]).map(({ at }) => at)).toEqual([9]);
  });
});

it("a picture of a map shows more of it, never what lies beyond its edge", () => {
  const map = { left: 0, top: 0, right: 1000, bottom: 1000 };
  const wide = filled({ left: 100, top: 0, right: 480, bottom: 200 }, map);
  expect(wide).toEqual({ left: 100, top: 0, right: 480, bottom: 660 });
  const high = filled({ left: 900, top: 100, right: 1000, bottom: 760 }, map);
  expect(high).toEqual({ left: 620, top: 100, right: 1000, bottom: 760 });
  expect(filled({ left: 0, top: 400, right: 1000, bottom: 600 }, map)).toEqual(map);
});
