/** The log as it is read: one line a gesture, under headings by turn and phase, searched and filtered. */

import { weightOf, worstOf } from "./weight";
import type { Entry, Piece, Side } from "../types";

/** A line of the log, and what belongs to it: the steps of a march, a fire with all that came of it, similar lines of a decision. */
export interface Line {
  key: string;
  entry: Entry;
  more: Entry[];
  /** the worst that came of it, where that is told by another entry than the first */
  outcome: Entry | null;
  /** how often the line's units moved on in it, and from where */
  steps: number;
  from: string;
  turn: number;
  phase: string;
  /** the line begins a phase */
  heads: boolean;
}

export interface Turn {
  turn: number;
  title: string;
  /** the moment at which it begins; turns of two assaults have the same numbers */
  at: number;
  lines: Line[];
}

export type Filter = "all" | "mine" | "losses" | "dice";

/** From this many lines of one kind and one decision on, they are one: a set-up has a line for each piece. */
const MANY = 6;

function isPlain({ dice, scene, begins }: Entry): boolean {
  return !dice.length && !scene.losses?.length && !begins;
}

function movers({ scene }: Entry): string {
  const [first, ...rest] = scene.moves ?? [];
  return first && !rest.length ? first.units.join(" ") || `${first.start}>` : "";
}

/** Whether a line only carries on with the march of the one before it. */
function goesOn(before: Entry, entry: Entry): boolean {
  if (before.kind !== entry.kind || before.side !== entry.side || !isPlain(before) || !isPlain(entry)) return false;
  const who = movers(entry);
  if (who === "" || movers(before) === "") return false;
  const isOn = before.scene.moves?.[0]?.to === entry.scene.moves?.[0]?.start;
  return movers(before) === who ? isOn : before.gesture === entry.gesture;
}

/** Whether a line tells what came of the same decision in the same place, or of those who left it. */
export function isOfOne(first: Entry, entry: Entry): boolean {
  const place = first.scene.where?.[0];
  if (!place || first.number !== entry.number || first.begins || entry.begins) return false;
  return entry.scene.where?.[0] === place || entry.scene.moves?.[0]?.start === place;
}

/** Whether two lines tell the same kind of thing of one decision. */
function isAlike(before: Entry, entry: Entry): boolean {
  return before.number === entry.number && before.kind === entry.kind && !entry.begins;
}

export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn = { turn: 0, title: "", at: 0, lines: [] };
  let phase = "";
  let run: Entry[] = [];
  let is: "way" | "whole" | "" = "";
  let at = -1;
  let counted = 0;

  const put = (entry: Entry, more: Entry[], steps = 0, outcome: Entry | null = null): void => {
    // A line keeps its key when the log before it comes later.
    counted = entry.number === at ? counted + 1 : 0;
    at = entry.number;
    const key = `${entry.number}/${counted}`;
    const from = steps ? (entry.scene.moves?.[0]?.start ?? "") : "";
    turn.lines.push({
      key,
      entry: steps ? more.at(-1)! : entry,
      more: steps ? [entry, ...more.slice(0, -1)] : more,
      outcome: outcome === entry || (outcome && !weightOf(outcome)) ? null : outcome,
      steps,
      from,
      turn: turn.turn,
      phase,
      heads: Boolean(entry.begins),
    });
  };
  const flush = (): void => {
    const [first, ...rest] = run;
    if (first) {
      if (is === "whole") put(first, rest, 0, worstOf(first, rest));
      else if (is && new Set(run.map(movers)).size === 1) put(first, rest, run.length);
      else if (is || run.length >= MANY) put(first, rest);
      else run.forEach((entry) => put(entry, []));
    }
    run = [];
    is = "";
  };
  for (const entry of entries) {
    const [first, before] = [run[0], run.at(-1)];
    if (first && before) {
      const alone = run.length === 1;
      if (is === "way" || alone ? goesOn(before, entry) : false) is = "way";
      else if (is === "whole" || alone ? isOfOne(first, entry) : false) is = "whole";
      else if (is || !isAlike(before, entry)) flush();
    }
    const begins = entry.begins;
    if (begins) flush();
    if (begins?.turn) {
      if (turn.lines.length) turns.push(turn);
      turn = { turn: begins.turn, title: begins.title, at: entry.number, lines: [] };
      phase = "";
    } else if (begins) {
      phase = begins.title;
      put(entry, []);
    } else run.push(entry);
  }
  flush();
  if (turn.lines.length) turns.push(turn);
  return turns;
}

/** All entries of a line, in the order in which they came. */
export function entriesOf({ entry, more, steps }: Line): Entry[] {
  return steps ? [...more, entry] : [entry, ...more];
}

/** How many points each side lost in some entries, by the sides of their units. */
export function lossesIn(entries: readonly Entry[], sideOf: (unit: string) => Side | undefined): Map<Side, number> {
  const lost = new Map<Side, number>();
  for (const { scene } of entries)
    for (const { unit, number } of scene.losses ?? []) {
      const side = sideOf(unit);
      if (side) lost.set(side, (lost.get(side) ?? 0) + number);
    }
  return lost;
}

/** The points lost in a line, all together. */
export function lostIn({ entry, more }: Pick<Line, "entry" | "more">): number {
  return [entry, ...more].reduce(
    (sum, { scene }) => sum + (scene.losses ?? []).reduce((n, { number }) => n + number, 0),
    0,
  );
}

export function isShown(line: Line, filter: Filter, search: string, mine: Side): boolean {
  const all = [line.entry, ...line.more];
  if (filter === "mine" && !all.some(({ side }) => side === mine)) return false;
  if (filter === "losses" && !all.some(({ scene }) => scene.losses?.length)) return false;
  if (filter === "dice" && !all.some(({ dice }) => dice.length)) return false;
  const words = search.trim().toLowerCase().split(" ");
  return words.every((word) => all.some(({ text }) => text.toLowerCase().includes(word)));
}

/** The side of each unit. */
export function sidesOf(pieces: Iterable<Piece>): (unit: string) => Side | undefined {
  const known = new Map([...pieces].map(({ id, side }) => [id, side]));
  return (unit) => known.get(unit);
}
