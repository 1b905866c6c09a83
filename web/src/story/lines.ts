/** The log as it is read: one line a gesture, under headings by turn and phase, searched and filtered. */

import type { Entry, Piece, Side } from "../types";

/** A line of the log, and what belongs to it: the steps of a march, similar lines of a decision. */
export interface Line {
  key: string;
  entry: Entry;
  more: Entry[];
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
  if (who === "") return false;
  return movers(before) === who || (before.gesture === entry.gesture && movers(before) !== "");
}

/** Whether two lines tell the same kind of thing of one decision. */
function isAlike(before: Entry, entry: Entry): boolean {
  return before.number === entry.number && before.kind === entry.kind && !entry.begins;
}

export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn = { turn: 0, title: "", lines: [] };
  let phase = "";
  let run: Entry[] = [];
  let march = false;
  let at = -1;
  let counted = 0;

  const put = (entry: Entry, more: Entry[], steps: number, heads = false): void => {
    // A line keeps its key when the log before it comes later.
    counted = entry.number === at ? counted + 1 : 0;
    at = entry.number;
    const key = `${entry.number}/${counted}`;
    const from = steps ? (entry.scene.moves?.[0]?.start ?? "") : "";
    turn.lines.push({
      key,
      entry: steps ? more.at(-1)! : entry,
      more: steps ? [entry, ...more.slice(0, -1)] : more,
      steps,
      from,
      turn: turn.turn,
      phase,
      heads,
    });
  };
  const flush = (): void => {
    const [first, ...rest] = run;
    if (first) {
      if (march && rest.length && new Set(run.map(movers)).size === 1) put(first, rest, run.length);
      else if (march || run.length >= MANY) put(first, rest, 0);
      else run.forEach((entry) => put(entry, [], 0));
    }
    run = [];
    march = false;
  };
  for (const entry of entries) {
    const before = run.at(-1);
    const on = before !== undefined && goesOn(before, entry);
    if (before && (on ? march || run.length === 1 : !march && isAlike(before, entry))) {
      march ||= on;
      run.push(entry);
      continue;
    }
    flush();
    const begins = entry.begins;
    if (begins?.turn) {
      if (turn.lines.length) turns.push(turn);
      turn = { turn: begins.turn, title: begins.title, lines: [] };
      phase = "";
    } else if (begins) {
      phase = begins.title;
      put(entry, [], 0, true);
      continue;
    }
    run = [entry];
  }
  flush();
  if (turn.lines.length) turns.push(turn);
  return turns;
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
