/** Many small strokes as a few paths, each of one part of the sheet.
 *
 * A browser draws a sheet in tiles, and walks through every path that touches a tile: one path over the
 * whole map would be walked through for each of them.
 */

import type { Point } from "./plane";

export interface Part {
  at: Point;
  d: string;
}

const CELL = 260;

export function tiled(parts: Iterable<Part>, attributes: string): string {
  const cells = new Map<string, string[]>();
  for (const { at, d } of parts) {
    const key = `${Math.floor(at[0] / CELL)} ${Math.floor(at[1] / CELL)}`;
    const there = cells.get(key);
    if (there) there.push(d);
    else cells.set(key, [d]);
  }
  return [...cells.values()].map((all) => `<path d="${all.join("")}"${attributes}/>`).join("");
}
