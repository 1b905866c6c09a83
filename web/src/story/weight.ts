/** How much an entry of the log matters. */

import type { Entry } from "../types";

/** Effects from harmless to worst, as the engine orders them. */
const ORDER = [
  "nothing",
  "other",
  "ammunition",
  "pin",
  "loss",
  "leader",
  "retreat",
  "rout",
  "destruction",
  "capture",
  "end",
];

export function weightOf(entry: Entry): number {
  const kind = ORDER.indexOf(entry.effect);
  const lost = (entry.scene.losses ?? []).reduce((sum, { number, gone }) => sum + number + (gone ? 2 : 0), 0);
  return (kind > 1 ? kind : 0) + 2 * lost;
}

/** The weightiest of some entries, the first of several. */
export function worstOf(first: Entry, rest: readonly Entry[]): Entry {
  return rest.reduce((worst, entry) => (weightOf(entry) > weightOf(worst) ? entry : worst), first);
}
