/** The path a unit would take, traced back from its end. */

import type { Hex } from "../types";

/** From the start to a hex in reach, by the hex before each; nothing where the way is not known. */
export function wayTo(before: Readonly<Record<Hex, Hex>>, start: Hex, to: Hex): Hex[] {
  const way = [to];
  for (let hex = to; hex !== start;) {
    const last = before[hex];
    if (last === undefined) return [];
    way.unshift(last);
    hex = last;
  }
  return way;
}
