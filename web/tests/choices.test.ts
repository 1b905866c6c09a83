import { describe, expect, it } from "vitest";
import { common, isMovePick, isRoll, isShot, march, meant, readOffer, sortOffers, volley } from "../src/choices";
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
    expect(volley("1519")).toBe("fire 1519 all");
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

describe("units together", () => {
  it("reach what all of them reach, at the cost of the slowest", () => {
    const reach = common([
      { move: { "1519": 1, "1620": 2 }, fire: {} },
      { move: { "1519": 3 }, fire: {} },
    ]);
    expect(reach?.move).toEqual({ "1519": 3 });
    expect(common([])).toBeNull();
  });
});
