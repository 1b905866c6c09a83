/** What happened in a part of the log: figures, and the moments that matter. */

import { lossesIn } from "./lines";
import type { Entry, Side } from "../types";

export interface Moment {
  entry: Entry;
  lost: Map<Side, number>;
  weight: number;
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
  first: number;
  last: number;
}

/** Effects from harmless to worst, as the engine orders them. */
const ORDER = [
  "nothing",
  "other",
  "ammunition",
  "pin",
  "loss",
  "leader",
  "retreat",
  "rout",
  "destruction",
  "capture",
  "end",
];
const FLED = new Set(["retreat", "rout"]);
const MOST = 9;

function weightOf(entry: Entry): number {
  const kind = ORDER.indexOf(entry.effect);
  const lost = (entry.scene.losses ?? []).reduce((sum, { number, gone }) => sum + number + (gone ? 2 : 0), 0);
  return (kind > 1 ? kind : 0) + 2 * lost;
}

export function reportOf(entries: readonly Entry[], sideOf: (unit: string) => Side | undefined): Report | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const moved = new Set(
    entries.flatMap(({ scene }) => (scene.moves ?? []).flatMap(({ units, to }) => (units.length ? units : [to]))),
  );
  const losses = entries.flatMap(({ scene }) => scene.losses ?? []);
  const weighed = entries
    .map((entry) => ({ entry, lost: lossesIn([entry], sideOf), weight: weightOf(entry) }))
    .filter(({ weight }) => weight > 0);
  const least = [...weighed].sort((a, b) => b.weight - a.weight)[MOST - 1]?.weight ?? 0;
  return {
    entries: entries.length,
    moved: moved.size,
    fires: entries.filter(({ scene }) => scene.shots?.length).length,
    dice: entries.reduce((sum, { dice }) => sum + dice.length, 0),
    lost: lossesIn(entries, sideOf),
    gone: losses.filter(({ gone }) => gone).length,
    fled: entries.filter(({ effect }) => FLED.has(effect)).length,
    moments: weighed.filter(({ weight }) => weight >= least).slice(0, MOST),
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
