/** What happened in a part of the log: figures, and the moments that matter. */

import { lossesIn, turnsOf, type Line } from "./lines";
import { weightOf } from "./weight";
import type { Entry, Side } from "../types";

export interface Moment {
  entry: Entry;
  /** what it came of, where another entry tells that */
  cause: Entry | null;
  /** where a retreat of several steps began, else nothing */
  from: string;
  lost: Map<Side, number>;
  weight: number;
}

/** Who went how far, all in all: from one place to another, by one side. */
export interface March {
  side: Side;
  from: string;
  to: string;
}

export interface Report {
  entries: number;
  moved: number;
  fires: number;
  dice: number;
  lost: Map<Side, number>;
  gone: number;
  fled: number;
  moments: Moment[];
  marches: March[];
  first: number;
  last: number;
}

const FLED = new Set(["retreat", "rout"]);
const MOST = 9;

/** What a line of the log tells, as a moment: its worst, and what that came of. */
function momentOf({ entry, more, outcome, from }: Line, sideOf: (unit: string) => Side | undefined): Moment {
  const worst = outcome ?? entry;
  const all = [entry, ...more];
  const losses = all.flatMap(({ scene }) => scene.losses ?? []);
  return {
    entry: worst,
    cause: outcome ? entry : null,
    from,
    lost: lossesIn(all, sideOf),
    weight: weightOf({ ...worst, scene: { losses } }),
  };
}

/** The weightiest moments, in the order in which they came. */
export function heaviest(moments: readonly Moment[], most: number): Moment[] {
  const chosen = new Set([...moments].sort((a, b) => b.weight - a.weight).slice(0, most));
  return moments.filter((moment) => chosen.has(moment));
}

/** Marches step by step as one way each; stacks that went together are one. */
export function marchesOf(entries: readonly Entry[], sideOf: (unit: string) => Side | undefined): March[] {
  const ways = new Map<string, March>();
  for (const { side, scene } of entries)
    for (const { units, start, to } of scene.moves ?? []) {
      // Of a hidden stack only its places are known.
      const nameless = [...ways].find(([key, way]) => key.startsWith(">") && way.side === side && way.to === start);
      const keys = units.length ? units : [nameless?.[0] ?? `>${start}`];
      for (const key of keys) {
        const from = ways.get(key)?.from ?? start;
        ways.set(key, { side: sideOf(key) ?? side, from, to });
      }
    }
  const found = [...ways.values()].filter(({ from, to }) => from !== to);
  return [...new Map(found.map((way) => [`${way.side} ${way.from} ${way.to}`, way])).values()];
}

export function reportOf(entries: readonly Entry[], sideOf: (unit: string) => Side | undefined): Report | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const moved = new Set(
    entries.flatMap(({ scene }) => (scene.moves ?? []).flatMap(({ units, to }) => (units.length ? units : [to]))),
  );
  const losses = entries.flatMap(({ scene }) => scene.losses ?? []);
  const weighed = turnsOf(entries)
    .flatMap(({ lines }) => lines.map((line) => momentOf(line, sideOf)))
    .filter(({ entry, weight }) => weight > 0 && entry.effect !== "end");
  return {
    entries: entries.length,
    moved: moved.size,
    fires: entries.filter(({ scene }) => scene.shots?.length).length,
    dice: entries.reduce((sum, { dice }) => sum + dice.length, 0),
    lost: lossesIn(entries, sideOf),
    gone: losses.filter(({ gone }) => gone).length,
    fled: entries.filter(({ effect }) => FLED.has(effect)).length,
    moments: heaviest(weighed, MOST),
    marches: marchesOf(entries, sideOf),
    first: first.number,
    last: last.number,
  };
}

/** What the others did since this side last chose; nothing where that is not worth a report. */
export function sinceMine(log: readonly Entry[], mine: Side): Entry[] {
  const last = log.findLastIndex(({ side }) => side === mine);
  const mineEnds = log[last]?.number ?? -1;
  const rest = log.slice(last + 1).filter(({ number }) => number > mineEnds);
  const theirs = rest.some(({ side }) => side && side !== mine);
  return theirs ? rest : [];
}
