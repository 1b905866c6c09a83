/** The log: joining what is new, and reading a line of arithmetic. */

import type { Entry, Moment } from "./types";

/** The log after a moment arrives, whether it brings the whole log or only what is new. */
export function joinLog(known: readonly Entry[], moment: Moment): Entry[] {
  const kept = known.filter(({ number }) => number <= Math.min(moment.after, moment.number));
  return [...kept, ...moment.log];
}

export interface Sum {
  value: string;
  reason: string;
  rule: string | null;
}

const LINE = /^([+\-−]\d+)\s+(.*?)(?:\s+\[([^\]]+)\])?$/;
const CITED = /^(.*?)\s*\[([^\]]+)\]$/;

/** "+1 own officer [stockade_redan:11.2.5]" in its three columns. */
export function readSum(detail: string): Sum {
  const line = LINE.exec(detail);
  if (line) return { value: line[1]!, reason: line[2]!, rule: line[3] ?? null };
  const cited = CITED.exec(detail);
  return cited ? { value: "", reason: cited[1]!, rule: cited[2]! } : { value: "", reason: detail, rule: null };
}
