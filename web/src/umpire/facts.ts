/** What tells an umpired battle from others. */

import type { Statics } from "../types";

/** Whether it is played on the players' own table: there is neither a map nor a sheet to draw. */
export function isUmpired(statics: Pick<Statics, "map" | "sheet">): boolean {
  return !statics.map && !statics.sheet;
}
