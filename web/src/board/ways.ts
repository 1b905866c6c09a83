/** The way a unit would go, read off what each hex costs to reach. */

import { around, type Grid } from "./geometry";
import type { Hex } from "../types";

/** From the start to a hex in reach: back from it, always to the neighbour that is cheapest to reach. */
export function wayTo(grid: Grid, costs: Readonly<Record<Hex, number>>, start: Hex, to: Hex): Hex[] {
  const way = [to];
  const cost = (hex: Hex): number => (hex === start ? -1 : (costs[hex] ?? Infinity));
  for (let hex = to; hex !== start; ) {
    const next = around(grid, hex).reduce((best, one) => (cost(one) < cost(best) ? one : best), hex);
    if (next === hex) return [];
    way.unshift(next);
    hex = next;
  }
  return way;
}
