/** A smooth surface through the levels of hexes; contours and hachures are read off it. */

import { centre, ROOT3, type Grid } from "./geometry";
import type { Box, Point } from "../ink/plane";
import { chains, path, walk, type Segment } from "../ink/lines";
import { tiled } from "../ink/tiles";
import { CONTOUR, SEPIA } from "../ink/palette";
import { random } from "../ink/random";
import type { Hex } from "../types";

export interface Relief {
  width: number;
  height: number;
  cell: number;
  box: Box;
  z: Float64Array;
}

export function relief(grid: Grid, levels: ReadonlyMap<Hex, number>, box: Box, spread = 0.5): Relief {
  const cell = grid.radius / 4;
  const width = Math.ceil((box.right - box.left) / cell) + 1;
  const height = Math.ceil((box.bottom - box.top) / cell) + 1;
  const top = new Float64Array(width * height);
  const weight = new Float64Array(width * height).fill(1e-6);
  const s = grid.radius * ROOT3 * spread;
  const reach = Math.ceil((3 * s) / cell);
  for (const [hex, level] of levels) {
    const [cx, cy] = centre(grid, hex);
    const i0 = Math.round((cx - box.left) / cell);
    const j0 = Math.round((cy - box.top) / cell);
    for (let j = Math.max(0, j0 - reach); j <= Math.min(height - 1, j0 + reach); j++) {
      for (let i = Math.max(0, i0 - reach); i <= Math.min(width - 1, i0 + reach); i++) {
        const away = (box.left + i * cell - cx) ** 2 + (box.top + j * cell - cy) ** 2;
        const w = Math.exp(-away / (2 * s * s));
        top[j * width + i]! += w * level;
        weight[j * width + i]! += w;
      }
    }
  }
  return { width, height, cell, box, z: top.map((value, k) => value / weight[k]!) };
}

/** The lines where the surface stands at `level` (marching squares). */
export function contour(surface: Relief, level: number): Point[][] {
  const { width, height, cell, box, z } = surface;
  const segments: Segment[] = [];
  for (let j = 0; j + 1 < height; j++) {
    for (let i = 0; i + 1 < width; i++) {
      const a = z[j * width + i]!;
      const b = z[j * width + i + 1]!;
      const c = z[(j + 1) * width + i + 1]!;
      const d = z[(j + 1) * width + i]!;
      const below = a < level;
      if (b < level === below && c < level === below && d < level === below) continue;
      const x = box.left + i * cell;
      const y = box.top + j * cell;
      const cuts: Point[] = [];
      const at = (from: number, to: number): number => (level - from) / (to - from);
      if (a < level !== b < level) cuts.push([x + cell * at(a, b), y]);
      if (b < level !== c < level) cuts.push([x + cell, y + cell * at(b, c)]);
      if (d < level !== c < level) cuts.push([x + cell * at(d, c), y + cell]);
      if (a < level !== d < level) cuts.push([x, y + cell * at(a, d)]);
      for (let k = 0; k + 1 < cuts.length; k += 2) segments.push([cuts[k]!, cuts[k + 1]!]);
    }
  }
  return chains(segments, 0.02).filter((line) => line.length > 3);
}

/** A line in pieces of so many points, each beginning where the last one ended. */
function cut(line: readonly Point[], length: number): Point[][] {
  const pieces: Point[][] = [];
  for (let i = 0; i + 1 < line.length; i += length) pieces.push(line.slice(i, i + length + 1));
  return pieces;
}

export function contours(surface: Relief, levels: readonly number[], width: number): string {
  const pieces = levels.flatMap((level) => contour(surface, level)).flatMap((line) => cut(line, 24));
  return tiled(
    pieces.map((piece) => ({ at: piece[0]!, d: path(piece) })),
    ` fill="none" stroke="${CONTOUR}" stroke-width="${width}" stroke-opacity=".8"`,
  );
}

function downhill(surface: Relief, x: number, y: number): Point {
  const { width, height, cell, box, z } = surface;
  const i = Math.min(width - 2, Math.max(1, Math.round((x - box.left) / cell)));
  const j = Math.min(height - 2, Math.max(1, Math.round((y - box.top) / cell)));
  return [
    (z[j * width + i - 1]! - z[j * width + i + 1]!) / (2 * cell),
    (z[(j - 1) * width + i]! - z[(j + 1) * width + i]!) / (2 * cell),
  ];
}

/** From each contour, strokes straight downhill; steeper ground, longer and thicker strokes. */
export function hachures(surface: Relief, levels: readonly number[], step: number, length: number): string {
  const r = random("hachures");
  const feet = levels.flatMap((level) =>
    contour(surface, level).flatMap((line) =>
      walk(line, step).map(({ x, y }) => ({ x, y, fall: downhill(surface, x, y) })),
    ),
  );
  const steepest = feet.reduce((most, { fall }) => Math.max(most, Math.hypot(...fall)), 1e-9);
  const strokes = feet.flatMap(({ x, y, fall: [fx, fy] }) => {
    const steep = Math.hypot(fx, fy) / steepest;
    if (steep < 0.08) return [];
    const k = length * (0.45 + 0.75 * steep) * r.between(0.85, 1.15);
    const w = step * (0.14 + 0.2 * steep);
    const [gx, gy] = [fx / (steep * steepest), fy / (steep * steepest)];
    const wedge: Point[] = [
      [x - gy * w, y + gx * w],
      [x + gy * w, y - gx * w],
      [x + gx * k, y + gy * k],
    ];
    return [{ at: [x, y] as const, d: path(wedge, true) }];
  });
  return tiled(strokes, ` fill="${SEPIA}" fill-opacity=".75"`);
}
