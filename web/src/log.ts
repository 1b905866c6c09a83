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
/** Without a sign only what cites a rule is a sum: "4½ 2nd Texas: 3 at 2 [gbacw:9.25]". */
const PART = /^(\d+½?|½)\s+(.*?)\s+\[([^\]]+)\]$/;
const CITED = /^(.*?)\s*\[([^\]]+)\]$/;

/** "+1 own officer [stockade_redan:11.2.5]" in its three columns. */
export function readSum(detail: string): Sum {
  const line = LINE.exec(detail) ?? PART.exec(detail);
  if (line) return { value: line[1]!.replace("-", "−"), reason: line[2]!, rule: line[3] ?? null };
  const cited = CITED.exec(detail);
  return cited ? { value: "", reason: cited[1]!, rule: cited[2]! } : { value: "", reason: detail, rule: null };
}

/** A line of the log, and those that follow it in the same breath and say the like. */
export interface Bundle {
  entry: Entry;
  more: Entry[];
}

/** So many lines of one kind and one decision are told as one: a set-up has a line for each piece. */
const MANY = 6;

export function bundles(entries: readonly Entry[]): Bundle[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.[0];
    if (run && last?.number === entry.number && last.kind === entry.kind) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length >= MANY ? [{ entry: run[0]!, more: run.slice(1) }] : run.map((entry) => ({ entry, more: [] }))));
}

/** Whether a line is the first of its decision: what the computer thought is said once. */
export function isFirstOf(told: readonly Bundle[], at: number): boolean {
  return at === 0 || told[at - 1]?.entry.number !== told[at]?.entry.number;
}
