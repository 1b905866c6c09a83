/** The log: joining what is new, and bundling many lines of a kind. */

import { minus } from "./words";
import type { Detail, Entry, Moment } from "./types";

/** The log after a moment arrives, whether it brings the whole log or only what is new. */
export function joinLog(known: readonly Entry[], moment: Moment): Entry[] {
  const kept = known.filter(({ number }) => number <= Math.min(moment.after, moment.number));
  return [...kept, ...moment.log];
}

/** What is behind a line, as the rows of a ledger. */
export function ledgerRows(details: readonly Detail[]): { value: string; reason: string; rule: string }[] {
  return details.map(({ value, text, rule }) => ({ value: minus(value), reason: text, rule }));
}

/** A line of the log, and similar lines of the same decision that follow it. */
export interface Bundle {
  entry: Entry;
  more: Entry[];
}

/** From this many lines of one kind and one decision on, they are bundled: a set-up has a line for each piece. */
const MANY = 6;

export function bundles(entries: readonly Entry[]): Bundle[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.[0];
    if (run && last?.number === entry.number && last.kind === entry.kind) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) =>
    run.length >= MANY ? [{ entry: run[0]!, more: run.slice(1) }] : run.map((entry) => ({ entry, more: [] })),
  );
}

/** Whether a line is the first of its decision: what the computer thought is shown once. */
export function isFirstOf(told: readonly Bundle[], at: number): boolean {
  return at === 0 || told[at - 1]?.entry.number !== told[at]?.entry.number;
}
