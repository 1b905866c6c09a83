/** What runs across the map: roads, railroads, streams and whatever lies along hexsides. */

import { centre, hexside, type Grid } from "./geometry";
import type { Point } from "../ink/plane";
import { chains, path, smooth, walk } from "../ink/lines";
import { INK, SEPIA } from "../ink/palette";
import { bank, fieldWork, lane, road, stream } from "../ink/strokes";
import type { Hex, MapFacts } from "../types";

function railroad(points: readonly Point[], width: number): string {
  const line = smooth(points, 3);
  const ties = walk(line, width * 1.5).map(({ x, y, tx, ty }) =>
    path([
      [x - ty * width, y + tx * width],
      [x + ty * width, y - tx * width],
    ]),
  );
  return `<path d="${path(line)}" fill="none" stroke="${INK}" stroke-width="1.8"/><path d="${ties.join("")}" stroke="${INK}" stroke-width="1.1"/>`;
}

export function isRailroad(name: string): boolean {
  return /railroad|railway/.test(name);
}

export function isLane(name: string): boolean {
  return name.startsWith("lane");
}

/** Lanes under roads, where they meet. */
export function roads(grid: Grid, map: MapFacts): string {
  return Object.entries(map.roads)
    .toSorted(([a], [b]) => Number(isLane(b)) - Number(isLane(a)))
    .map(([name, trail]) => {
      const points = trail.map((hex) => centre(grid, hex));
      if (isRailroad(name)) return railroad(points, Math.max(1.6, grid.radius * 0.085));
      if (isLane(name)) return lane(points, Math.max(2.2, grid.radius * 0.2));
      return road(points, Math.max(2.6, grid.radius * 0.36));
    })
    .join("");
}

/** Bridges of logs, across whatever road runs through the hexes. */
export function logBridges(grid: Grid, map: MapFacts, hexes: readonly Hex[]): string {
  return hexes
    .flatMap((hex) =>
      Object.values(map.roads).flatMap((trail) => {
        const at = trail.indexOf(hex);
        if (at < 1 || at + 1 >= trail.length) return [];
        const ends = trail.slice(at - 1, at + 2).map((one) => centre(grid, one));
        const way = smooth(ends, 3);
        const [w, step] = [grid.radius * 0.24, grid.radius * 0.13];
        const logs = walk(way, step)
          .slice(4, -4)
          .map(({ x, y, tx, ty }) =>
            path([
              [x - ty * w, y + tx * w],
              [x + ty * w, y - tx * w],
            ]),
          )
          .join("");
        return [
          `<path d="${logs}" stroke="${INK}" stroke-width="${(step * 0.86).toFixed(2)}" stroke-linecap="round"/>` +
            `<path d="${logs}" stroke="#d9b983" stroke-width="${(step * 0.5).toFixed(2)}" stroke-linecap="round"/>`,
        ];
      }),
    )
    .join("");
}

/** On which side of a chain the second hexes of its hexsides lie. */
function outside(line: readonly Point[], beyond: readonly Point[]): 1 | -1 {
  const middle = Math.max(1, Math.floor(line.length / 2));
  const [[x, y], [u, v]] = [line[middle - 1]!, line[middle]!];
  const near = beyond.reduce((best, p) =>
    Math.hypot(p[0] - x, p[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? p : best,
  );
  return -(v - y) * (near[0] - x) + (u - x) * (near[1] - y) > 0 ? 1 : -1;
}

/** Lines along hexsides by their names: water, works, or a plain dashed line. A work faces its second hexes. */
export function sides(grid: Grid, map: MapFacts, water: boolean): string {
  return (
    Object.entries(map.hexsides)
      // Crests and slopes are relief already.
      .filter(([name]) => /stream|creek|river|brook/.test(name) === water && !/crest|slope/.test(name))
      .flatMap(([name, pairs]) => {
        const beyond = pairs.map(([, b]) => centre(grid, b));
        return chains(pairs.map(([a, b]: [Hex, Hex]) => hexside(grid, a, b))).map((line) => {
          if (water) return stream(line, Math.max(2.4, grid.radius * 0.15));
          if (name.includes("levee")) return bank(smooth(line, 2), Math.max(2, grid.radius * 0.16));
          if (!/work|wall|redan|parapet|redoubt/.test(name))
            return `<path d="${path(line)}" fill="none" stroke="${SEPIA}" stroke-width="2" stroke-dasharray="6 3"/>`;
          return fieldWork(smooth(line, 1), Math.max(2.4, grid.radius * 0.19), outside(line, beyond));
        });
      })
      .join("")
  );
}
