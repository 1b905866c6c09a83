import { describe, expect, test } from "vitest";
import { byFighter, chargeEntry, fireEntry, known, meleeEntry, moraleEntry, shots, toggled, toldOff, untold } from "../src/umpire/entry";
import { isUmpired, kindOf, reasonWords, type Chip } from "../src/umpire/facts";
import { duel } from "../src/start/setup";
import { signed } from "../src/words";
import { system } from "./fixture";

const chip = (word: string, value: number | null = null, group = "", rule = word): Chip => ({ word, label: word, rule, value, group });

describe("entries in words", () => {
  test("fire of one group, and of several", () => {
    expect(fireEntry("u3", [{ target: "c3", inches: "6", firing: 0, words: ["smoke"] }], 4)).toBe("fire u3 c3 6 smoke die 4");
    const groups = [
      { target: "c3", inches: "6", firing: 12, words: [] },
      { target: "c4", inches: "12", firing: 4, words: ["cover wall"] },
    ];
    expect(fireEntry("u3", groups)).toBe("fire u3 c3 6 firing 12 and c4 12 firing 4 cover wall");
  });

  test("morale, charge and melee", () => {
    expect(moraleEntry("c3", ["losses"], ["near c1"], 3)).toBe("morale c3 losses near c1 die 3");
    expect(chargeEntry("u1", "c2", ["flank"])).toBe("charge u1 c2 flank");
    const one = { unit: "u1", strikes: { c2: 24 }, words: ["charge"] };
    expect(meleeEntry([one, { unit: "c2", strikes: { u1: 0 }, words: ["flank"] }], [3, 6])).toBe("melee u1 c2 24 charge and c2 flank dice 3 6");
  });

  test("a melee of three units", () => {
    const three = [
      { unit: "u1", strikes: toldOff(21, ["c1", "c2"]), words: [] },
      { unit: "c1", strikes: { u1: 16 }, words: [] },
      { unit: "c2", strikes: { u1: 8 }, words: ["general"] },
    ];
    expect(meleeEntry(three)).toBe("melee u1 c1 11 c2 10 and c1 u1 16 and c2 u1 8 general");
  });
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

  test("the lines of a melee by unit", () => {
    const line = (rule: string): { reason: string; value: number; rule: string } => ({ reason: rule, value: 1, rule });
    const [base, veteran, charge] = [line("mckie:melee.base.ff"), line("veteran"), line("charge")];
    expect(byFighter([base, veteran, charge, base])).toEqual([[veteran, charge], []]);
  });

  test("values have their sign", () => {
    expect([2, -1, null].map(signed)).toEqual(["+2", "−1", ""]);
  });

  test("bands without a shot are not offered", () => {
    const bands = [
      { inches: "2", label: "0–2", factor: 8 },
      { inches: "6", label: "2–6", factor: null },
    ];
    expect(shots(bands)).toEqual({ with: [bands[0]], more: true });
  });
});

test("a table without map and sheet is the players' own", () => {
  expect(isUmpired({ map: null, sheet: null })).toBe(true);
});

test("an umpired battle has both seats here and may be mended", () => {
  const undo = { name: "undo", meaning: "", default: "unrevealed", values: null };
  const plain = system({ options: [undo] });
  const plan = duel({ ...plain, card: { ...plain.card, shared: true } });
  expect(Object.values(plan.seats).map(({ who }) => who)).toEqual(["me", "me"]);
  expect(plan.options).toEqual({ undo: "free" });
});

test("words for arms and reasons", () => {
  expect(["field_artillery", "dismounted_cavalry", "infantry"].map(kindOf)).toEqual(["artillery", "cavalry", "infantry"]);
  expect(reasonWords("melee_lost")).toBe("lost its melee");
});
