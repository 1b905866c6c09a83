import { describe, expect, it } from "vitest";
import { bends, beside, chains, faces, path, smooth, walk } from "../src/ink/lines";
import type { Point } from "../src/ink/plane";

describe("lines", () => {
  it("join segments into one chain, whatever their order and direction", () => {
    const line = chains([
      [
        [10, 0],
        [20, 0],
      ],
      [
        [10, 0],
        [0, 0],
      ],
      [
        [20, 0],
        [30, 0],
      ],
    ]);
    expect(line).toHaveLength(1);
    expect(line[0]!.map(([x]) => x).sort((a, b) => a - b)).toEqual([0, 10, 20, 30]);
  });

  it("keep their ends when they are smoothed", () => {
    const line = smooth(
      [
        [0, 0],
        [10, 10],
        [20, 0],
      ],
      3,
    );
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([20, 0]);
    expect(Math.max(...line.map(([, y]) => y))).toBeLessThan(10);
  });

  it("are walked in even steps over corners", () => {
    const steps = walk(
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      4,
    );
    expect(steps.map(({ x, y }) => x + y)).toEqual([4, 8, 12, 16, 20]);
  });

  it("become straight faces that meet in a corner", () => {
    const zigzag: Point[] = [
      [0, 0.3],
      [1, -0.3],
      [2, 0.3],
      [3, -0.3],
      [4, 0.3],
      [4.3, 1],
      [3.7, 2],
      [4.3, 3],
      [3.7, 4],
    ];
    expect(bends(zigzag, 0.8)).toHaveLength(3);
    const [, corner] = faces(zigzag, 0.8);
    expect(corner![0]).toBeCloseTo(4, 0);
    expect(corner![1]).toBeCloseTo(0, 0);
  });

  it("do not cross themselves beside a corner", () => {
    const inner = beside(
      [
        [0, 0],
        [20, 0],
        [20, 20],
      ],
      5,
      1,
    );
    expect(inner.every(([x, y]) => x <= 15.2 && y >= 4.8)).toBe(true);
  });

  it("are written short", () => {
    expect(
      path(
        [
          [0.123, 1],
          [2, 3.05],
        ],
        true,
      ),
    ).toBe("M0.1 1L2 3.1Z");
  });
});
