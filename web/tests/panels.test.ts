import { beforeEach, describe, expect, it } from "vitest";
import { orderOfBattle } from "../src/army";
import { commandOf, KEYS, type Press } from "../src/keys";
import { joinLog, ledgerRows } from "../src/log";
import {
  archive,
  forget,
  keepSeat,
  myGames,
  mySeats,
  nameGame,
  notesOf,
  restore,
  standing,
  tokenFor,
} from "../src/mine";
import { briefingHash, joinHash, readRoute, rulesHash, seatHash, LAB_HASH } from "../src/route";
import { pause } from "../src/socket";
import { duel, mayOpenBook, players, scenarioFirst, usualOptions } from "../src/start/setup";
import { profileOf } from "../src/profile";
import { boardLines, hexWords, roadName, standingWords, unitWords } from "../src/textboard";
import { asSentence, section } from "../src/words";
import { entry, facts, moment, stubStorage, system, statics } from "./fixture";

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

  it("has its arithmetic in columns, with a true minus", () => {
    expect(ledgerRows([{ value: "-1", text: "woods", rule: "gbacw:9.53" }])).toEqual([
      { value: "−1", reason: "woods", rule: "gbacw:9.53" },
    ]);
  });

  it("names rules and options in plain words", () => {
    expect(section("stockade_redan:11.2.5")).toBe("11.2.5");
    expect(asSentence("guns_over_parapet")).toBe("Guns over parapet");
  });
});

describe("the order of battle", () => {
  it("counts who is left and lost, group by group, side by side", () => {
    const lines = orderOfBattle(statics, facts({ lost: ["13us-a", "13us-o1"] }));
    const regiment = lines.find(({ title }) => title === "13th US")!;
    expect(regiment).toMatchObject({ left: 1, of: 2, officers: 1, officersLost: 1, depth: 0 });
    expect(lines.map(({ side }) => side)).toEqual(
      [...lines.map(({ side }) => side)].sort((a, b) => statics.sides.indexOf(a) - statics.sides.indexOf(b)),
    );
  });

  it("is a tree, and counts boxes where the system does", () => {
    const groups = [
      { id: "army", title: "Army", kind: "army", side: "union", parent: "", pieces: [] },
      { id: "none", title: "Empty", kind: "army", side: "union", parent: "", pieces: [] },
      ...statics.groups.map((group) => (group.side === "union" ? { ...group, parent: "army" } : group)),
    ];
    const told = facts({
      groups: { "13 US": { note: "4 of 11 lost", states: ["broken"], steps: { left: 7, of: 11 } } },
    });
    const lines = orderOfBattle({ ...statics, groups }, told);
    expect(lines[0]).toMatchObject({ title: "Army", bare: true, depth: 0 });
    expect(lines.find(({ id }) => id === "13 US")).toMatchObject({ left: 7, of: 11, depth: 1, states: ["broken"] });
    expect(lines.some(({ id }) => id === "none")).toBe(false);
  });
});

describe("a formation of which nobody is on the map", () => {
  it("is told apart from those that are there or were lost", () => {
    const told = facts({ lost: ["36ms-a"] });
    const away = (title: string): boolean | undefined =>
      orderOfBattle(statics, told).find((line) => line.title === title)?.away;
    expect(away("13th US")).toBe(false);
    expect(away("36th Mississippi")).toBe(false);
    expect(orderOfBattle(statics, facts({ stacks: [], units: {}, lost: [] })).every((line) => line.away)).toBe(true);
  });
});

describe("the board in words", () => {
  it("says what stands where, as far as it is known", () => {
    expect(unitWords(["13us-a", "13us-b", "13us-o1"], statics)).toBe(
      "2 companies of the 13th US, 1 officer of the 13th US",
    );
    expect(hexWords("1320", facts(), statics).join("; ")).toContain("Confederate: hidden units");
    expect(hexWords("1519", facts(), statics)).toContain("the apex of the redan");
  });

  it("tells of marks and of what is carried", () => {
    const marks = [
      { name: "bridge laid", hex: "1620", side: null },
      { name: "chaos", hex: "1620", side: "union" },
      { name: "carnage", hex: "1620", side: null },
      { name: "held", hex: "1620", side: "union" },
    ];
    const words = hexWords("1620", facts({ marks, units: { "13us-a": { states: ["bridge"] } } }), statics);
    expect(words).toEqual(
      expect.arrayContaining(["bridged", "Union Chaos of War", "carnage", "held by the Union", "bridge: 1"]),
    );
  });

  it("tells how a unit stands", () => {
    expect(
      standingWords({
        steps: { left: 3, of: 4 },
        formation: "column",
        facing: { degrees: 60, arc: 60 },
        states: ["out_of_command"],
      }),
    ).toBe("3 of 4, column facing NE, out of command");
    expect(standingWords(undefined)).toBe("");
  });

  it("calls ways by their names", () => {
    expect(["graveyard_road", "railroad_mobile_and_ohio_north", "track_mill", "railroad"].map(roadName)).toEqual([
      "Graveyard Road",
      "Mobile & Ohio Railroad",
      "Mill Track",
      "Railroad",
    ]);
  });

  it("lists every hex that holds something", () => {
    expect(boardLines(facts(), statics).map(({ hex }) => hex)).toEqual(["1320", "1519", "1620"]);
  });
});

describe("keys", () => {
  const press = (key: string, more: Partial<Press> = {}): Press => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });

  it("each do one thing", () => {
    expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
    for (const { key, command } of KEYS) {
      const shiftKey = key.startsWith("Shift+");
      expect(commandOf(press(key.replace("Shift+", ""), { shiftKey }))).toBe(command);
    }
  });

  it("undo and redo as elsewhere too", () => {
    expect(commandOf(press("z", { ctrlKey: true }))).toBe("undo");
    expect(commandOf(press("y", { ctrlKey: true }))).toBe("redo");
    expect(commandOf(press("Z", { metaKey: true, shiftKey: true }))).toBe("redo");
    expect(commandOf(press("Z", { shiftKey: true }))).toBe("redo");
    expect(commandOf(press("U", { shiftKey: true }))).toBe("redo");
    expect(commandOf(press("z"))).toBeNull();
  });

  it("leave the browser its own", () => {
    expect(commandOf(press("r", { ctrlKey: true }))).toBeNull();
    expect(commandOf(press("Tab", { shiftKey: true }))).toBe("previous");
  });
});

describe("my games", () => {
  const game = (battle: string, side: string, yours = false, over = false) => ({
    token: `${battle}-${side}`,
    battle,
    system: "s",
    scenario: "",
    side,
    turn: "",
    yours,
    over,
    number: 0,
    fault: "",
    title: "",
    opponent: "",
    changed: "",
    winner: "",
  });

  it("have names of their own, and are put away, forgotten and brought back", () => {
    stubStorage();
    nameGame("b", " With Anna ");
    archive("b", true);
    expect(notesOf()).toEqual({ b: { name: "With Anna", archived: true } });
    keepSeat("one");
    keepSeat("two");
    const before = mySeats();
    forget(["two"]);
    expect(mySeats()).toEqual(["one"]);
    restore(before);
    expect(mySeats()).toEqual(["two", "one"]);
  });

  it("are one line each, those that wait for me first", () => {
    const { going, over } = myGames([
      game("a", "spectator"),
      game("b", "union"),
      game("c", "union"),
      game("c", "confederate", true),
      game("d", "union", false, true),
    ]);
    expect(going.map(({ token }) => token)).toEqual(["c-confederate", "b-union", "a-spectator"]);
    expect(over.map(({ token }) => token)).toEqual(["d-union"]);
  });

  it("say how they stand", () => {
    expect(standing(game("a", "union", true))).toBe("Your turn");
    expect(standing(game("a", "union"))).toBe("waiting");
    expect(standing(game("a", "spectator"))).toBe("watching");
    expect(standing(game("a", "union", false, true))).toBe("replay");
  });
});

describe("battles that cannot be read", () => {
  it("stand last in the list, each with its reason", () => {
    const broken = (token: string) => ({
      token,
      battle: "",
      system: "",
      scenario: "",
      side: "",
      turn: "",
      yours: false,
      over: false,
      number: 0,
      fault: "its rules are not installed",
      title: "",
      opponent: "",
      changed: "",
      winner: "",
    });
    const sound = {
      ...broken("c"),
      battle: "sound",
      side: "union",
      fault: "",
      title: "",
      opponent: "",
      changed: "",
      winner: "",
    };
    expect(myGames([broken("a"), broken("b"), sound]).going.map(({ token }) => token)).toMatchObject(["c", "a", "b"]);
  });
});

describe("addresses", () => {
  it("lead to a seat, and to a moment of the past", () => {
    expect(readRoute("#/seat/abcdefgh_-12")).toMatchObject({ token: "abcdefgh_-12", at: null, invitation: null });
    expect(readRoute(`http://host/${seatHash("abcdefgh12")}/at/17`)).toMatchObject({
      token: "abcdefgh12",
      at: 17,
      invitation: null,
    });
    expect(readRoute(LAB_HASH).lab).toBe(true);
    expect(readRoute("#/").lab).toBe(false);
    expect(readRoute(briefingHash("a_system", "a-field")).briefing).toEqual({
      system: "a_system",
      scenario: "a-field",
    });
    expect(readRoute(rulesHash("a_system", "a_book:3.1", "abcdefgh12"))).toMatchObject({
      token: "abcdefgh12",
      rules: { system: "a_system", rule: "a_book:3.1" },
    });
    expect(readRoute("")).toMatchObject({ token: null, at: null, invitation: null });
  });

  it("lead to an invitation", () => {
    expect(readRoute(`http://host/${joinHash("abcdefgh12")}`)).toMatchObject({
      token: null,
      at: null,
      invitation: "abcdefgh12",
    });
  });
});

describe("an invitation", () => {
  beforeEach(stubStorage);

  it("is taken with one token, however often it is tried", () => {
    const token = tokenFor("a letter");
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(tokenFor("a letter")).toBe(token);
    expect(tokenFor("another")).not.toBe(token);
  });
});

describe("a new battle", () => {
  const plain = system({ options: [{ name: "undo", meaning: "", default: "free", values: null }] });

  it("is me against the computer", () => {
    const battle = duel(plain);
    expect(battle.seats.union?.who).toBe("me");
    expect(battle.seats.confederate?.who).toBe("computer");
    expect(battle.options).toEqual({ undo: "free" });
  });

  it("has the options of its scenario", () => {
    const option = { name: "cards", meaning: "", default: false, values: null };
    const [first, second] = plain.scenarios;
    const two = system({ options: [option], scenarios: [first!, { ...second!, options: { cards: true } }] });
    expect(usualOptions(two, "first")).toEqual({ cards: false });
    expect(usualOptions(two, "second")).toEqual({ cards: true });
    expect(usualOptions(two, "", { cards: true })).toEqual({ cards: true });
  });

  it("sends the scenario before its table", () => {
    const table = { name: "field.toml", text: "width = 48\n[[piece]]\n" };
    const scenario = { name: "zouaves.toml", text: "periods = 8\n" };
    expect(scenarioFirst([table, scenario])).toEqual([scenario, table]);
    expect(scenarioFirst([scenario, table])).toEqual([scenario, table]);
  });

  it("shows the computer's thoughts only where nobody else plays", () => {
    const battle = duel(plain);
    const seats = (union: "me" | "friend" | "computer", confederate: "me" | "friend" | "computer") => ({
      ...battle,
      seats: { union: { who: union, level: 1 }, confederate: { who: confederate, level: 1 } },
    });
    expect(battle.open_book).toBe(false);
    expect(mayOpenBook(battle)).toBe(true);
    expect(mayOpenBook(seats("computer", "computer"))).toBe(true);
    expect(mayOpenBook(seats("friend", "computer"))).toBe(false);
    expect(mayOpenBook(seats("me", "me"))).toBe(false);
  });
});

describe("the line", () => {
  it("is tried again, ever more slowly", () => {
    expect([0, 1, 2].map((tries) => pause(tries, () => 0.5))).toEqual([500, 1000, 2000]);
    expect(pause(30, () => 0)).toBe(15000);
  });

  it("is not tried by every browser at once", () => {
    expect([0, 1].map((chance) => pause(2, () => chance))).toEqual([1000, 3000]);
    expect(pause(5, () => 1)).toBe(15000);
  });
});

describe("the players of a new battle", () => {
  it("are people, and the computer at every level that the system has", () => {
    expect(players(system({ levels: ["plays at random"] })).map(({ words }) => words)).toEqual([
      "me",
      "a friend, by link",
      "computer, level 1 (plays at random)",
    ]);
  });

  it("begin at the middle level", () => {
    const against = (levels: string[]): number | undefined => duel(system({ levels })).seats.confederate?.level;
    expect([["a"], ["a", "b"], ["a", "b", "c"]].map(against)).toEqual([1, 2, 2]);
  });
});

describe("a line seen from the side", () => {
  const rise = (hex: string, at: number, ground: number, top: number, what = "") => ({ hex, at, ground, top, what });
  const sight = {
    clear: false,
    line: [],
    bars: [{ rule: "gbacw:9.73.1", why: "woods", hex: "0102" }],
    profile: [
      rise("0101", 0, 20, 20),
      rise("0102", 1, 20, 40, "woods"),
      rise("0103", 2, 0, 0),
      rise("0104", 3, 20, 20),
    ],
    length: 0,
    step: 20,
  };

  it("is clear up to what blocks it", () => {
    const drawn = profileOf(sight, 300)!;
    expect(drawn.clear.x).toBeCloseTo(14 + 272 / 3);
    expect(drawn.tops).toMatchObject([{ what: "woods", blocks: true }]);
    expect(drawn.scale.at(-1)?.height).toBe(60);
    expect(profileOf({ ...sight, clear: true, bars: [] }, 300)!.clear).toEqual(drawn.eyes[1]);
  });

  it("is not drawn where heights do not decide", () => {
    expect(profileOf({ ...sight, profile: [] }, 300)).toBeNull();
  });
});
