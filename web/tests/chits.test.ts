import { describe, expect, it } from "vitest";
import { orderOfBattle } from "../src/army";
import { swatch } from "../src/board/engrave";
import { drawMark, groundMarks, signs } from "../src/board/marks";
import { gridOf } from "../src/board/geometry";
import { strongest } from "../src/choices";
import { chit, faceDown } from "../src/ink/chits";
import { counter } from "../src/ink/counters";
import { roadName } from "../src/textboard";
import { facts, statics } from "./fixture";
import type { Offer, Token } from "../src/types";

const token = (change: Partial<Token> = {}): Token => ({ id: "rally", title: "Rally", kind: "event", ...change });

describe("chits", () => {
  it("have the colours of their side, and their letter where nobody has drawn their kind", () => {
    expect(chit(token({ side: "union" }))).toContain("#24507f");
    expect(chit(token({ side: "confederate" }))).toContain("#c9ab78");
    expect(chit(token({ kind: "weather" }))).toContain(">R</text>");
    expect(chit(token())).not.toContain("<text");
  });

  it("tell only their number face down", () => {
    expect(faceDown(7)).toContain(">7</text>");
  });
});

describe("an order of battle with trays", () => {
  it("leaves out who is not in the battle", () => {
    const [group] = statics.groups.filter(({ pieces }) => pieces.length > 1);
    const [first] = group!.pieces;
    const all = orderOfBattle(statics, facts({ units: {} }));
    const some = orderOfBattle(statics, facts({ units: {}, trays: [{ id: "due", title: "Due", units: [first!] }] }));
    expect(all.length).toBeGreaterThan(some.length);
    expect(some.flatMap(({ pieces }) => pieces.map(({ id }) => id))).toEqual([first]);
  });
});

describe("offers of one hex", () => {
  const offer = (text: string, hexes: string[]): Offer => ({ text, label: text, verb: "storm", hexes });

  it("are asked about where they come from different hexes", () => {
    expect(strongest([offer("a", ["0102", "0101"]), offer("b", ["0102", "0103"])])).toBeNull();
    expect(strongest([offer("a", ["0102"]), offer("b", ["0102"])])?.text).toBe("a");
  });
});

describe("the ground and what lies on it", () => {
  const grid = gridOf(statics.map, 33);
  const mark = (name: string) => ({ name, hex: "1519", side: "union" });

  it("is drawn as on the map in the legend", () => {
    const drawn = ["lake", "cypress", "blakes_levee", "heavy_woods", "clear"].map((name) => swatch(name, 33));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it("draws timber, bridges and works under the counters, axes over them", () => {
    const under = [
      "full timber",
      "half timber",
      "pontoon bridge",
      "damaged pontoon bridge",
      "epaulement",
      "good ground",
    ];
    const over = ["Pioneer", "Pioneer at work"];
    const all = facts({ marks: [...under, ...over].map(mark) });
    expect(groundMarks(all).map(({ name }) => name)).toEqual(under);
    expect(signs(all).map(({ name }) => name)).toEqual(over);
    const drawn = all.marks.map((one) => drawMark(one, grid, statics.map));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn.join("")).not.toContain("<text");
  });

  it("names pikes and lanes by where they lead", () => {
    expect(roadName("pike_vicksburg_to_snyders_bluff")).toBe("Vicksburg to Snyders Bluff Pike");
  });
});

describe("a worn counter", () => {
  const draw = (...marks: string[]): string =>
    counter({ side: "union", kind: "infantry", name: "16 OH", strength: "9", right: "4", marks, done: false }, "near");

  it("shows each state in its own way, and none as a bare letter", () => {
    const drawn = [[], ["battleworn"], ["shaken"], ["disrupted"], ["low_ammunition"]].map((states) => draw(...states));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(draw("battleworn", "shaken")).not.toContain(">B</text>");
  });
});
