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
