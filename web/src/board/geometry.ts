/** Hexes on paper: centres, corners, neighbours, and which hex lies under a point. */

import type { Box, Point } from "../ink/plane";
import type { Hex, MapFacts } from "../types";

export const ROOT3 = Math.sqrt(3);

export interface Grid {
  radius: number;
  /** -1: even columns stand half a hex higher; +1: half a hex lower */
  even: -1 | 1;
  columns: readonly [number, number];
  rows: readonly [number, number];
  left: number;
  top: number;
}

export function gridOf(map: MapFacts, radius: number): Grid {
  return {
    radius,
    even: map.high === "even" ? -1 : 1,
    columns: map.columns,
    rows: map.rows,
    left: radius * 1.6,
    top: radius * ROOT3 * 1.1,
  };
}

export function column(hex: Hex): number {
  return Number(hex.slice(0, 2));
}

export function row(hex: Hex): number {
  return Number(hex.slice(2));
}

export function hexAt(col: number, r: number): Hex {
  return String(col).padStart(2, "0") + String(r).padStart(2, "0");
}

export function centre(grid: Grid, hex: Hex): Point {
  const c = column(hex);
  const shift = c % 2 === 0 ? grid.even * 0.5 : 0;
  return [
    grid.left + (c - grid.columns[0]) * 1.5 * grid.radius,
    grid.top + (row(hex) - grid.rows[0] + shift) * ROOT3 * grid.radius,
  ];
}

/** The six corners, from the east one clockwise; `scale` draws a smaller hex in the same place. */
export function corners(grid: Grid, hex: Hex, scale = 1): Point[] {
  const [x, y] = centre(grid, hex);
  return [0, 60, 120, 180, 240, 300].map((angle) => {
    const a = (angle * Math.PI) / 180;
    return [x + scale * grid.radius * Math.cos(a), y + scale * grid.radius * Math.sin(a)] as const;
  });
}

/** The six neighbours N NE SE S SW NW, on the map or not. */
export function around(grid: Grid, hex: Hex): Hex[] {
  const c = column(hex);
  const r = row(hex);
  const higher = (c % 2 === 0) === grid.even < 0;
  const [above, below] = higher ? [-1, 0] : [0, 1];
  return [
    hexAt(c, r - 1),
    hexAt(c + 1, r + above),
    hexAt(c + 1, r + below),
    hexAt(c, r + 1),
    hexAt(c - 1, r + below),
    hexAt(c - 1, r + above),
  ];
}

export function isOnMap(grid: Grid, hex: Hex): boolean {
  const c = column(hex);
  const r = row(hex);
  return c >= grid.columns[0] && c <= grid.columns[1] && r >= grid.rows[0] && r <= grid.rows[1];
}

/** The two ends of the hexside between neighbours. */
export function hexside(grid: Grid, a: Hex, b: Hex): [Point, Point] {
  const [ax, ay] = centre(grid, a);
  const [bx, by] = centre(grid, b);
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const half = grid.radius / 2;
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
  return [
    [mx - (dy / length) * half, my + (dx / length) * half],
    [mx + (dy / length) * half, my - (dx / length) * half],
  ];
}

/** The hex under a point of the paper, or null beside the map. */
export function under(grid: Grid, x: number, y: number): Hex | null {
  const c = Math.round((x - grid.left) / (1.5 * grid.radius)) + grid.columns[0];
  let best: Hex | null = null;
  let nearest = grid.radius;
  for (const col of [c - 1, c, c + 1]) {
    const shift = col % 2 === 0 ? grid.even * 0.5 : 0;
    const r = Math.round((y - grid.top) / (ROOT3 * grid.radius) - shift) + grid.rows[0];
    const hex = hexAt(col, r);
    if (!isOnMap(grid, hex)) continue;
    const [hx, hy] = centre(grid, hex);
    const away = Math.hypot(x - hx, y - hy);
    if (away < nearest) [best, nearest] = [hex, away];
  }
  return best;
}

/** The sheet of paper the whole map is drawn on. */
export function sheet(grid: Grid): Box {
  const right = grid.left + (grid.columns[1] - grid.columns[0]) * 1.5 * grid.radius;
  const bottom = grid.top + (grid.rows[1] - grid.rows[0]) * ROOT3 * grid.radius;
  return {
    left: 0,
    top: 0,
    right: right + grid.radius * 1.6,
    bottom: bottom + grid.radius * ROOT3 * 1.1,
  };
}

/** Of `hexes`, the nearest one that lies from `from` in the direction of an arrow key. */
export function nextHex(grid: Grid, from: Hex, arrow: string, hexes: Iterable<Hex>): Hex | null {
  const heading: Record<string, Point> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  const way = heading[arrow];
  if (!way) return null;
  const [x, y] = centre(grid, from);
  let best: Hex | null = null;
  let least = Infinity;
  for (const hex of hexes) {
    if (hex === from) continue;
    const [hx, hy] = centre(grid, hex);
    const along = (hx - x) * way[0] + (hy - y) * way[1];
    const aside = Math.abs((hx - x) * way[1]) + Math.abs((hy - y) * way[0]);
    if (along <= 0.1 || aside > along * 2.2) continue;
    const price = along + aside * 1.6;
    if (price < least) [best, least] = [hex, price];
  }
  return best;
}
