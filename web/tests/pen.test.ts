import { describe, expect, it } from "vitest";
import { Pen, placed } from "../src/ink/pen";
import { tiled } from "../src/ink/tiles";

describe("a path put in its place", () => {
  it("moves and scales every kind of step", () => {
    expect(placed("M0 0L10 -10H5V.5Z", 100, 200, 2)).toBe("M100 200L120 180L110 180L110 201Z");
    expect(placed("Q1 2 3 4", 10, 20, 10)).toBe("Q20 40 40 60");
  });

  it("scales the radii of an arc and leaves its flags alone", () => {
    expect(placed("M0 -50A50 50 0 1 1 -.1 -50Z", 5, 5, 0.5)).toBe("M5 -20A25 25 0 1 1 4.95 -20Z");
  });
});

describe("a path that leans", () => {
  it("turns about its place", () => {
    expect(placed("M0 0H10V10", 100, 100, 1, 90)).toBe("M100 100L100 110L90 110");
  });

  it("says where it is not a path", () => {
    expect(() => placed("M1 2 3 4", 0, 0, 1)).toThrow("M1 2 3 4 is not a step of a path");
  });
});

describe("the pen", () => {
  it("leaves no transform and no group opacity in a drawing", () => {
    const pen = new Pen(10, 20, 0.4).at(5, 5, 2);
    const drawn =
      pen.path("M0 0H1", { stroke: "#000", width: 5, faint: 0.5, dash: "10 5" }) +
      pen.circle(0, 0, 3, { fill: "#fff" });
    expect(drawn).not.toMatch(/transform| opacity=/);
    expect(drawn).toContain('stroke-width="4"');
    expect(drawn).toContain('stroke-dasharray="8 4"');
  });

  it("leans without a transform, and writes upright", () => {
    const pen = new Pen(50, 50, 1, 90);
    const drawn = pen.circle(10, 0, 1, { fill: "#fff" }) + pen.at(0, 10).text(0, 0, 9, "middle", "#000", "cn", "x");
    expect(drawn).toContain('cx="50" cy="60"');
    expect(drawn).toContain('<text x="40" y="50"');
    expect(drawn).not.toContain("transform");
  });

  it("writes words as words", () => {
    expect(new Pen(0, 0, 1).text(0, 0, 10, "middle", "#000", "cn", "<&")).toContain(">&lt;&amp;</text>");
  });
});

describe("strokes in tiles", () => {
  it("share a path with their neighbours and nobody else", () => {
    const drawn = tiled(
      [
        { at: [10, 10], d: "M1" },
        { at: [20, 20], d: "M2" },
        { at: [900, 10], d: "M3" },
      ],
      ' fill="none"',
    );
    expect(drawn).toBe('<path d="M1M2" fill="none"/><path d="M3" fill="none"/>');
  });
});
