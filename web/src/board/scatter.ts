/** Symbols scattered over hexes. */

import { centre, type Grid } from "./geometry";
import type { Point } from "../ink/plane";
import { random } from "../ink/random";
import { strewn, variantsOf, type Spot, type Symbol } from "../ink/symbols";
import type { Hex } from "../types";

/** Random points in a hex, spaced apart. They depend on the hex alone. */
function darts(grid: Grid, hex: Hex, symbol: Symbol, perHex: number, size: number, rim: boolean): Spot[] {
  const r = random(symbol, hex);
  const [cx, cy] = centre(grid, hex);
  const count = Math.floor(perHex) + (r.next() < perHex % 1 ? 1 : 0);
  const room = (grid.radius * 0.9) / Math.sqrt(Math.max(1, count));
  const put: Spot[] = [];
  for (let dart = 0; dart < count * 8 && put.length < count; dart++) {
    const angle = r.between(0, 2 * Math.PI);
    const part = rim ? r.between(0.74, 0.9) : Math.sqrt(r.next()) * 0.86;
    const at: Point = [cx + part * grid.radius * Math.cos(angle), cy + part * grid.radius * Math.sin(angle) * 0.92];
    if (put.some((spot) => Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]) <= room)) continue;
    put.push({ at, scale: size * r.between(0.82, 1.15), variant: r.below(variantsOf(symbol)) });
  }
  return put.sort((a, b) => a.at[1] - b.at[1]);
}

/** Symbols over hexes; `rim` keeps the middle of a hex free, where a road passes. */
export function scatter(
  grid: Grid,
  hexes: readonly Hex[],
  symbol: Symbol,
  perHex: number,
  size: number,
  rim = false,
): string {
  return strewn(
    hexes.map((hex) => darts(grid, hex, symbol, perHex, size, rim)),
    symbol,
    size,
  );
}
