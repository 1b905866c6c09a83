/** What changed between two moments, as something to be seen: moves, shots, dice, losses. */

import type { Counter } from "../ink/counters";
import type { Pile } from "./pieces";
import type { Entry, Hex, Side, Volley } from "../types";

export interface Glide {
  side: Side;
  from: Hex;
  to: Hex;
  moved: Counter[];
  /** who stood there before they came */
  resident: Counter[];
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
  shots: Volley[];
  throws: Throw[];
  fades: Fade[];
  /** every hex that something happened in */
  hexes: Hex[];
}

/** Where more than this moves at once, only the end is shown. */
const MANY = 8;
/** Of many shots the last are shown. */
const MANY_SHOTS = 2;
const MANY_DICE = 8;

interface Standing {
  hex: Hex;
  counter: Counter;
}

function standing(piles: readonly Pile[]): Map<string, Standing> {
  return new Map(
    piles.flatMap(({ hex, ids, counters }) => ids.map((id, i) => [id, { hex, counter: counters[i]! }] as const)),
  );
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

/** Only the log tells that a hidden stack has moved. */
function hiddenGlides(before: readonly Pile[], after: readonly Pile[], log: readonly Entry[]): Glide[] {
  const moves = log.flatMap(({ scene }) => scene.moves ?? []).filter(({ units }) => !units.length);
  return moves.flatMap(({ start, to }) => {
    const was = before.find(({ hex, ids }) => hex === start && !ids.length);
    const is = after.find(({ hex, ids }) => hex === to && !ids.length);
    return is && was?.side === is.side
      ? [{ side: is.side, from: was.hex, to: is.hex, moved: is.counters, resident: [] }]
      : [];
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
): Motion | null {
  const glides = few(glidesOf(before, after, log));
  const rolled = log.filter(({ dice, scene }) => dice.length && scene.where).slice(-MANY_SHOTS);
  const shots = rolled.flatMap(({ scene }) => scene.shots ?? []);
  const throws = rolled.map(({ dice, scene }) => ({ at: scene.where![0]!, dice: dice.slice(0, MANY_DICE) }));
  const fades = few(fadesOf(before, after, new Set(lost)));
  const hexes = [...glides.map(({ to }) => to), ...throws.map(({ at }) => at), ...fades.map(({ hex }) => hex)];
  return hexes.length ? { glides, shots, throws, fades, hexes: [...new Set(hexes)] } : null;
}
