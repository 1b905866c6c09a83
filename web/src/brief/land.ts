/** The land of a battle as a picture, with the places that count for victory numbered on it. */

import { engrave } from "../board/engrave";
import { centre, corners } from "../board/geometry";
import { AMBER, AMBER_RING, INK } from "../ink/palette";
import { pin } from "../ink/pins";
import type { Box, Point } from "../ink/plane";
import { engraveSheet } from "../sheet/ground";
import { onPaper, read } from "../sheet/scale";
import type { Stake, Stakes, Statics } from "../types";

export interface Land {
  svg: string;
  viewBox: string;
  /** units of the drawing for one step of the board */
  scale: number;
  /** where a place lies in the drawing */
  at: (place: string) => Point | null;
}

/** A place with more hexes than this is a tract: it is tinted, and has no number. */
const TRACT = 3;
const RADIUS = 15;
/** A picture is about so wide and high on the screen, in pixels, and a number on it so large. */
const [WIDE, HIGH, PIN] = [380, 660, 11];
/** Hexes of map around the places that count. */
const RIM = 7;

/** The number of each stake that is a place, by its order; null for the others. */
export function numbered(counts: readonly Stake[] = []): (number | null)[] {
  let last = 0;
  return counts.map(({ where = [] }) => (where.length && where.length <= TRACT ? (last += 1) : null));
}

/** What counts, a row each; many places in a row that stand alike are one. */
export interface StakeRow {
  stake: Stake;
  what: string;
  /** its number on the map, or the first and last of several */
  numbers: string;
}

/** From this many places on. */
const ALIKE = 6;

export function inRows(counts: readonly Stake[] = []): StakeRow[] {
  const numbers = numbered(counts);
  const found: StakeRow[] = [];
  for (let i = 0; i < counts.length;) {
    const stake = counts[i]!;
    const like = ({ now, holder, worth, rule }: Stake): string => [now, holder, worth, rule].join("|");
    let end = i + 1;
    while (numbers[i] && numbers[end] && like(counts[end]!) === like(stake)) end += 1;
    if (end - i < ALIKE) end = i + 1;
    const [from, to, last] = [numbers[i], numbers[end - 1], counts[end - 1]!];
    if (end - i > 1)
      found.push({ stake, what: `${stake.what} to ${last.what}: ${end - i} in all`, numbers: `${from}–${to}` });
    else found.push({ stake, what: stake.what, numbers: from ? String(from) : "" });
    i = end;
  }
  return found;
}

function boxed({ left, top, right, bottom }: Box): string {
  return [left, top, right - left, bottom - top].map((value) => value.toFixed(0)).join(" ");
}

/** A box as high for its width as a picture is, or as wide for its height, as far as the map goes. */
export function filled(shown: Box, map: Box): Box {
  const [width, height] = [shown.right - shown.left, shown.bottom - shown.top];
  const [left, right] = grown(shown.left, shown.right, (height * WIDE) / HIGH, map.left, map.right);
  const [top, bottom] = grown(shown.top, shown.bottom, (width * HIGH) / WIDE, map.top, map.bottom);
  return { left, right, top, bottom };
}

/** A stretch made so long, about its middle if there is room, but never longer than what it is on. */
function grown(from: number, to: number, length: number, first: number, last: number): [number, number] {
  const long = Math.min(Math.max(to - from, length), last - first);
  const start = Math.max(first, Math.min((from + to - long) / 2, last - long));
  return [start, start + long];
}

/** What lies on a hex map, given the radius of its hexes. */
export type Over = (at: (place: string) => Point | null, radius: number) => string;

/** The land, around the places that count; `over` draws on top of it. */
export function land(
  statics: Statics,
  stakes: Stakes | null,
  over: Over = () => "",
  near: readonly string[] = [],
): Land {
  const counts = stakes?.counts ?? [];
  const numbers = numbered(counts);
  if (statics.map) {
    const { grid, box, ground } = engrave(statics.map, RADIUS, "small");
    const at = (hex: string): Point | null => (known(hex) ? centre(grid, hex) : null);
    const known = (hex: string): boolean => statics.map !== null && hex in statics.map.terrain;
    const tracts = counts
      .filter((_, i) => numbers[i] === null)
      .flatMap(({ where = [] }) => where.filter(known))
      .map((hex) => `<polygon points="${corners(grid, hex).join(" ")}"/>`);
    const places = [...counts.flatMap(({ where = [] }) => where), ...near]
      .filter(known)
      .map((hex) => centre(grid, hex));
    const rim = RIM * 1.5 * RADIUS;
    const around = {
      left: Math.max(box.left, Math.min(...places.map(([x]) => x)) - rim),
      right: Math.min(box.right, Math.max(...places.map(([x]) => x)) + rim),
      top: Math.max(box.top, Math.min(...places.map(([, y]) => y)) - rim),
      bottom: Math.min(box.bottom, Math.max(...places.map(([, y]) => y)) + rim),
    };
    const shown = places.length ? filled(around, box) : box;
    const size = PIN * Math.max((shown.right - shown.left) / WIDE, (shown.bottom - shown.top) / HIGH);
    const pins = counts.flatMap(({ where = [] }, i) =>
      numbers[i]
        ? where
            .slice(0, 1)
            .filter(known)
            .map((hex) => pin(centre(grid, hex), String(numbers[i]), size))
        : [],
    );
    return {
      svg:
        ground +
        `<g fill="${AMBER}" fill-opacity="0.16" stroke="${AMBER_RING}" stroke-opacity="0.45" stroke-width="0.8">${tracts.join("")}</g>` +
        over(at, RADIUS) +
        pins.join(""),
      viewBox: boxed(shown),
      scale: RADIUS,
      at,
    };
  }
  if (statics.sheet) {
    const { box, ground } = engraveSheet(statics.sheet);
    const size = (PIN * (box.right - box.left)) / WIDE;
    const at = (place: string): Point | null => (place.includes(",") ? onPaper(...read(place)) : null);
    const pins = counts.flatMap(({ where = [] }, i) => {
      const place = numbers[i] ? at(where[0] ?? "") : null;
      return place ? [pin(place, String(numbers[i]), size)] : [];
    });
    return { svg: ground + over(at, 16) + pins.join(""), viewBox: boxed(box), scale: 16, at };
  }
  return {
    svg: `<rect width="10" height="10" fill="${INK}" opacity="0"/>`,
    viewBox: "0 0 10 10",
    scale: 1,
    at: () => null,
  };
}
