import { describe, expect, it } from "vitest";
import { orderOfBattle } from "../src/army";
import { commandOf, KEYS, type Press } from "../src/keys";
import { joinLog, readSum } from "../src/log";
import { readRoute, seatHash } from "../src/route";
import { nonce, pause } from "../src/socket";
import { dealOut, duel } from "../src/start/setup";
import { boardLines, hexWords, unitWords } from "../src/textboard";
import { section } from "../src/words";
import { entry, facts, moment, table } from "./fixture";

describe("the log", () => {
  it("takes only what is new", () => {
    expect(joinLog([entry(1), entry(2)], moment(3, 2, [entry(3)])).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("takes the whole", () => {
    expect(joinLog([entry(1)], moment(2, -1, [entry(0), entry(1), entry(2)]))).toHaveLength(3);
  });

  it("forgets what was undone", () => {
    expect(joinLog([entry(1), entry(2), entry(3)], moment(1, 1, []))).toEqual([entry(1)]);
  });

  it("reads a line of arithmetic", () => {
    expect(readSum("+1 own officer [stockade_redan:11.2.5]")).toEqual({ value: "+1", reason: "own officer", rule: "stockade_redan:11.2.5" });
    expect(readSum("the wall blocks [stockade_redan:11.6.5]")).toEqual({ value: "", reason: "the wall blocks", rule: "stockade_redan:11.6.5" });
    expect(readSum("Company A: 4")).toEqual({ value: "", reason: "Company A: 4", rule: null });
    expect(readSum("102 against 12: 8:1").value).toBe("");
    expect(section("stockade_redan:11.2.5")).toBe("11.2.5");
  });
});

describe("the order of battle", () => {
  it("counts present and lost, regiment by regiment, side by side", () => {
    const lines = orderOfBattle(table, facts({ lost: ["13us-a", "13us-o1"] }));
    const regiment = lines.find(({ title }) => title === "13th US")!;
    expect(regiment).toMatchObject({ companies: 2, lost: 1, officers: 1, officersLost: 1 });
    expect(lines.map(({ side }) => side)).toEqual([...lines.map(({ side }) => side)].sort((a, b) => table.sides.indexOf(a) - table.sides.indexOf(b)));
  });
});

describe("the board in words", () => {
  it("says what stands where, as far as it is known", () => {
    expect(unitWords(["13us-a", "13us-b", "13us-o1"], table)).toBe("2 companies of the 13th US, 1 officer of the 13th US");
    expect(hexWords("1320", facts(), table).join("; ")).toContain("Confederate: hidden units");
    expect(hexWords("1519", facts(), table)).toContain("the apex of the redan");
  });

  it("tells of bridges, chaos and carnage", () => {
    const change = { bridges: [{ hex: "1620", up: "bridging", carrier: null }], chaos: { "1620": "union" }, carnage: ["1620"] };
    expect(hexWords("1620", facts(change), table)).toEqual(expect.arrayContaining(["bridged", "Chaos of War", "carnage"]));
  });

  it("lists every hex that holds something", () => {
    expect(boardLines(facts(), table).map(({ hex }) => hex)).toEqual(["1320", "1519", "1620"]);
  });
});

describe("keys", () => {
  const press = (key: string, more: Partial<Press> = {}): Press => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it("each do one thing", () => {
    expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
    for (const { key, command } of KEYS) expect(commandOf(press(key))).toBe(command);
  });

  it("leave the browser its own", () => {
    expect(commandOf(press("r", { ctrlKey: true }))).toBeNull();
    expect(commandOf(press("Tab", { shiftKey: true }))).toBe("previous");
  });
});

describe("addresses", () => {
  it("lead to a seat, and to a moment of the past", () => {
    expect(readRoute("#/seat/abcdefgh_-12")).toEqual({ token: "abcdefgh_-12", at: null });
    expect(readRoute(`http://host/${seatHash("abcdefgh12")}/at/17`)).toEqual({ token: "abcdefgh12", at: 17 });
    expect(readRoute("")).toEqual({ token: null, at: null });
  });
});

describe("a new battle", () => {
  const system = { slug: "s", title: "S", sides: ["union", "confederate"], scenarios: [{ slug: "one", title: "One" }], options: [{ name: "undo", meaning: "", default: "free", values: null }] };

  it("is me against the computer", () => {
    const battle = duel(system);
    expect(battle.seats["union"]?.who).toBe("me");
    expect(battle.seats["confederate"]?.who).toBe("computer");
    expect(battle.options).toEqual({ undo: "free" });
    expect(battle.nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it("keeps my seats and gives the friend's away", () => {
    const battle = { ...duel(system), seats: { union: { who: "me" as const, level: 1 }, confederate: { who: "friend" as const, level: 1 } } };
    const made = { battle: "b", seats: { union: "u", confederate: "c" }, watch: "w" };
    expect(dealOut(battle, made)).toEqual({ mine: ["u"], friends: [{ side: "confederate", token: "c" }] });
  });
});

describe("the line", () => {
  it("is tried again, ever more slowly", () => {
    expect([0, 1, 2].map(pause)).toEqual([500, 1000, 2000]);
    expect(pause(30)).toBe(15000);
    expect(nonce()).not.toBe(nonce());
  });
});
