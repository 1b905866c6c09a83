/** A lesson beside the board: how far the player has come through its steps. */

import type { Entry, Facts, Lesson, LessonStep as Step, Moment, Sign, Statics } from "../types";

/** What a player may try out on the board. */
export type Tool = NonNullable<Sign["tried"]>;
/** Where a battle is: in its set-up, or in a phase of a turn. */
export type Place = NonNullable<Step["until"]>;

/** What the coach can see. */
export interface Seen {
  moment: Moment;
  log: readonly Entry[];
  phases: Statics["phases"];
  /** what says how far the battle is */
  lesson: Pick<Lesson, "counts" | "player_turns" | "side">;
  tried: ReadonlySet<Tool>;
  /** the moment at which the step was reached: what was logged before does not count */
  since: number;
}

/** How far a battle is, or a place in it: the counts, the player-turn, the phase; the first that differs decides. */
type Progress = readonly number[];

function phaseAt({ phases }: Seen, phase: string): number {
  return phases.findIndex(({ number }) => number === phase) + 1;
}

function now(seen: Seen): Progress {
  const facts: Facts & Record<string, unknown> = { ...seen.moment.view.facts };
  return [
    ...seen.lesson.counts.map((name) => Number(facts[name])),
    seen.lesson.player_turns.indexOf(facts.phasing ?? "") + 1,
    phaseAt(seen, facts.phase),
  ];
}

/** A place of the first round of whatever is counted slower than turns. */
function at(seen: Seen, place: Exclude<Place, "set-up">): Progress {
  const { counts, player_turns, side } = seen.lesson;
  const round = counts.map((name) => (name === "turn" ? place.turn : 1));
  if (!place.phase) return [...round, Infinity, Infinity];
  return [...round, player_turns.indexOf(side) + 1, phaseAt(seen, place.phase)];
}

function isLater(one: Progress, other: Progress): boolean {
  const differs = one.findIndex((value, i) => value !== other[i]);
  return differs >= 0 && one[differs]! > other[differs]!;
}

/** Whether the battle has gone beyond a place. */
export function isBeyond(seen: Seen, place: Place): boolean {
  if (seen.moment.view.result) return true;
  if (place === "set-up") return seen.moment.view.facts.turn > 0;
  return isLater(now(seen), at(seen, place));
}

function shows(seen: Seen, sign: Sign): boolean {
  if (sign.tried) return seen.tried.has(sign.tried);
  if (sign.asked) return (seen.moment.view.decision?.choices ?? []).some(({ verb }) => verb === sign.asked);
  return seen.log.some(
    ({ number, kind, side }) => number > seen.since && kind === sign.logged && (!sign.by || side === sign.by),
  );
}

export function isDone(step: Step, seen: Seen): boolean {
  if (step.until && isBeyond(seen, step.until)) return true;
  return step.done.some((sign) => shows(seen, sign));
}

/** Whether the battle itself has gone on from a step; what was only tried out leaves the reader to go on. */
function isPassed(step: Step, seen: Seen): boolean {
  return isDone({ ...step, done: step.done.filter((sign) => !sign.tried) }, seen);
}

/** The step to show, at or after `from`: the first that the battle has not passed; the last stays. */
export function advance(steps: readonly Step[], from: number, seen: Seen): number {
  const last = steps.length - 1;
  if (from >= last || !isPassed(steps[from]!, seen)) return from;
  // The steps after it begin only now.
  const now = { ...seen, since: seen.moment.number };
  let at = from + 1;
  while (at < last && isPassed(steps[at]!, now)) at += 1;
  return at;
}
