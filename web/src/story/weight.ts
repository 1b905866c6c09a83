/** How much an entry of the log matters. */

import type { Entry } from "../types";

export function weightOf({ severity, scene }: Entry): number {
  const lost = (scene.losses ?? []).reduce((sum, { number, gone }) => sum + number + (gone ? 2 : 0), 0);
  return severity + 2 * lost;
}

/** The weightiest of some entries, the first of several. */
export function worstOf(first: Entry, rest: readonly Entry[]): Entry {
  return rest.reduce((worst, entry) => (weightOf(entry) > weightOf(worst) ? entry : worst), first);
}
