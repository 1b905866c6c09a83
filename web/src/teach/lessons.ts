/** The battle of a lesson, and how far each battle has got in its lesson. */

import { duel, usualOptions, type Plan } from "../start/setup";
import { recallAs, remember } from "../storage";
import type { Lesson, SystemFacts } from "../types";
import type { Tool } from "./lesson";

/** The battle a lesson is told in: always the same dice, against the computer. */
export function schoolBattle(lesson: Lesson, system: SystemFacts): Plan {
  const plan = duel(system, lesson.side);
  const scenario = lesson.scenario || (plan.scenario ?? "");
  return { ...plan, scenario, options: usualOptions(system, scenario), seed: lesson.seed };
}

export interface Progress {
  step: number;
  /** the moment at which it was reached */
  since: number;
  tried: Tool[];
  open: boolean;
}

const KEY = "longroll.lessons";
const KEPT = 40;

function all(): [string, Progress][] {
  return recallAs(KEY, []);
}

export function progressOf(battle: string): Progress {
  const found = all().find(([id]) => id === battle)?.[1];
  return { step: found?.step ?? 0, since: found?.since ?? 0, tried: found?.tried ?? [], open: found?.open ?? false };
}

export function keepProgress(battle: string, progress: Progress): void {
  const rest = all().filter(([id]) => id !== battle);
  remember(KEY, JSON.stringify([[battle, progress], ...rest].slice(0, KEPT)));
}
