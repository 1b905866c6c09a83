import { describe, expect, test } from "vitest";
import { filled } from "../src/blanks";
import {
  atOthers,
  between,
  fitting,
  fresh,
  isFull,
  known,
  ofOne,
  stateOf,
  tellable,
  thrownEntry,
  toggled,
  told,
  toldOff,
  untold,
  withDice,
} from "../src/umpire/entry";
import { isUmpired } from "../src/umpire/facts";
import { duel } from "../src/start/setup";
import { signed } from "../src/words";
import type { Chip, EntryForm, Field } from "../src/types";
import { system } from "./fixture";

const chip = (word: string, value: number | null = null, group = "", rule = word): Chip => ({
  word,
  label: word,
  rule,
  value,
  group,
});

/** Entries of a rulebook that nobody knows. */
const RANGE: Field = {
  name: "range",
  label: "Range",
  kind: "choice",
  options: [
    { word: "near", label: "Near" },
    { word: "", label: "more: none" },
  ],
};
const GUNS: Field = { name: "guns", label: "Guns", kind: "number", text: "with {value}", most: 6, usual: 6 };
const BLOWS: Field = {
  name: "blows",
  label: "Men",
  kind: "number",
  text: "{target} {value}",
  least: 0,
  most: 24,
  usual: 24,
  told: true,
};
const form = (change: Partial<EntryForm>): EntryForm => ({
  shape: "one",
  title: "",
  rule: "",
  text: "",
  asks: [],
  tags: [],
  units: [],
  dice: [],
  thrown: "d",
  ...change,
});
const SHOOT = form({
  shape: "at",
  text: "shoot {unit} {parts}",
  part: "{target} {range} {guns} {words}",
  joint: "then",
  fields: { u3: [RANGE, GUNS] },
});
const BRAWL = form({
  shape: "between",
  text: "brawl {parts}",
  part: "{unit} {blows} {words}",
  joint: "versus",
  fields: { u1: [BLOWS], c1: [BLOWS], c2: [BLOWS] },
});

test("blanks are filled in, and left out where nothing is said", () => {
  expect(filled("go {unit} {pace} {legs}", { unit: "u1", pace: "", legs: "on 4" })).toBe("go u1 on 4");
  expect(filled("{unit}: at whom?", { unit: "U1" })).toBe("U1: at whom?");
});

describe("entries as their forms write them", () => {
  const part = { unit: "u3", target: "c3", values: { range: "near", guns: 6 }, words: ["smoke"] };

  test("of one unit", () => {
    const test = form({ text: "nerve {unit} {reasons} {words}" });
    expect(ofOne(test, "c3", ["losses"], ["near c1"])).toBe("nerve c3 losses near c1");
    expect(ofOne(test, "c3", ["losses"], [])).toBe("nerve c3 losses");
  });

  test("of a unit and those it does something to", () => {
    expect(atOthers(SHOOT, "u3", [part])).toBe("shoot u3 c3 near smoke");
    const split = [
      { ...part, values: { range: "near", guns: 4 } },
      { ...part, target: "c4", values: { range: "near", guns: 2 }, words: [] },
    ];
    expect(atOthers(SHOOT, "u3", split)).toBe("shoot u3 c3 near with 4 smoke then c4 near with 2");
  });

  test("between units of both sides", () => {
    const three = [
      { unit: "u1", blows: toldOff(21, ["c1", "c2"]), words: [] },
      { unit: "c1", blows: { u1: 24 }, words: ["uphill"] },
      { unit: "c2", blows: { u1: 0 }, words: ["flank"] },
    ];
    expect(between(BRAWL, three)).toBe("brawl u1 c1 11 c2 10 versus c1 u1 24 uphill versus c2 flank");
  });

  test("with dice of their own, or none", () => {
    expect(withDice("brawl", "dice", [], [3, 6])).toBe("brawl dice 3 6");
    expect(withDice("brawl", "dice", [], [])).toBe("brawl");
    const first = {
      title: "",
      rule: "",
      text: "start",
      dice: [
        { label: "", faces: [1], word: "north" },
        { label: "", faces: [1], word: "south" },
      ],
    };
    expect(thrownEntry(first, [7, 4])).toBe("start north 7 south 4");
  });
});

describe("fields", () => {
  test("begin as usual, and have to be filled in where there is something to choose", () => {
    expect(fresh([RANGE, GUNS])).toEqual({ range: "", guns: 6 });
    expect(isFull([RANGE, GUNS], { range: "", guns: 6 })).toBe(false);
    expect(isFull([RANGE, GUNS], { range: "near", guns: 6 })).toBe(true);
  });

  test("a number that is the usual one need not be told", () => {
    expect([told(GUNS, 6), told(GUNS, 5), told(BLOWS, 24, "c1")]).toEqual(["", "with 5", "c1 24"]);
  });

  test("options follow what was chosen before", () => {
    const weapon: Field = {
      name: "w",
      label: "",
      kind: "choice",
      options: [
        { word: "rifle", label: "", when: ["foot"] },
        { word: "gun", label: "", when: ["battery"] },
        { word: "none", label: "" },
      ],
    };
    expect(fitting(weapon, ["union", "foot"]).map(({ word }) => word)).toEqual(["rifle", "none"]);
  });
});

test("a button is shown where it may be tapped, or is true", () => {
  const button = { text: "x", label: "x", units: ["u1", "u2"], on: ["u2", "u3"] };
  expect(stateOf(button, "u1")).toEqual({ shown: true, off: false, on: false });
  expect(stateOf(button, "u2")).toEqual({ shown: true, off: false, on: true });
  expect(stateOf(button, "u3")).toEqual({ shown: true, off: true, on: true });
  expect(stateOf(button, "u4").shown).toBe(false);
});

describe("chips", () => {
  const chips = [chip("smoke", -1), chip("cover woods", -2, "cover"), chip("cover wall", -2, "cover")];

  test("one of a group at a time, and off again", () => {
    const woods = toggled(["smoke"], chips[1]!, chips);
    expect(woods).toEqual(["smoke", "cover woods"]);
    expect(toggled(woods, chips[2]!, chips)).toEqual(["smoke", "cover wall"]);
    expect(toggled(woods, chips[1]!, chips)).toEqual(["smoke"]);
  });

  test("what no chip accounts for is known from the roster", () => {
    const veteran = { reason: "veteran", value: 1, rule: "veteran" };
    const smoke = { reason: "smoke", value: -1, rule: "smoke" };
    expect(known([veteran, smoke], ["smoke"], chips)).toEqual([veteran]);
    expect(known([veteran, smoke], [], chips)).toEqual([veteran, smoke]);
  });

  test("what the roster knows is not asked", () => {
    const fixed = [{ reason: "smoke", value: -1, rule: "smoke" }];
    expect(untold(chips, [], fixed).map(({ word }) => word)).toEqual(["cover woods", "cover wall"]);
    expect(untold(chips, ["smoke"], fixed)).toHaveLength(3);
  });

  test("values have their sign", () => {
    expect([2, -1, null].map(signed)).toEqual(["+2", "−1", ""]);
  });

  test("are told of whom they may be true", () => {
    const some: Chip[] = [
      chip("smoke"),
      { ...chip("solid"), units: ["u4"] },
      { ...chip("in column"), targets: ["c2"] },
    ];
    const words = (unit: string, target?: string): string[] => tellable(some, unit, target).map(({ word }) => word);
    expect(words("u4", "c1")).toEqual(["smoke", "solid"]);
    expect(words("u1", "c2")).toEqual(["smoke", "in column"]);
  });
});

test("a battle without map and sheet is played on the players' own table", () => {
  expect(isUmpired({ map: null, sheet: null })).toBe(true);
});

test("an umpired battle has both seats here and may be mended", () => {
  const undo = { name: "undo", meaning: "", default: "unrevealed", values: null };
  const plain = system({ options: [undo] });
  const plan = duel({ ...plain, card: { ...plain.card, shared: true } });
  expect(Object.values(plan.seats).map(({ who }) => who)).toEqual(["me", "me"]);
  expect(plan.options).toEqual({ undo: "free" });
});
