import { describe, expect, it } from "vitest";
import { filled } from "../src/blanks";
import { common, directionKey, faces, isMovePick, isShot, sendsHand, sortOffers, strongest } from "../src/choices";
import { offer, view } from "./fixture";

describe("choices", () => {
  it("light hexes, units and buttons", () => {
    const offers = sortOffers(view(["fire 1519", "add 13us-a", "done"]));
    expect([...offers.byHex.keys()]).toEqual(["1519", "1620"]);
    expect([...offers.byUnit.keys()]).toEqual(["13us-a"]);
    expect(offers.plain.map(({ text }) => text)).toEqual(["done"]);
  });

  it("light nothing when nobody asks", () => {
    const quiet = { ...view([]), decision: null };
    expect(sortOffers(quiet).all).toEqual([]);
  });

  it("put a unit that is not on the map on a button", () => {
    const offers = sortOffers(view(["lose 8mo-a"]));
    expect(offers.plain).toHaveLength(1);
    expect(offers.byUnit.has("8mo-a")).toBe(true);
  });

  it("are picks and shots where they have such a gesture", () => {
    expect(isMovePick(offer("move 13us-a"))).toBe(true);
    expect(isMovePick(offer("to 1519"))).toBe(false);
    expect(isShot(offer("fire 1519"))).toBe(true);
    expect(isShot(offer("place 1519"))).toBe(false);
  });

  it("become gestures, their blanks filled in", () => {
    expect(filled("go {units} {hex} fast", { hex: "1519", units: "13us-a 13us-o1" })).toBe(
      "go 13us-a 13us-o1 1519 fast",
    );
    expect(sendsHand(sortOffers(view(["move 13us-a", "done"])))).toBeUndefined();
    expect(sendsHand(sortOffers(view(["to 1519", "stop"])))).toBe("to {hex}");
  });

  it("know the facings, clockwise from north, and their keys", () => {
    const found = [...faces(sortOffers(view(["face NE", "face NW", "stop"]))).keys()];
    expect(found).toEqual([60, 300]);
    expect(found.map(directionKey)).toEqual(["e", "q"]);
  });

  it("take the strongest of several for one unit", () => {
    const offers = ["add 13us-a 3", "add 13us-a 2", "add 13us-b 1"].map(offer);
    expect(strongest(offers.slice(0, 2))?.text).toBe("add 13us-a 3");
    expect(strongest(offers)).toBeNull();
    expect(strongest([])).toBeNull();
  });
});

describe("units together", () => {
  it("reach what all of them reach, at the cost of the slowest", () => {
    const reach = common([
      { move: { "1519": 1, "1620": 2 }, before: { "1519": "1620" }, fire: {}, command: [], prospect: null, orders: [] },
      { move: { "1519": 3 }, before: { "1519": "1518" }, fire: {}, command: ["1519"], prospect: null, orders: [] },
    ]);
    expect(reach?.move).toEqual({ "1519": 3 });
    expect(reach?.before).toEqual({ "1519": "1518" });
    expect(reach?.command).toEqual(["1519"]);
    expect(common([])).toBeNull();
  });
});
