import { describe, expect, it } from "vitest";
import { common, faces, isMovePick, isRoll, isShot, march, meant, readOffer, sortOffers, strongest, volley } from "../src/choices";
import { saying } from "../src/words";
import { table, view } from "./fixture";

const pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));

describe("choices", () => {
  it("light hexes, units and buttons", () => {
    const offers = sortOffers(view(["fire 1519", "add 13us-a", "done"]), pieces);
    expect([...offers.byHex.keys()]).toEqual(["1519", "1620"]);
    expect([...offers.byUnit.keys()]).toEqual(["13us-a"]);
    expect(offers.plain.map(({ text }) => text)).toEqual(["done"]);
  });

  it("light nothing when nobody asks", () => {
    const quiet = { ...view([]), decision: null };
    expect(sortOffers(quiet, pieces).all).toEqual([]);
  });

  it("put a unit that is not on the map on a button", () => {
    const offers = sortOffers(view(["lose 8mo-a"]), pieces);
    expect(offers.plain).toHaveLength(1);
    expect(offers.byUnit.has("8mo-a")).toBe(true);
  });

  it("know a move, a shot and a roll", () => {
    expect(isMovePick(readOffer("move 13us-a", pieces))).toBe(true);
    expect(isMovePick(readOffer("to 1519", pieces))).toBe(false);
    expect(isShot(readOffer("fire 1519", pieces))).toBe(true);
    expect(isRoll(readOffer("resolve", pieces))).toBe(true);
  });

  it("become gestures", () => {
    expect(march(["13us-a", "13us-o1"], "1519")).toBe("move 13us-a 13us-o1 1519");
    expect(volley(readOffer("fire 1519", pieces))).toBe("fire 1519 all");
    expect(volley(readOffer("melee 1519", pieces))).toBe("melee 1519 all");
  });

  it("say what a click beside them meant", () => {
    const offers = sortOffers(view(["fire 1519", "done"]), pieces);
    expect(meant(offers, [], "1320")).toBe("fire 1320");
    expect(meant(offers, ["13us-a"], "1320")).toBe("move 13us-a 1320");
    expect(meant(sortOffers(view(["done"]), pieces), [], "1320")).toBeNull();
  });

  it("are said in words that name the unit and the hex", () => {
    expect(saying("fire 1519", pieces)).toBe("Fire at 1519");
    expect(saying("move 13us-a", pieces)).toBe("Move Company A, 13th US");
    expect(saying("call-off 1519", pieces)).toBe("Call off 1519");
    expect(saying("option 1", pieces)).toBe("Option 1");
    expect(saying("done", pieces)).toBe("Done");
  });
});

describe("choices of the series", () => {
  const group = { id: "13us-o1", title: "Ewing's Brigade", kind: "brigade", side: "union", parent: "", pieces: [] };
  const groups = new Map([[group.id, group]]);

  it("tell a brigade from the leader of its name", () => {
    expect(readOffer("commit 13us-o1", pieces, groups).unit).toBeNull();
    expect(readOffer("extend 13us-o1 13us-o1", pieces, groups).unit).toBe("13us-o1");
    expect(saying("extend 13us-o1 13us-o1", pieces, groups)).toBe("Officer 1, 13th US lends a point to Ewing's Brigade");
    expect(saying("commit 13us-o1", pieces, groups)).toBe("Commit Ewing's Brigade");
  });

  it("are said in words", () => {
    const said = ["commit", "form column", "form limbered", "face NE", "always", "add 13us-a 3", "plot C 3", "plot 1519", "melee 1519", "hold", "hold C"];
    expect(said.map((text) => saying(text, pieces))).toEqual([
      "Attack now",
      "Form column",
      "Limber up",
      "Face NE",
      "Always fire back this phase",
      "Company A, 13th US: 3",
      "Area C, Game-Turn 3",
      "Bombard 1519",
      "Attack 1519",
      "Hold",
      "Held off area C",
    ]);
  });

  it("know the facings, clockwise from north", () => {
    expect([...faces(sortOffers(view(["face NE", "face NW", "stop"]), pieces)).keys()]).toEqual([1, 5]);
  });

  it("take the strongest of several for one unit", () => {
    const offers = ["add 13us-a 3", "add 13us-a 2", "add 13us-b 1"].map((text) => readOffer(text, pieces));
    expect(strongest(offers.slice(0, 2))?.text).toBe("add 13us-a 3");
    expect(strongest(offers)).toBeNull();
    expect(strongest([])).toBeNull();
  });
});

describe("units together", () => {
  it("reach what all of them reach, at the cost of the slowest", () => {
    const reach = common([
      { move: { "1519": 1, "1620": 2 }, before: { "1519": "1620" }, fire: {}, command: [], prospect: null },
      { move: { "1519": 3 }, before: { "1519": "1518" }, fire: {}, command: ["1519"], prospect: null },
    ]);
    expect(reach?.move).toEqual({ "1519": 3 });
    expect(reach?.before).toEqual({ "1519": "1518" });
    expect(reach?.command).toEqual(["1519"]);
    expect(common([])).toBeNull();
  });
});
