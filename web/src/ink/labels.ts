/** Names on the map, with a halo of paper round them. */

import type { Point } from "./plane";
import { INK, PAPER } from "./palette";
import { escaped, inWords } from "../words";

export function label(
  [x, y]: Point,
  text: string,
  size: number,
  kind: "place" | "water" | "title" | "note",
  turn = 0,
  fill = INK,
): string {
  const rotate = turn ? ` transform="rotate(${turn.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})"` : "";
  return (
    `<text class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="middle" fill="${fill}"${rotate} ` +
    `paint-order="stroke" stroke="${PAPER}" stroke-width="3.5" stroke-linejoin="round">${escaped(text)}</text>`
  );
}

/** A name along a line, beside its straightest stretch near the middle. */
export function roadLabel(points: readonly Point[], text: string, radius: number): string {
  const half = 4;
  let best = Math.floor(points.length / 2);
  let straightest = 0;
  for (let i = half; i + half < points.length; i++) {
    const [ax, ay] = points[i - half]!;
    const [bx, by] = points[i + half]!;
    const central = 1 - 0.35 * Math.abs((2 * i) / points.length - 1);
    const straight = (Math.hypot(bx - ax, by - ay) / radius) * central;
    if (straight > straightest) [best, straightest] = [i, straight];
  }
  const [ax, ay] = points[Math.max(0, best - half)]!;
  const [bx, by] = points[Math.min(points.length - 1, best + half)]!;
  let turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  if (turn > 90) turn -= 180;
  if (turn < -90) turn += 180;
  const a = (turn * Math.PI) / 180;
  const away = radius * 0.75;
  const at: Point = [(ax + bx) / 2 + Math.sin(a) * away, (ay + by) / 2 - Math.cos(a) * away];
  return label(at, text, radius * 0.52, "place", turn);
}

/** The name of a work, low on its longest face; on the work itself, or inside it where men stand on it. */
export function faceLabel(line: readonly Point[], terrain: string, radius: number): string {
  const faces = line
    .slice(1, -1)
    .map((p, i) => [p, line[i + 2]!] as const)
    .slice(0, -1);
  const long = ([[ax, ay], [bx, by]]: readonly [Point, Point]): number => Math.hypot(bx - ax, by - ay);
  if (!faces.length) return "";
  const [upper, lower] = faces
    .reduce((best, face) => (long(face) > long(best) ? face : best))
    .toSorted((p, q) => p[1] - q[1]);
  const turn = Math.atan2(upper![1] - lower![1], upper![0] - lower![0]);
  const away = terrain === "ditch" ? 0.12 * radius : -radius * 1.7;
  const at: Point = [
    lower![0] * 0.78 + upper![0] * 0.22 - Math.sin(turn) * away,
    lower![1] * 0.78 + upper![1] * 0.22 + Math.cos(turn) * away,
  ];
  return label(at, inWords(terrain), radius * 0.5, terrain === "ditch" ? "water" : "place", (turn * 180) / Math.PI);
}
