/** Numbers and losses stuck into a map, and the marches between its places, for reports and briefings. */

import { path } from "./lines";
import { PAPER, RED } from "./palette";
import type { Point } from "./plane";
import { figure } from "../words";

/** A number on a map that stands in a list beside it too. */
export function pin([x, y]: Point, words: string, size: number, fill = RED): string {
  return (
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}" fill="${fill}" stroke="${PAPER}" stroke-width="${(size / 8).toFixed(1)}"/>` +
    `<text class="cn" x="${x.toFixed(1)}" y="${(y + size * 0.38).toFixed(1)}" text-anchor="middle" font-size="${(size * 1.15).toFixed(1)}" fill="#fff">${words}</text>`
  );
}

/** What was lost at a place. */
export function lossPill([x, y]: Point, lost: number, size: number): string {
  const words = figure(-lost);
  const wide = size * (0.9 + 0.55 * words.length);
  return (
    `<rect x="${(x - wide / 2).toFixed(1)}" y="${(y - size * 0.7).toFixed(1)}" width="${wide.toFixed(1)}" height="${(size * 1.4).toFixed(1)}" rx="${(size * 0.7).toFixed(1)}" fill="${RED}" stroke="${PAPER}" stroke-width="${(size / 8).toFixed(1)}"/>` +
    `<text class="cn" x="${x.toFixed(1)}" y="${(y + size * 0.36).toFixed(1)}" text-anchor="middle" font-size="${size.toFixed(1)}" fill="#fff">${words}</text>`
  );
}

/** A march from one place to another, in the colour of its side, up to the rim of whoever stands there now. */
export function marchLine(from: Point, to: Point, ink: string, size: number, rim: number): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [tx, ty] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const end: Point = [to[0] - tx * rim, to[1] - ty * rim];
  const wing = (turn: number): Point => [
    end[0] - size * (tx * Math.cos(turn) - ty * Math.sin(turn)),
    end[1] - size * (ty * Math.cos(turn) + tx * Math.sin(turn)),
  ];
  const line = path([from, end]);
  const tip = path([wing(0.45), end, wing(-0.45)], true);
  return (
    `<circle cx="${from[0].toFixed(1)}" cy="${from[1].toFixed(1)}" r="${(size * 0.5).toFixed(1)}" fill="${PAPER}" stroke="${ink}" stroke-width="${(size / 5).toFixed(1)}"/>` +
    `<path d="${line}" fill="none" stroke="${PAPER}" stroke-width="${(size / 2.2).toFixed(1)}" stroke-opacity=".8"/>` +
    `<path d="${line}" fill="none" stroke="${ink}" stroke-width="${(size / 4.5).toFixed(1)}"/><path d="${tip}" fill="${ink}" stroke="${PAPER}" stroke-width="${(size / 12).toFixed(1)}"/>`
  );
}
