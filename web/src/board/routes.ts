/** What runs across the map: roads, railroads, streams and whatever lies along hexsides. */

import { centre, hexside, type Grid, type Point } from "./geometry";
import { beside, chains, path, smooth, ticks, walk } from "./lines";
import { EARTH, INK, ROAD, SEPIA, WATER, WATERLINE } from "./palette";
import type { Hex, MapFacts } from "../types";

export function road(points: readonly Point[], width: number): string {
  const d = path(smooth(points, 3));
  return (
    `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${ROAD}" stroke-width="${width - 1.9}" stroke-linejoin="round"/>`
  );
}

function railroad(points: readonly Point[], width: number): string {
  const line = smooth(points, 3);
  const ties = walk(line, width * 1.5).map(({ x, y, tx, ty }) => path([[x - ty * width, y + tx * width], [x + ty * width, y - tx * width]]));
  return `<path d="${path(line)}" fill="none" stroke="${INK}" stroke-width="1.8"/><path d="${ties.join("")}" stroke="${INK}" stroke-width="1.1"/>`;
}

export function isRailroad(name: string): boolean {
  return /railroad|railway/.test(name);
}

export function roads(grid: Grid, map: MapFacts): string {
  return Object.entries(map.roads)
    .map(([name, trail]) => {
      const points = trail.map((hex) => centre(grid, hex));
      return isRailroad(name) ? railroad(points, Math.max(1.6, grid.radius * 0.085)) : road(points, Math.max(2.6, grid.radius * 0.36));
    })
    .join("");
}

/** A watercourse: two bank lines, pale water, and broken shore lines outside the banks. */
export function stream(points: readonly Point[], width: number): string {
  const line = smooth(points, 3);
  const d = path(line);
  const shore = [[0.85, 0.5], [-0.85, 0.5], [1.25, 0.25], [-1.25, 0.25]].map(
    ([k, faint]) => {
      const bank = walk(line, 3).map(({ x, y, tx, ty }): Point => [x - ty * width * k!, y + tx * width * k!]);
      return `<path d="${path(bank)}" fill="none" stroke="${WATERLINE}" stroke-width=".55" stroke-opacity="${faint}"/>`;
    },
  );
  return (
    shore.join("") +
    `<path d="${d}" fill="none" stroke="${WATERLINE}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${WATER}" stroke-width="${Math.max(0.5, width - 1.7)}" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

/** A field work: strokes outside, a parapet band with two inked edges, the fire step inside. */
export function fieldWork(points: readonly Point[], width: number, out: 1 | -1): string {
  const d = path(points);
  return (
    `<path d="${ticks(points, { step: width * 0.42, length: width * 1.15, side: out, jitter: 0.3, seed: "works", gap: width * 0.5 })}" fill="${SEPIA}"/>` +
    `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${EARTH}" stroke-width="${Math.max(0.5, width - 2.2)}" stroke-linejoin="round"/>` +
    `<path d="${path(beside(points, -width * 0.95 * out))}" fill="none" stroke="${SEPIA}" stroke-width=".7" stroke-dasharray="5 2"/>`
  );
}

/** On which side of a chain the second hexes of its hexsides lie. */
function outside(line: readonly Point[], beyond: readonly Point[]): 1 | -1 {
  const middle = Math.max(1, Math.floor(line.length / 2));
  const [[x, y], [u, v]] = [line[middle - 1]!, line[middle]!];
  const near = beyond.reduce((best, p) => (Math.hypot(p[0] - x, p[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? p : best));
  return -(v - y) * (near[0] - x) + (u - x) * (near[1] - y) > 0 ? 1 : -1;
}

/** Lines along hexsides by their names: water, works, or a plain dashed line. A work faces its second hexes. */
export function sides(grid: Grid, map: MapFacts, water: boolean): string {
  return Object.entries(map.hexsides)
    // A crest is relief already.
    .filter(([name]) => /stream|creek|river|brook/.test(name) === water && name !== "crest")
    .flatMap(([name, pairs]) => {
      const beyond = pairs.map(([, b]) => centre(grid, b));
      return chains(pairs.map(([a, b]: [Hex, Hex]) => hexside(grid, a, b))).map((line) => {
        if (water) return stream(line, Math.max(2.4, grid.radius * 0.15));
        if (!/work|wall|redan|parapet|redoubt/.test(name)) return `<path d="${path(line)}" fill="none" stroke="${SEPIA}" stroke-width="2" stroke-dasharray="6 3"/>`;
        return fieldWork(smooth(line, 1), Math.max(2.4, grid.radius * 0.19), outside(line, beyond));
      });
    })
    .join("");
}
