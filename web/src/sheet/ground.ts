/** The measured table as an engraving: grass, hills, woods, fields, roads, walls, and its inches. */

import { random } from "../ink/random";
import { beside, path, ticks, walk } from "../ink/lines";
import { CONTOUR, INK, SEPIA, TREE, WATER, WATERLINE, WOODS } from "../ink/palette";
import { apart, boxOf, fromSegment, type Box, type Point } from "../ink/plane";
import { fieldWork, north, road, stream } from "../ink/strokes";
import { strewn, variantsOf, type Spot, type Symbol } from "../ink/symbols";
import { INCH, isClosed, isInside, line, MARGIN, middleOf, onPaper, WAYS } from "./scale";
import type { GroundFacts, SheetFacts } from "../types";

export const GRASS = "#e9e6c4";
const DESK = "#d9cba6";

export interface Sheet {
  box: Box;
  ground: string;
}

/** Corners cut a little: what is drawn stays within a tenth of an inch of what is measured. */
export function eased(points: readonly Point[], closed: boolean, cut = 0.45 * INCH): Point[] {
  const last = points.length - 1;
  return points.flatMap((at, i): Point[] => {
    if (!closed && (i === 0 || i === last)) return [at];
    const [before, after] = [points[(i + last) % points.length]!, points[(i + 1) % points.length]!];
    const near = (to: Point): Point => {
      const far = Math.hypot(to[0] - at[0], to[1] - at[1]) || 1;
      const k = Math.min(cut / far, 0.4);
      return [at[0] + (to[0] - at[0]) * k, at[1] + (to[1] - at[1]) * k];
    };
    const [a, b] = [near(before), near(after)];
    const middle: Point = [(a[0] + b[0] + 2 * at[0]) / 4, (a[1] + b[1] + 2 * at[1]) / 4];
    return [a, middle, b];
  });
}

const isClockwise = (points: readonly Point[]): boolean =>
  points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + (u - x) * (v + y);
  }, 0) < 0;

/** Darts thrown at an area, each with room round it; its name decides where they fall. */
function strew(
  points: readonly Point[],
  symbol: Symbol,
  seed: string,
  room: number,
  size: number,
  keep: (at: Point) => boolean = () => true,
): Spot[] {
  const r = random(symbol, seed);
  const { left, right, top, bottom } = boxOf(points);
  const tries = Math.ceil((((right - left) * (bottom - top)) / room ** 2) * 5);
  const put: Spot[] = [];
  for (let dart = 0; dart < tries; dart++) {
    const at: Point = [r.between(left, right), r.between(top, bottom)];
    if (!isInside(at, points) || !keep(at)) continue;
    if (put.some((spot) => apart(spot.at, at) < room)) continue;
    put.push({ at, scale: size * r.between(0.85, 1.12), variant: r.below(variantsOf(symbol)) });
  }
  return put;
}

const alone = (spots: readonly Spot[]): Spot[][] => spots.map((spot) => [spot]);

/** Lines across an area, along its longest edge. */
export function ruled(points: readonly Point[], gap: number): string {
  const edges = points.map((at, i) => [at, points[(i + 1) % points.length]!] as const);
  const [from, to] = edges.reduce((best, edge) => (apart(...edge) > apart(...best) ? edge : best));
  const long = apart(from, to) || 1;
  const [tx, ty] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const across = points.map(([x, y]) => -x * ty + y * tx);
  let d = "";
  for (let at = Math.min(...across) + gap; at < Math.max(...across); at += gap) {
    const cuts = edges
      .flatMap(([[ax, ay], [bx, by]]) => {
        const [p, q] = [-ax * ty + ay * tx, -bx * ty + by * tx];
        if (p > at === q > at) return [];
        const t = (at - p) / (q - p);
        return [(ax + (bx - ax) * t) * tx + (ay + (by - ay) * t) * ty];
      })
      .sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      d += path([
        [cuts[i]! * tx - at * ty, cuts[i]! * ty + at * tx],
        [cuts[i + 1]! * tx - at * ty, cuts[i + 1]! * ty + at * tx],
      ]);
    }
  }
  return d;
}

const shrunk = (points: readonly Point[], k: number): Point[] => {
  const [cx, cy] = middleOf(points);
  return points.map(([x, y]): Point => [cx + (x - cx) * k, cy + (y - cy) * k]);
};

/** A hill: the contour that counts, hachured outward; the fine form lines inside are only decoration. */
function hill(points: readonly Point[], name: string): string {
  const edge = eased(points, true);
  const ring = [...edge, edge[0]!];
  return (
    `<path d="${path(edge, true)}" fill="#efe3bd" stroke="${SEPIA}" stroke-width="1.6"/>` +
    `<path d="${ticks(ring, { step: 4.2, length: 15, side: isClockwise(edge) ? -1 : 1, jitter: 0.5, seed: name })}" fill="${SEPIA}" fill-opacity=".8"/>` +
    [0.66, 0.34]
      .map(
        (k) =>
          `<path d="${path(eased(shrunk(points, k), true), true)}" fill="none" stroke="${CONTOUR}" stroke-width=".9"/>`,
      )
      .join("")
  );
}

function woods(points: readonly Point[], name: string, dense: boolean, clear: (at: Point) => boolean): string {
  const room = (dense ? 0.62 : 0.8) * INCH;
  return (
    `<path d="${path(eased(points, true), true)}" fill="${dense ? "#d2d9b4" : WOODS}" stroke="${TREE}" stroke-width="1.3" stroke-dasharray="5 3"/>` +
    strewn(alone(strew(shrunk(points, 0.94), "tree", name, room, 11, clear)), "tree", 11)
  );
}

function crops(points: readonly Point[]): string {
  return (
    `<path d="${path(points, true)}" fill="#e2d3a4" stroke="${SEPIA}" stroke-width=".8" stroke-dasharray="3 2"/>` +
    `<path d="${ruled(points, 8)}" stroke="${CONTOUR}" stroke-width=".8"/>`
  );
}

function rough(points: readonly Point[], name: string): string {
  return (
    `<path d="${path(eased(points, true), true)}" fill="#e3dcb4" stroke="${SEPIA}" stroke-width="1" stroke-dasharray="2 4"/>` +
    strewn(alone(strew(points, "log", name, 0.9 * INCH, 7)), "log", 7)
  );
}

function house(x: number, y: number, w: number, h: number): string {
  const tiles = Array.from(
    { length: Math.floor(w / 4) - 1 },
    (_, i) => `M${(x + 4 * (i + 1)).toFixed(1)} ${y.toFixed(1)}v${h}`,
  ).join("");
  return (
    `<rect x="${(x + 3).toFixed(1)}" y="${(y + 3).toFixed(1)}" width="${w}" height="${h}" fill="${INK}" fill-opacity=".28"/>` +
    `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w}" height="${h}" fill="#b78a64" stroke="${INK}"/>` +
    `<path d="M${x.toFixed(1)} ${(y + h / 2).toFixed(1)}h${w}" stroke="${INK}" stroke-width=".8"/><path d="${tiles}" stroke="${INK}" stroke-width=".35"/>`
  );
}

/** Built-up ground is one area for the rules: the houses on it are only drawn. */
function town(points: readonly Point[], name: string, clear: (at: Point) => boolean): string {
  const spots = strew(shrunk(points, 0.86), "tuft", name, 2.1 * INCH, 1, clear);
  const r = random("houses", name);
  return (
    `<path d="${path(points, true)}" fill="#eadbb4" stroke="${SEPIA}" stroke-width="1.4" stroke-dasharray="8 3"/>` +
    spots.map(({ at: [x, y] }) => house(x - 14, y - 9, r.below(2) ? 28 : 20, r.below(2) ? 18 : 24)).join("")
  );
}

function wall(points: readonly Point[]): string {
  const d = path(points);
  return `<path d="${d}" fill="none" stroke="${INK}" stroke-width="5"/><path d="${d}" fill="none" stroke="#b9ad98" stroke-width="3.2" stroke-dasharray="5 1.2"/>`;
}

/** A yard behind four walls; the house in it is only drawn. */
function farm(points: readonly Point[]): string {
  const { left, top, right, bottom } = boxOf(points);
  const [w, h] = [right - left, bottom - top];
  return (
    `<path d="${path(points, true)}" fill="#eee0ba"/>` +
    house(left + w * 0.17, top + h * 0.2, Math.round(w * 0.42), Math.round(h * 0.36)) +
    house(left + w * 0.7, top + h * 0.48, Math.round(w * 0.22), Math.round(h * 0.42))
  );
}

function fence(points: readonly Point[]): string {
  const zigzag = walk(points, 9).map(({ x, y, tx, ty }, i): Point =>
    i % 2 ? [x - ty * 3, y + tx * 3] : [x + ty * 3, y - tx * 3],
  );
  return `<path d="${path([points[0]!, ...zigzag, points.at(-1)!])}" fill="none" stroke="${INK}" stroke-width="1.5"/>`;
}

function hedge(points: readonly Point[]): string {
  const spots = walk(points, 8).map(({ x, y }, i): Spot => ({ at: [x, y], scale: 6, variant: i % variantsOf("tree") }));
  return `<path d="${path(points)}" fill="none" stroke="${TREE}" stroke-width="2"/>` + strewn(alone(spots), "tree", 6);
}

/** A sunk way: both banks hachured inward, a track on its bed. */
function cutting(points: readonly Point[], width: number): string {
  const bank = (side: 1 | -1): string =>
    `<path d="${ticks(beside(points, (width / 2) * side, 3), { step: 4, length: width * 0.3, side: side === 1 ? -1 : 1, jitter: 0.35, seed: `bank ${side}` })}" fill="${SEPIA}"/>`;
  const ties = walk(points, 7).map(({ x, y, tx, ty }) =>
    path([
      [x - ty * 5, y + tx * 5],
      [x + ty * 5, y - tx * 5],
    ]),
  );
  return (
    `<path d="${path(points)}" fill="none" stroke="${SEPIA}" stroke-width="${width}"/><path d="${path(points)}" fill="none" stroke="#e0cfa2" stroke-width="${width - 2}"/>` +
    bank(1) +
    bank(-1) +
    `<path d="${ties.join("")}" stroke="${INK}" stroke-width="1.1"/><path d="${path(beside(points, 3))}${path(beside(points, -3))}" fill="none" stroke="${INK}" stroke-width="1.1"/>`
  );
}

function water(points: readonly Point[]): string {
  return `<path d="${path(eased(points, true), true)}" fill="${WATER}" stroke="${WATERLINE}" stroke-width="1.4"/>`;
}

function piece({ kind, name, points: given, width, shape }: GroundFacts, clear: (at: Point) => boolean): string {
  const points = line(given);
  const wide = Math.max(3, width * 0.2);
  switch (kind) {
    case "hill":
      return hill(points, name);
    case "open_woods":
    case "dense_woods":
      return woods(points, name, kind === "dense_woods", clear);
    case "crops":
      return crops(points);
    case "rough":
    case "impassable":
      return rough(points, name);
    case "built_up":
      return town(points, name, clear);
    case "water":
      return water(points);
    case "road":
      return road(points, wide);
    case "stream":
    case "river":
      return stream(points, wide * (kind === "stream" ? 0.5 : 1));
    case "railway_cut":
      return cutting(points, wide);
    case "wall":
      return (isClosed(points) ? farm(points) : "") + wall(points);
    case "fence":
      return fence(points);
    case "hedge":
      return hedge(points);
    case "works":
    case "trench":
      return fieldWork(points, 6, 1);
  }
  const d = path(points, shape === "area");
  return `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="1.4" stroke-dasharray="6 3"/>`;
}

/** Inches along an edge, every sixth longer. */
function inches({ width, height }: SheetFacts): string {
  const top = Array.from({ length: width / 100 + 1 }, (_, i) => `M${MARGIN + i * INCH} ${MARGIN}v${i % 6 ? -5 : -9}`);
  const side = Array.from({ length: height / 100 + 1 }, (_, i) => `M${MARGIN} ${MARGIN + i * INCH}h${i % 6 ? -5 : -9}`);
  return [...top, ...side].join("");
}

const FLAT = new Set(["crops", "hill", "rough", "water", "built_up", "impassable"]);
const TALL = new Set(["open_woods", "dense_woods"]);

/** full: everything; bare: no trees, no houses and no grass, for a glance. What grows, only in `part`. */
export function engraveSheet(sheet: SheetFacts, detail: "full" | "bare" = "full", part?: Box): Sheet {
  const [right, bottom] = onPaper(sheet.width, sheet.height);
  const box: Box = { left: 0, top: 0, right: right + 2.4 * MARGIN, bottom: bottom + MARGIN / 2 };
  const field: Point[] = [onPaper(0, 0), [right, MARGIN], [right, bottom], [MARGIN, bottom]];
  const ways = sheet.pieces
    .filter(({ kind }) => WAYS.has(kind))
    .map(({ points, width }) => ({ points: line(points), wide: width * 0.1 + 9 }));
  const isSeen = ([x, y]: Point): boolean =>
    !part || (x >= part.left && x <= part.right && y >= part.top && y <= part.bottom);
  /** Trees and houses keep off the roads. */
  const clear = (at: Point): boolean =>
    detail === "full" &&
    isSeen(at) &&
    ways.every(({ points, wide }) => points.every((to, i) => i === 0 || fromSegment(at, points[i - 1]!, to) > wide));
  const bare = sheet.pieces
    .filter(({ kind }) => !["road", "fence", "wall"].includes(kind) && (FLAT.has(kind) || TALL.has(kind)))
    .map(({ points }) => line(points));
  const tufts = strewn(
    alone(
      strew(field, "tuft", sheet.title, 1.5 * INCH, 4, (at) => clear(at) && !bare.some((area) => isInside(at, area))),
    ),
    "tuft",
    4,
  );
  const layer = (wanted: (kind: string) => boolean): string =>
    sheet.pieces
      .filter(({ kind }) => wanted(kind))
      .map((one) => piece(one, clear))
      .join("");
  const ground = [
    `<rect width="${box.right}" height="${box.bottom}" fill="${DESK}"/>`,
    `<path d="${path(field, true)}" fill="${GRASS}"/>`,
    tufts,
    layer((kind) => FLAT.has(kind)),
    layer((kind) => WAYS.has(kind)),
    layer((kind) => !FLAT.has(kind) && !WAYS.has(kind) && !TALL.has(kind)),
    layer((kind) => TALL.has(kind)),
    // What ran beyond the edge of the table is cut off by its rim.
    `<path d="M0 0H${box.right}V${box.bottom}H0ZM${MARGIN} ${MARGIN}V${bottom}H${right}V${MARGIN}Z" fill="${DESK}"/>`,
    `<path d="${path(field, true)}" fill="none" stroke="${INK}" stroke-width="1.6"/>`,
    `<path d="${inches(sheet)}" stroke="${INK}" stroke-width=".8"/>`,
    north([right - 40, bottom - 52], 26),
  ].join("");
  return { box, ground };
}
