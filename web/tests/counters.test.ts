import { describe, expect, it } from "vitest";
import { counter, shape, stack, zoomAt, type Counter } from "../src/board/counters";
import { fanPlaces, piles } from "../src/board/pieces";
import { facts, table } from "./fixture";

const company: Counter = { side: "union", kind: "infantry", name: "13 US A", strength: "4", right: "6", marks: [], done: false };

describe("counters", () => {
  it("tell the sides apart without colour: outline and field", () => {
    expect(shape("union")).not.toBe(shape("confederate"));
    expect(counter({ ...company, side: "confederate" }, "mid")).toContain("url(#ruled)");
    expect(counter(company, "mid")).not.toContain("url(#ruled)");
  });

  it("show more the nearer they are", () => {
    expect(counter(company, "far")).not.toContain("<text");
    expect(counter(company, "mid")).toContain(">4</text>");
    expect(counter(company, "near")).toContain(">13 US A</text>");
    expect([20, 33, 50].map(zoomAt)).toEqual(["far", "mid", "near"]);
  });

  it("carry their state on themselves", () => {
    const plain = counter(company, "mid").length;
    expect(counter({ ...company, marks: ["bridge"] }, "mid").length).toBeGreaterThan(plain);
    expect(counter({ ...company, marks: ["fired"] }, "mid").length).toBeGreaterThan(plain);
    expect(counter({ ...company, done: true }, "mid")).toContain("opacity");
  });

  it("write names as text, whatever is in them", () => {
    expect(counter({ ...company, name: "<b>&" }, "near")).toContain(">&lt;b&gt;&amp;</text>");
  });

  it("count a stack, and pin its officer on the corner", () => {
    const officer: Counter = { ...company, kind: "officer" };
    expect(stack([company, company, company, officer], 40, "far")).toContain(">3</text>");
    expect(stack([company, officer], 40, "far")).not.toContain("<text");
  });
});

describe("piles", () => {
  it("show a hidden stack as one question mark", () => {
    const hidden = piles(table, facts()).find(({ hex }) => hex === "1320")!;
    expect(hidden.counters.map(({ kind }) => kind)).toEqual(["hidden"]);
    expect(hidden.ids).toEqual([]);
  });

  it("give Confederate companies the strength of their morale", () => {
    const wall = piles(table, facts({ morale: 5 })).find(({ hex }) => hex === "1519")!;
    expect(wall.counters[0]!.strength).toBe("5");
  });

  it("smoke after firing, and fade after moving", () => {
    const fired = piles(table, facts({ phase: "IX", spent: ["13us-a"] })).find(({ hex }) => hex === "1620")!;
    expect(fired.counters.map(({ marks }) => marks.includes("fired"))).toEqual([true, false, false]);
    const moved = piles(table, facts({ phase: "VII", spent: ["13us-a"] })).find(({ hex }) => hex === "1620")!;
    expect(moved.counters.map(({ done }) => done)).toEqual([true, false, false]);
  });

  it("put the ladder on the unit that carries it", () => {
    const bridges = [{ hex: "1620", up: "carried", carrier: "13us-b" }];
    const pile = piles(table, facts({ bridges })).find(({ hex }) => hex === "1620")!;
    expect(pile.counters.map(({ marks }) => marks.includes("bridge"))).toEqual([false, true, false]);
    expect(pile.tag).toBe("13");
  });
});

describe("a fan", () => {
  it("never lays one unit on another", () => {
    const spots = fanPlaces(7, 40);
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40);
    }
  });
});
