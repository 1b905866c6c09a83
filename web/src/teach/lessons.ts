/** Which systems have a lesson, and how far each battle has got in it. */

import { duel, type Plan } from "../start/setup";
import type { SystemFacts } from "../types";
import type { Lesson, Tool } from "./lesson";
import { STOCKADE_REDAN } from "./stockade_redan";

const LESSONS: readonly Lesson[] = [STOCKADE_REDAN];

export function lessonFor(system: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.system === system) ?? null;
}

/** The battle a lesson is told in: always the same dice, against the computer. */
export function schoolBattle(lesson: Lesson, system: SystemFacts): Plan {
  return { ...duel(system, lesson.side), seed: lesson.seed };
}

export interface Progress {
  step: number;
  tried: Tool[];
  open: boolean;
}

const KEY = "longroll.lessons";
const KEPT = 40;

function all(): [string, Progress][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as [string, Progress][]) : [];
  } catch {
    return [];
  }
}

export function progressOf(battle: string): Progress {
  const found = all().find(([id]) => id === battle)?.[1];
  return { step: found?.step ?? 0, tried: found?.tried ?? [], open: found?.open ?? false };
}

export function keepProgress(battle: string, progress: Progress): void {
  const rest = all().filter(([id]) => id !== battle);
  localStorage.setItem(KEY, JSON.stringify([[battle, progress], ...rest].slice(0, KEPT)));
}
