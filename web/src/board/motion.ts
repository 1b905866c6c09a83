/** What changed between two moments, as something to be seen: moves, shots, dice, losses. */

import type { Counter } from "../ink/counters";
import type { Pile } from "./pieces";
import type { Entry, Hex, Side } from "../types";

export interface Glide {
  side: Side;
  from: Hex;
  to: Hex;
  moved: Counter[];
  /** who stood there before they came */
  resident: Counter[];
}

export interface Shot {
  from: Hex[];
  to: Hex;
}

export interface Throw {
  at: Hex;
  dice: number[];
}

export interface Fade {
  hex: Hex;
  side: Side;
  counters: Counter[];
}

export interface Motion {
  glides: Glide[];
  shots: Shot[];
  throws: Throw[];
  fades: Fade[];
  /** every hex that something happened in */
  hexes: Hex[];
}

/** Where more than this moves at once the table only shows how it ended. */
const MANY = 8;
/** Of many shots the last are shown. */
const MANY_SHOTS = 2;
const MANY_DICE = 8;
/** The kind of a line of the log that tells of a shot and names who fired. */
const SHOT = "Fired";

const HEXES = /\b\d{4}\b/g;
const hexesIn = (text: string): Hex[] => text.match(HEXES) ?? [];

/** Where the units stand that a text names. Of two names that begin alike the longer is meant: "2nd Iowa Cavalry". */
function hexesOf(text: string, piles: readonly Pile[]): Hex[] {
  const named = piles.flatMap(({ hex, titles }) => titles.filter((title) => text.includes(title)).map((title) => ({ hex, title })));
  named.sort((a, b) => b.title.length - a.title.length);
  let rest = text;
  return named.flatMap(({ hex, title }) => {
    const at = rest.indexOf(title);
    if (at < 0 || /\w/.test(rest.charAt(at - 1))) return [];
    rest = rest.replace(title, "");
    return [hex];
  });
}

/** The hexes that a ledger names, or whose units it names, other than the target: where the fire comes from. */
export function firers(lines: readonly string[], target: Hex, isHex: (hex: Hex) => boolean, piles: readonly Pile[] = []): Hex[] {
  const named = lines.flatMap((line) => [...hexesIn(line).filter(isHex), ...hexesOf(line, piles)]);
  return [...new Set(named)].filter((hex) => hex !== target);
}

interface Standing {
  hex: Hex;
  counter: Counter;
}

function standing(piles: readonly Pile[]): Map<string, Standing> {
  return new Map(piles.flatMap(({ hex, ids, counters }) => ids.map((id, i) => [id, { hex, counter: counters[i]! }] as const)));
}

function glidesOf(before: readonly Pile[], after: readonly Pile[], log: readonly Entry[]): Glide[] {
  const was = standing(before);
  const glides = after.flatMap(({ hex, side, ids, counters }) => {
    const from = new Map<Hex, Counter[]>();
    const resident: Counter[] = [];
    ids.forEach((id, i) => {
      const stood = was.get(id)?.hex;
      if (stood === undefined || stood === hex) resident.push(counters[i]!);
      else from.set(stood, [...(from.get(stood) ?? []), counters[i]!]);
    });
    return [...from].map(([start, moved]): Glide => ({ side, from: start, to: hex, moved, resident }));
  });
  return [...glides, ...hiddenGlides(before, after, log)];
}

/** A stack nobody may look into is known to move only by what the log says. */
function hiddenGlides(before: readonly Pile[], after: readonly Pile[], log: readonly Entry[]): Glide[] {
  return log.flatMap(({ text }) => {
    const [, from, to] = /from (\d{4}) to (\d{4})/.exec(text) ?? [];
    const was = before.find(({ hex, ids }) => hex === from && !ids.length);
    const is = after.find(({ hex, ids }) => hex === to && !ids.length);
    return was && is && was.side === is.side ? [{ side: is.side, from: was.hex, to: is.hex, moved: is.counters, resident: [] }] : [];
  });
}

function fadesOf(before: readonly Pile[], after: readonly Pile[], lost: ReadonlySet<string>): Fade[] {
  const is = standing(after);
  return before.flatMap(({ hex, side, ids, counters }) => {
    const gone = counters.filter((_, i) => ids[i] !== undefined && lost.has(ids[i]) && !is.has(ids[i]));
    return gone.length ? [{ hex, side, counters: gone }] : [];
  });
}

const few = <T>(all: T[]): T[] => (all.length > MANY ? [] : all);

/** What to show of the way from one moment to another; null where it is a jump. */
export function motionBetween(
  before: readonly Pile[],
  after: readonly Pile[],
  lost: readonly string[],
  log: readonly Entry[],
  isHex: (hex: Hex) => boolean,
): Motion | null {
  const glides = few(glidesOf(before, after, log));
  const rolled = log.filter(({ dice }) => dice.length > 0);
  const shots: Shot[] = [];
  const throws: Throw[] = [];
  for (const { kind, text, details, dice } of rolled.slice(-MANY_SHOTS)) {
    const at = hexesIn(text).find(isHex);
    if (!at) continue;
    const from = firers(details, at, isHex, kind === SHOT ? before : []);
    if (from.length) shots.push({ from, to: at });
    throws.push({ at, dice: dice.slice(0, MANY_DICE) });
  }
  const fades = few(fadesOf(before, after, new Set(lost)));
  const hexes = [...glides.map(({ to }) => to), ...throws.map(({ at }) => at), ...fades.map(({ hex }) => hex)];
  return hexes.length ? { glides, shots, throws, fades, hexes: [...new Set(hexes)] } : null;
}
