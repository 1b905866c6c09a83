/** What a battle came to: losses by turn and by group, where men fell, the moments that turned it. */

import { heaviest, reportOf, type Moment } from "../story/report";
import type { Aftermath, Entry, Piece, Score, Side, Statics } from "../types";

export interface ByTurn {
  turn: number;
  /** points lost so far, by side */
  lost: Record<Side, number>;
}

export interface ByGroup {
  id: string;
  title: string;
  side: Side;
  lost: number;
}

/** Each entry with its turn; turns of two assaults have the same numbers, so they are counted too. */
function turnsWith(log: readonly Entry[]): [number, Entry, number][] {
  let [turn, count] = [0, 0];
  return log.map((entry) => {
    const next = entry.begins?.turn;
    if (next && next !== turn) [turn, count] = [next, count + 1];
    return [turn, entry, count];
  });
}

export function lossesByTurn(
  log: readonly Entry[],
  sides: readonly Side[],
  sideOf: (unit: string) => Side | undefined,
): ByTurn[] {
  const now = Object.fromEntries(sides.map((side) => [side, 0]));
  const turns = new Map<number, ByTurn>();
  for (const [turn, { scene }, count] of turnsWith(log)) {
    for (const { unit, number } of scene.losses ?? []) {
      const side = sideOf(unit);
      if (side) now[side] = (now[side] ?? 0) + number;
    }
    turns.set(count, { turn, lost: { ...now } });
  }
  return [...turns.values()];
}

/** Where the chart of losses ends: four steps of whole points. */
export function topOf(turns: readonly ByTurn[]): number {
  const most = Math.max(1, ...turns.map(({ lost }) => Object.values(lost).reduce((a, b) => a + b, 0)));
  return 4 * Math.ceil(most / 4);
}

export function lossesByGroup(log: readonly Entry[], statics: Statics): ByGroup[] {
  const pieces = new Map<string, Piece>(statics.pieces.map((piece) => [piece.id, piece]));
  // Where each army is one group, its units are told apart.
  const each = statics.sides.every((side) => {
    return new Set(statics.pieces.filter((one) => one.side === side).map(({ group }) => group)).size < 2;
  });
  const groups = new Map(statics.groups.map((group) => [group.id, group]));
  const sums = new Map<string, ByGroup>();
  for (const { scene } of log)
    for (const { unit, number } of scene.losses ?? []) {
      const piece = pieces.get(unit);
      if (!piece) continue;
      const id = each ? unit : `${piece.side}/${piece.group}`;
      const known = sums.get(id) ?? {
        id,
        title: (each ? null : groups.get(piece.group)?.title) ?? piece.title,
        side: piece.side,
        lost: 0,
      };
      sums.set(id, { ...known, lost: known.lost + number });
    }
  return [...sums.values()].sort((a, b) => a.side.localeCompare(b.side) || b.lost - a.lost);
}

/** What the points of each side were, by what they were counted for. */
export function reckoned(scores: readonly Score[]): { reason: string; rule: string; points: Record<Side, number> }[] {
  const rows = new Map<string, { reason: string; rule: string; points: Record<Side, number> }>();
  for (const { side, points, reason, rule } of scores) {
    const row = rows.get(`${reason} ${rule}`) ?? { reason, rule, points: {} };
    rows.set(`${reason} ${rule}`, { ...row, points: { ...row.points, [side]: (row.points[side] ?? 0) + points } });
  }
  return [...rows.values()];
}

/** The points lost at each place; on a measured table a place is the unit that stood there. */
export function fallen(log: readonly Entry[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { scene } of log) {
    const lost = (scene.losses ?? []).reduce((sum, { number }) => sum + number, 0);
    const place = scene.where?.[0] ?? scene.losses?.[0]?.unit;
    if (lost && place) places.set(place, (places.get(place) ?? 0) + lost);
  }
  return places;
}

/** The heaviest moments, in the order in which they came; of what came of one decision the worst. */
export function turning(
  log: readonly Entry[],
  sideOf: (unit: string) => Side | undefined,
  most = 3,
): (Moment & { turn: number })[] {
  const turns = new Map(turnsWith(log).map(([turn, entry]) => [entry, turn]));
  const worst = new Map<number, Moment>();
  for (const moment of reportOf(log, sideOf)?.moments ?? []) {
    const { number } = moment.entry;
    if (moment.weight > (worst.get(number)?.weight ?? 0)) worst.set(number, moment);
  }
  return heaviest([...worst.values()], most).map((moment) => ({ ...moment, turn: turns.get(moment.entry) ?? 0 }));
}

/** The battle as a text to keep: its result, then its log under headings. */
export function asText(title: string, { view, log }: Pick<Aftermath, "view" | "log">): string {
  const result = view.result;
  const head = [title, result ? `${result.level}: ${result.reason}` : "Ended early", ""];
  const scores = (result?.scores ?? []).map(({ side, points, reason }) => `${side} ${points}: ${reason}`);
  const lines = log.map(({ text, begins, dice }) => {
    if (begins?.turn) return `\n${begins.title}\n`;
    if (begins) return `-- ${begins.title}`;
    return `   ${text}${dice.length ? ` (dice ${dice.join(" ")})` : ""}`;
  });
  return [...head, ...scores, "", ...lines, ""].join("\n");
}
