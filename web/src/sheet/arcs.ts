/** What lies before a front: its arc in range bands, from the outer stands of the front rank. */

import type { Point } from "../ink/plane";
import { path } from "../ink/lines";
import { INK } from "../ink/palette";
import { escaped } from "../words";
import { ahead, local, onPaper } from "./scale";
import type { Body, Prospect } from "../types";

/** The middles of the front edges of the outermost stands of the front rank, left and right. */
export function muzzles(body: Body): [Point, Point] {
  const middles = body.bases.map(([a, b]): Point => [(a![0] + b![0]) / 2, (a![1] + b![1]) / 2]);
  const seen = middles.map((at) => ({ at, place: local(body, at) }));
  const front = Math.max(...seen.map(({ place }) => place[1]));
  const rank = seen.filter(({ place }) => place[1] > front - 10).sort((a, b) => a.place[0] - b.place[0]);
  return [rank[0]!.at, rank.at(-1)!.at];
}

/** Everything at one distance before a front, from the left end of its arc to the right. */
export function rim(body: Body, arc: number, far: number): Point[] {
  const [left, right] = muzzles(body);
  const steps = 8;
  const from = ([x, y]: Point, turn: number): Point => {
    const [dx, dy] = ahead(body.heading + turn);
    return [x + dx * far, y + dy * far];
  };
  const turns = Array.from({ length: steps + 1 }, (_, i) => (arc * i) / steps);
  return [...turns.toReversed().map((turn) => from(left, -turn)), ...turns.map((turn) => from(right, turn))];
}

interface Wash {
  fill: string;
  faint: number;
  dash: string;
}

/** The nearest band is the strongest; each edge has a pattern of its own. */
const WASHES: readonly Wash[] = [
  { fill: "#9c2f22", faint: 0.32, dash: "" },
  { fill: "#c9762c", faint: 0.24, dash: "7 3" },
  { fill: "#e0b24a", faint: 0.19, dash: "2 4" },
  { fill: "#e0b24a", faint: 0.13, dash: "1 5" },
  { fill: "#e0b24a", faint: 0.1, dash: "1 7" },
  { fill: "#e0b24a", faint: 0.08, dash: "1 9" },
];

/** Range bands before a unit, with words `k` times as large as close up. */
export function drawBands({ body, arc, bands }: Prospect, halo: string, k = 1): string {
  const paper = (points: readonly Point[]): Point[] => points.map(([x, y]) => onPaper(x, y));
  const areas = bands.map(({ near, far }, i) => {
    const { fill, faint, dash } = WASHES[Math.min(i, WASHES.length - 1)]!;
    const d = path(paper([...rim(body, arc, near), ...rim(body, arc, far).toReversed()]), true);
    return `<path d="${d}" fill="${fill}" fill-opacity="${faint}" stroke="${INK}" stroke-width=".9"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
  });
  const words = bands.map(({ near, far, label }) => {
    const [x, y] = paper([rim(body, arc, near + (far - near) * 0.62).at(-1)!])[0]!;
    const west = ahead(body.heading + arc)[0] < 0;
    return `<text x="${(x + (west ? -8 : 8)).toFixed(1)}" y="${(y + 4 * k).toFixed(1)}" font-size="${(13 * k).toFixed(1)}" font-weight="650" text-anchor="${west ? "end" : "start"}" fill="${INK}" paint-order="stroke" stroke="${halo}" stroke-width="3">${escaped(label)}</text>`;
  });
  return areas.join("") + words.join("");
}
