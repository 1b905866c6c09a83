import { describe, expect, it } from "vitest";
import { around, centre, corners, gridOf, hexside, isOnMap, nextHex, sheet, under } from "../src/board/geometry";
import { statics } from "./fixture";

const grid = gridOf(statics.map, 33);

describe("the grid", () => {
  it("names the six neighbours from the north clockwise, even columns standing higher", () => {
    expect(around(grid, "1620")).toEqual(["1619", "1719", "1720", "1621", "1520", "1519"]);
    expect(around(grid, "1519")).toEqual(["1518", "1619", "1620", "1520", "1420", "1419"]);
  });

  it("is one step from centre to centre whichever way one goes", () => {
    const [x, y] = centre(grid, "1620");
    for (const next of around(grid, "1620")) {
      const [u, v] = centre(grid, next);
      expect(Math.hypot(u - x, v - y)).toBeCloseTo(33 * Math.sqrt(3));
    }
  });

  it("finds the hex under every centre and near every corner", () => {
    for (const hex of Object.keys(statics.map.terrain)) {
      expect(under(grid, ...centre(grid, hex))).toBe(hex);
      for (const [x, y] of corners(grid, hex, 0.9)) expect(under(grid, x, y)).toBe(hex);
    }
  });

  it("finds nothing beside the map", () => {
    expect(under(grid, -50, -50)).toBeNull();
    expect(isOnMap(grid, "0920")).toBe(false);
  });

  it("shares a hexside between its two hexes", () => {
    const [a, b] = hexside(grid, "1620", "1720");
    const [c, d] = hexside(grid, "1720", "1620");
    expect(a[0]).toBeCloseTo(d[0]);
    expect(b[1]).toBeCloseTo(c[1]);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeCloseTo(33);
  });

  it("fits on its sheet", () => {
    const box = sheet(grid);
    for (const hex of Object.keys(statics.map.terrain)) {
      for (const [x, y] of corners(grid, hex)) {
        expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(true);
      }
    }
  });
});

describe("arrow keys", () => {
  it("go to the nearest lit hex that way", () => {
    const lit = ["1518", "1520", "1419", "1719", "1525"];
    expect(nextHex(grid, "1519", "ArrowUp", lit)).toBe("1518");
    expect(nextHex(grid, "1519", "ArrowDown", lit)).toBe("1520");
    expect(nextHex(grid, "1519", "ArrowLeft", lit)).toBe("1419");
    expect(nextHex(grid, "1519", "ArrowRight", lit)).toBe("1719");
  });

  it("stay where nothing lies that way", () => {
    expect(nextHex(grid, "1519", "ArrowUp", ["1525"])).toBeNull();
  });
});
