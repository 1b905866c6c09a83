/** Field works and ditches, traced through the hexes they fill. */

import { around, centre, type Grid } from "./geometry";
import type { Point } from "../ink/plane";
import { beside, faces, path, runOn, smooth, ticks, walk } from "../ink/lines";
import { INK, SEPIA } from "../ink/palette";
import type { Hex } from "../types";

/** Hexes in walking order from one end of their chain; one list per chain. */
export function trails(grid: Grid, hexes: Iterable<Hex>): Hex[][] {
  const left = new Set([...hexes].sort());
  const open = (hex: Hex): Hex[] => around(grid, hex).filter((next) => left.has(next));
  const out: Hex[][] = [];
  while (left.size > 0) {
    const group = [...left];
    const start = group.find((hex) => open(hex).length <= 1) ?? group[0]!;
    const trail = [start];
    left.delete(start);
    for (let tip = start; ;) {
      const next = open(tip).sort((a, b) => open(a).length - open(b).length)[0];
      if (next === undefined) break;
      left.delete(next);
      trail.push(next);
      tip = next;
    }
    out.push(trail);
  }
  return out;
}

/** The line of a work: straight faces and sharp corners, run on over the edge of the map. */
export function trace(grid: Grid, trail: readonly Hex[]): Point[] {
  const line = faces(
    trail.map((hex) => centre(grid, hex)),
    grid.radius * 0.95,
  );
  return runOn(line, grid.radius * 3);
}

/** +1 where the right of the line faces away from `inside`, else -1. */
export function outward(line: readonly Point[], inside: readonly Point[]): 1 | -1 {
  const mean = (k: 0 | 1): number => inside.reduce((sum, p) => sum + p[k], 0) / inside.length;
  const steps = walk(line, 10);
  const turn = steps.reduce((sum, { x, y, tx, ty }) => sum + (mean(0) - x) * -ty + (mean(1) - y) * tx, 0);
  return turn > 0 ? -1 : 1;
}

/** A sunk band, both banks hachured inward. */
export function ditch(line: readonly Point[], radius: number): string {
  const r = radius;
  const bed = smooth(
    walk(line, r * 0.8).map(({ x, y }): Point => [x, y]),
    2,
  );
  const d = path(bed);
  const bank = (side: 1 | -1): string =>
    `<path d="${ticks(beside(bed, r * 0.56 * side, 3), {
      step: r * 0.15,
      length: r * 0.34,
      side: side === 1 ? -1 : 1,
      jitter: 0.35,
      seed: `bank ${side}`,
    })}" fill="${SEPIA}"/>`;
  return (
    `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${r * 1.16}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="#c2a473" stroke-width="${r * 1.16 - 2.2}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="#ad8c5a" stroke-width="${r * 0.4}"/>` +
    bank(1) +
    bank(-1)
  );
}

/** A parapet: strokes down its outer slope, an earth band, the crest with its posts, the fire step. */
export function parapet(line: readonly Point[], radius: number, out: 1 | -1): string {
  const r = radius;
  const d = path(line);
  const posts = walk(line, r * 0.15)
    .map(({ x, y, tx, ty }) => {
      const [px, py] = [x - ty * r * 0.28 * out, y + tx * r * 0.28 * out];
      return `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="${(r * 0.055).toFixed(2)}"/>`;
    })
    .join("");
  return (
    `<path d="${ticks(line, { step: r * 0.17, length: r * 0.34, side: out, jitter: 0.3, seed: "slope", gap: r * 0.38 })}" fill="${INK}" fill-opacity=".8"/>` +
    `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${r * 0.86}" stroke-linejoin="miter"/>` +
    `<path d="${d}" fill="none" stroke="#dcc391" stroke-width="${r * 0.86 - 2.4}"/>` +
    `<path d="${d}" fill="none" stroke="#efdfb6" stroke-width="${r * 0.3}"/>` +
    `<path d="${path(beside(line, r * 0.16 * out, 2))}" fill="none" stroke="${INK}" stroke-width="1.3"/>` +
    `<g fill="#fff3d3" stroke="${INK}" stroke-width=".7">${posts}</g>` +
    `<path d="${path(beside(line, -r * 0.62 * out, 2))}" fill="none" stroke="${SEPIA}" stroke-width=".8" stroke-dasharray="4 2"/>`
  );
}
