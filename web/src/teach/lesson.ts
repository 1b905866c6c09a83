/** A lesson beside the table: steps as data, and how far the battle has carried the player through them. */

import type { Entry, Hex, Moment, Side, TableFacts } from "../types";

/** What a player may try out on the table. */
export type Tool = "rule" | "log" | "odds" | "why" | "sight" | "reach";

/** A part of the page that a step points at: elements marked `data-teach`. */
export type Part = "question" | "answers" | "log" | "undo" | Tool;

/** How the battle shows that a step is done. */
export type Sign =
  | { tried: Tool }
  /** a line of that kind stands in the log, of this side where one is named */
  | { logged: string; by?: Side }
  /** a choice with that verb may be made */
  | { asked: string };

/** Where a battle is: 0 is the set-up, then phases of the first turn by their number. */
export type Place = "set-up" | { turn: number; phase: string };

/** A sum the rulebook works out, told line by line. */
export interface Example {
  title: string;
  lines: readonly { words: string; value: string }[];
  rule: string;
}

/** Something on the map: a hex to look at, or a line between two. */
export interface Sample {
  words: string;
  hex: Hex;
  to?: Hex;
}

export interface Step {
  title: string;
  say: readonly string[];
  /** what to do, in the player's next movement of the hand */
  now?: string;
  rules?: readonly string[];
  example?: Example;
  samples?: readonly Sample[];
  points?: Part;
  /** done when any of these shows; what was only tried out leaves the reader to go on */
  done?: readonly Sign[] | undefined;
  /** over, done or not, when the battle has gone beyond this place */
  until?: Place;
}

export interface Lesson {
  system: string;
  side: Side;
  /** the battle it is told for */
  seed: number;
  steps: readonly Step[];
}

/** What the coach can see. */
export interface Seen {
  moment: Moment;
  log: readonly Entry[];
  phases: TableFacts["phases"];
  tried: ReadonlySet<Tool>;
}

function order(seen: Seen, assault: number, turn: number, phase: string): number {
  const at = seen.phases.findIndex(({ number }) => number === phase);
  return (assault * 100 + turn) * 100 + at + 1;
}

/** Whether the battle has gone beyond a place of its first assault. */
export function isBeyond(seen: Seen, place: Place): boolean {
  const { facts } = seen.moment.view;
  const { turn, phase } = facts;
  // Where a battle begins anew its system counts that too.
  const assault = "assault" in facts ? Number(facts.assault) : 1;
  if (seen.moment.view.result) return true;
  if (place === "set-up") return turn > 0;
  return order(seen, assault, turn, phase) > order(seen, 1, place.turn, place.phase);
}

function shows(seen: Seen, sign: Sign): boolean {
  if ("tried" in sign) return seen.tried.has(sign.tried);
  if ("asked" in sign) return (seen.moment.view.decision?.choices ?? []).some(({ verb }) => verb === sign.asked);
  return seen.log.some(({ kind, side }) => kind === sign.logged && (sign.by === undefined || side === sign.by));
}

export function isDone(step: Step, seen: Seen): boolean {
  if (step.until && isBeyond(seen, step.until)) return true;
  return (step.done ?? []).some((sign) => shows(seen, sign));
}

/** Whether the battle itself has gone on from a step. */
function isPassed(step: Step, seen: Seen): boolean {
  return isDone({ ...step, done: step.done?.filter((sign) => !("tried" in sign)) }, seen);
}

/** The step to show, at or after `from`: the first that the battle has not passed; the last stays. */
export function advance(steps: readonly Step[], from: number, seen: Seen): number {
  let at = from;
  while (at < steps.length - 1 && isPassed(steps[at]!, seen)) at += 1;
  return at;
}
