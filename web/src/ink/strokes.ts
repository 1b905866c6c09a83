/** What runs across any map, and its north arrow. */

import { label } from "./labels";
import { beside, path, smooth, ticks, walk } from "./lines";
import { EARTH, INK, PAPER, ROAD, SEPIA, WATER, WATERLINE } from "./palette";
import type { Point } from "./plane";

export function road(points: readonly Point[], width: number): string {
  const d = path(smooth(points, 3));
  return (
    `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${ROAD}" stroke-width="${width - 1.9}" stroke-linejoin="round"/>`
  );
}

/** A lane: two thin broken edges. */
export function lane(points: readonly Point[], width: number): string {
  const d = path(smooth(points, 3));
  return (
    `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="${width}" stroke-dasharray="7 2.5"/>` +
    `<path d="${d}" fill="none" stroke="${ROAD}" stroke-width="${width - 1.5}" stroke-linejoin="round"/>`
  );
}

/** A raised bank: a pale crest, and strokes down both of its slopes. */
export function bank(points: readonly Point[], width: number): string {
  const d = path(points);
  const slope = (side: 1 | -1): string =>
    `<path d="${ticks(points, { step: width * 0.24, length: width * 0.62, side, jitter: 0.3, seed: `bank ${side}`, gap: width * 0.42 })}" fill="${SEPIA}"/>`;
  return (
    slope(1) +
    slope(-1) +
    `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>` +
    `<path d="${d}" fill="none" stroke="#ecdcb4" stroke-width="${Math.max(0.5, width - 1.8)}" stroke-linejoin="round" stroke-linecap="round"/>`
  );
}

/** A watercourse: two bank lines, pale water, and broken shore lines outside the banks. */
export function stream(points: readonly Point[], width: number): string {
  const line = smooth(points, 3);
  const d = path(line);
  const shore = [
    [0.85, 0.5],
    [-0.85, 0.5],
    [1.25, 0.25],
    [-1.25, 0.25],
  ].map(([k, faint]) => {
    const bank = walk(line, 3).map(({ x, y, tx, ty }): Point => [x - ty * width * k!, y + tx * width * k!]);
    return `<path d="${path(bank)}" fill="none" stroke="${WATERLINE}" stroke-width=".55" stroke-opacity="${faint}"/>`;
  });
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

export function north([x, y]: Point, r: number): string {
  const degrees = Array.from({ length: 24 }, (_, k) => {
    const a = (k * 15 * Math.PI) / 180;
    const far = r * (k % 3 ? 0.72 : 0.8);
    const [sx, sy] = [Math.sin(a), -Math.cos(a)];
    return path([
      [r * 0.62 * sx, r * 0.62 * sy],
      [far * sx, far * sy],
    ]);
  }).join("");
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${r * 0.62}" fill="${PAPER}" fill-opacity=".8" stroke="${INK}" stroke-width=".8"/>` +
    `<path d="${degrees}" stroke="${INK}" stroke-width=".7"/>` +
    `<path d="M0 ${-r * 1.1}L${r * 0.17} 0L0 ${r * 0.8}Z" fill="${INK}"/>` +
    `<path d="M0 ${-r * 1.1}L${-r * 0.17} 0L0 ${r * 0.8}Z" fill="${PAPER}" stroke="${INK}" stroke-width=".9"/>` +
    `<path d="M${-r * 0.62} 0H${r * 0.62}" stroke="${INK}" stroke-width=".7"/></g>` +
    label([x, y - r * 1.2], "N", r * 0.5, "title")
  );
}
