/** What is written on a measured table: the names of its land, and the inches along its edges. */

import { label } from "../ink/labels";
import { INK } from "../ink/palette";
import { apart, boxOf, shared, type Box, type Point } from "../ink/plane";
import { INCH, isClosed, line, MARGIN, middleOf, onPaper, WAYS } from "./scale";
import type { GroundFacts, SheetFacts } from "../types";

const AREAS = new Set(["hill", "open_woods", "dense_woods", "built_up", "water", "rough", "impassable"]);

/** How far a name stays from the edge of the table. */
const RIM = 4;

type Ink = "place" | "water" | "note";

/** Where a name could stand: its middle on the base line, and how it lies. */
interface Place {
  at: Point;
  turn: number;
}

/** How wide a letter is, of its height: small capitals are set apart. */
const LETTER: Record<Ink, number> = { place: 0.69, water: 0.56, note: 0.56 };

/** Names of the land, each where it crosses no other and no yard, and their room; `k` times as large as close up. */
export function layNames({ pieces, width, height }: SheetFacts, k = 1): { svg: string; boxes: Box[] } {
  const [right, bottom] = onPaper(width, height);
  const isOn = (box: Box): boolean => box.left > MARGIN && box.top > MARGIN && box.right < right && box.bottom < bottom;
  const taken = pieces.filter(({ points }) => isClosed(line(points))).map(({ points }) => boxOf(line(points)));
  const boxes: Box[] = [];
  // Roads are long and have many places for their names, so they come last.
  const svg = pieces
    .toSorted((a, b) => Number(WAYS.has(a.kind)) - Number(WAYS.has(b.kind)))
    .map((piece) => {
      const { words, size, ink, places: wished } = naming(piece, k);
      const wide = words.length * size * LETTER[ink];
      // What lies level is drawn in from the edge of the table.
      const places = wished.map(({ at: [x, y], turn }): Place => {
        const [least, most] = [MARGIN + wide / 2 + RIM, right - wide / 2 - RIM];
        return { at: [turn ? x : Math.max(least, Math.min(most, x)), y], turn };
      });
      const rooms = places.map(({ at, turn }) => lying(at, turn, wide, size));
      const free = rooms.findIndex((box) => isOn(box) && !taken.some((other) => shared(box, other) > 0));
      // From afar there is no room for all of them; close up a name rather crosses another than leaves the table.
      const best = free < 0 && k === 1 ? Math.max(0, rooms.findIndex(isOn)) : free;
      const place = places[best];
      if (!place) return "";
      const room = rooms[best]!;
      taken.push(room);
      boxes.push(room);
      return label(place.at, words, size, ink, place.turn);
    })
    .join("");
  return { svg, boxes };
}

function naming(
  { kind, label: words, points: given, level }: GroundFacts,
  k: number,
): { words: string; size: number; ink: Ink; places: Place[] } {
  const points = line(given);
  const { left, right, top, bottom } = boxOf(points);
  const at = (y: number): Place => ({ at: [(left + right) / 2, y], turn: 0 });
  if (AREAS.has(kind)) {
    const hill = kind === "hill";
    const what = hill && k === 1 ? `${words}, ${level === 1 ? "one contour" : `${level} contours`}` : words;
    const places = [bottom + (hill ? 24 : 18) * k, top - (hill ? 20 : 8), (top + bottom) / 2].map(at);
    return { words: what, size: 14.5 * k, ink: kind === "water" ? "water" : "note", places };
  }
  if (isClosed(points)) return { words, size: 15 * k, ink: "place", places: [top - 7, bottom + 18 * k].map(at) };
  return {
    words,
    size: 15 * k,
    ink: kind === "road" ? "place" : "water",
    places: WAYS.has(kind) ? beyond(points, k) : [],
  };
}

/** The room that words take: a box round them as they lie. */
function lying([x, y]: Point, turn: number, wide: number, high: number): Box {
  const a = (turn * Math.PI) / 180;
  const [w, h] = [
    Math.abs(wide * Math.cos(a)) + Math.abs(high * Math.sin(a)),
    Math.abs(wide * Math.sin(a)) + Math.abs(high * Math.cos(a)),
  ];
  // Letters stand on the line that they are written on.
  const [cx, cy] = [x + Math.sin(a) * high * 0.3, y - Math.cos(a) * high * 0.3];
  return { left: cx - w / 2, right: cx + w / 2, top: cy - h / 2, bottom: cy + h / 2 };
}

/** The numbers of every sixth inch; from afar of every twelfth. */
export function drawInches({ width, height }: SheetFacts, k = 1): string {
  const every = k > 1.4 ? 12 : 6;
  const upTo = (most: number): number[] =>
    Array.from({ length: Math.floor(most / 100 / every) + 1 }, (_, i) => i * every);
  // No larger than the margin holds.
  const size = 11 * Math.min(k, 1.8);
  const top = upTo(width).map(
    (n) => `<text x="${MARGIN + n * INCH}" y="${MARGIN - 13}" text-anchor="middle">${n}</text>`,
  );
  const side = upTo(height).map(
    (n) => `<text x="${MARGIN - 13}" y="${MARGIN + n * INCH + size / 3}" text-anchor="end">${n}</text>`,
  );
  return `<g font-size="${size}" fill="${INK}">${[...top, ...side].join("")}</g>`;
}

/** Places for a name beside a way: its straightest stretches near the middle of the table first. */
function beyond(points: readonly Point[], k: number): Place[] {
  const middle = middleOf(points);
  const edges = points.slice(1).map((to, i) => [points[i]!, to] as const);
  // Armies begin at the edges of a table, so names keep to its middle.
  const worth = ([a, b]: readonly [Point, Point]): number =>
    apart(a, b) - 0.6 * apart(middle, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  return edges
    .toSorted((a, b) => worth(b) - worth(a))
    .flatMap(([from, to]) => {
      let turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
      if (turn > 90) turn -= 180;
      if (turn < -90) turn += 180;
      const a = (turn * Math.PI) / 180;
      return [0.42, 0.7, 0.2].flatMap((t) =>
        [15, -11 - 15 * k].map((away): Place => {
          const at: Point = [
            from[0] + (to[0] - from[0]) * t + Math.sin(a) * away,
            from[1] + (to[1] - from[1]) * t - Math.cos(a) * away,
          ];
          return { at, turn };
        }),
      );
    });
}
