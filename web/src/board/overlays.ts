/** What is laid over the map while a player decides: lit hexes, costs, lines. Pattern and colour both. */

import { centre, corners, type Grid } from "./geometry";
import type { Point } from "../ink/plane";
import { path } from "../ink/lines";
import { AMBER, AMBER_LIGHT, AMBER_RING, GREEN, INK, RED } from "../ink/palette";
import type { Hex, Sight } from "../types";

export type Light = "legal" | "hover" | "chosen" | "threat";

/** legal: amber wash and double ring; hover: heavy ink ring; chosen: white and ink; threat: red hatch. */
export function lit(grid: Grid, hex: Hex, light: Light): string {
  const d = path(corners(grid, hex, 0.93), true);
  switch (light) {
    case "legal":
      return (
        `<path d="${d}" fill="${AMBER}" fill-opacity=".26" stroke="${AMBER_RING}" stroke-width="3.4"/>` +
        `<path d="${d}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="1.6"/>`
      );
    case "hover":
      return (
        `<path d="${d}" fill="${AMBER}" fill-opacity=".5" stroke="${INK}" stroke-width="4.4"/>` +
        `<path d="${path(corners(grid, hex, 0.98), true)}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="2"/>`
      );
    case "chosen":
      return (
        `<path d="${d}" fill="#fff" fill-opacity=".35" stroke="${INK}" stroke-width="3.6"/>` +
        `<path d="${d}" fill="none" stroke="#fff" stroke-width="1.5"/>`
      );
    case "threat":
      return `<path d="${d}" fill="url(#threat)" fill-opacity=".5" stroke="${RED}" stroke-width="1.2" stroke-dasharray="5 3"/>`;
  }
}

/** A lit area so large that rings would drown the map: one wash, one ring round it all. */
export function litField(outline: string, wash: number): string {
  return (
    `<path d="${outline}" fill="${AMBER}" fill-opacity="${wash}" stroke="${AMBER_RING}" stroke-width="3.4"/>` +
    `<path d="${outline}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="1.6"/>`
  );
}

/** A number in a hex: what it costs to go there, or the strength it is under. From afar it is large and in the middle,
 * but at the foot where a counter is `under` it. */
export function figure(grid: Grid, hex: Hex, words: string, large: boolean, under = false): string {
  const [x, y] = centre(grid, hex);
  const [size, drop] = large ? (under ? [0.55, 0.86] : [0.7, 0.25]) : [0.38, 0.74];
  return `<text class="cn cost" x="${x.toFixed(1)}" y="${(y + grid.radius * drop).toFixed(1)}" font-size="${(grid.radius * size).toFixed(1)}" text-anchor="middle">${words}</text>`;
}

/** How many points may still go through a hexside: a figure on it, struck where there are none. */
export function laneFigure(grid: Grid, hex: Hex, to: Hex, left: number): string {
  const [[x, y], [u, v]] = [centre(grid, hex), centre(grid, to)];
  const [mx, my] = [(x + u) / 2, (y + v) / 2];
  const r = grid.radius * 0.24;
  const words = left ? String(left) : "\u00d7";
  return (
    `<circle cx="${mx.toFixed(1)}" cy="${my.toFixed(1)}" r="${r.toFixed(1)}" fill="${left ? "#fffdf6" : "#f3d9d2"}" stroke="${left ? INK : RED}" stroke-width="1.2"/>` +
    `<text class="cn lane" x="${mx.toFixed(1)}" y="${(my + r * 0.52).toFixed(1)}" font-size="${(r * 1.5).toFixed(1)}" text-anchor="middle" fill="${left ? INK : RED}">${words}</text>`
  );
}

const d = ([ax, ay]: Point, [bx, by]: Point): string =>
  path([
    [ax, ay],
    [bx, by],
  ]);

/** The way a unit would go: a trail of ink dots, an arrow head where it ends. */
export function trailLine(points: readonly Point[], radius: number): string {
  const [before, end] = points.slice(-2);
  if (!before || !end) return "";
  const a = Math.atan2(end[1] - before[1], end[0] - before[0]);
  const head = ([-0.5, 0.5] as const).map((turn): Point => [
    end[0] - radius * 0.34 * Math.cos(a + turn),
    end[1] - radius * 0.34 * Math.sin(a + turn),
  ]);
  const line = path(points);
  const tip = path([head[0]!, end, head[1]!]);
  return (
    `<path d="${line}${tip}" fill="none" stroke="#fffdf6" stroke-width="6.5" stroke-opacity=".85" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${line}" fill="none" stroke="${INK}" stroke-width="3" stroke-dasharray=".1 7" stroke-linecap="round"/>` +
    `<path d="${tip}" fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

/** The way of one stack of many, as thin as may be: its ghost stands at the end. */
export function marchLine(points: readonly Point[]): string {
  const way = path(points);
  return (
    `<path d="${way}" fill="none" stroke="#fffdf6" stroke-width="4.5" stroke-opacity=".7" stroke-linejoin="round"/>` +
    `<path d="${way}" fill="none" stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"/>`
  );
}

/** Dice or a shot that wait on the way: a red die with the chance that they do harm. */
export function danger([x, y]: Point, percent: number | null, size: number): string {
  const words = percent === null ? "?" : `${Math.round(percent)}%`;
  const wide = size * (1.9 + 0.55 * words.length);
  const left = x - wide / 2;
  const dots = [0.3, 0.7].map(
    (k) => `<circle cx="${left + size * (0.25 + k)}" cy="${y - size * (k - 0.5)}" r="${size * 0.12}"/>`,
  );
  return (
    `<rect x="${left}" y="${y - size * 0.75}" width="${wide}" height="${size * 1.5}" rx="${size * 0.25}" fill="#fffdf6" stroke="${RED}" stroke-width="${size * 0.1}"/>` +
    `<rect x="${left + size * 0.25}" y="${y - size * 0.5}" width="${size}" height="${size}" rx="${size * 0.2}" fill="${RED}"/><g fill="#fff">${dots.join("")}</g>` +
    `<text class="cn" x="${left + size * 1.5}" y="${y + size * 0.36}" font-size="${size}" fill="${RED}">${words}</text>`
  );
}

/** Round the counters of a hex, within its sides. */
const RING = 0.8;

/** Fire: dotted from each hex that fires, a ring at the target, and the chance in words of a fixed size. */
export function fireLines(from: readonly Point[], to: Point, radius: number, words = "", size = 13): string {
  const lines = from.map((point) => {
    // From rim to rim, so that neither counter is written over.
    const part = Math.min(0.4, (radius * RING) / (Math.hypot(to[0] - point[0], to[1] - point[1]) || 1));
    const along = (t: number): Point => [point[0] + (to[0] - point[0]) * t, point[1] + (to[1] - point[1]) * t];
    return d(along(part), along(1 - part));
  });
  const [x, y] = to;
  const k = Math.min(1, size / 13);
  const [wide, high] = [size * (0.9 + 0.57 * words.length), size * 1.4];
  const top = y + radius * 0.72;
  return (
    `<path d="${lines.join("")}" fill="none" stroke="#fffdf6" stroke-width="${6 * k}" stroke-opacity=".8" stroke-linecap="round"/>` +
    `<path d="${lines.join("")}" fill="none" stroke="${RED}" stroke-width="${2.6 * k}" stroke-dasharray="${k} ${6 * k}" stroke-linecap="round"/>` +
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(radius * RING).toFixed(1)}" fill="none" stroke="${RED}" stroke-width="${2.4 * k}"/>` +
    (words
      ? `<rect x="${(x - wide / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" rx="${3 * k}" fill="#fffdf6" stroke="${INK}" stroke-width="${k}"/>` +
        `<text class="cn" x="${x.toFixed(1)}" y="${(top + size * 1.05).toFixed(1)}" font-size="${size.toFixed(1)}" text-anchor="middle" fill="${INK}">${words}</text>`
      : "")
  );
}

/** Sight: solid green to the block, red dashes after it, a cross on the block. */
export function sightLine(grid: Grid, from: Hex, to: Hex, sight: Sight | null): string {
  const [a, b] = [centre(grid, from), centre(grid, to)];
  const [[ax, ay], [bx, by]] = [a, b];
  const halo = `<path d="${d(a, b)}" stroke="#fffdf6" stroke-width="7" stroke-linecap="round" stroke-opacity=".8"/>`;
  const ends = `<g fill="#fffdf6" stroke="${INK}" stroke-width="2"><circle cx="${ax}" cy="${ay}" r="5"/><circle cx="${bx}" cy="${by}" r="5"/></g>`;
  if (!sight)
    return `${halo}<path d="${d(a, b)}" stroke="${INK}" stroke-width="2" stroke-dasharray="2 6" stroke-linecap="round"/>${ends}`;
  if (sight.clear) return `${halo}<path d="${d(a, b)}" stroke="${GREEN}" stroke-width="3.4"/>${ends}`;
  const block = sight.bars.find((bar) => bar.hex)?.hex;
  const [px, py] = block ? centre(grid, block) : b;
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const t = Math.min(1, Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length));
  const [mx, my] = [ax + (bx - ax) * t, ay + (by - ay) * t];
  const cross = `M${mx - 9} ${my - 9}l18 18m0 -18l-18 18`;
  return (
    `${halo}<path d="${d(a, [mx, my])}" stroke="${GREEN}" stroke-width="3.4"/>` +
    `<path d="${d([mx, my], b)}" stroke="${RED}" stroke-width="3" stroke-dasharray="8 6"/>${ends}` +
    `<path d="${cross}" stroke="#fffdf6" stroke-width="7"/><path d="${cross}" stroke="${RED}" stroke-width="3.6"/>`
  );
}
