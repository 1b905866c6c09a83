/** What tells an umpired table from others. */

import type { AnyTable } from "../types";

/** Whether the table is the players’ own: there is neither a map nor a sheet to draw. */
export function isUmpired(table: Pick<AnyTable, "map" | "sheet">): boolean {
  return !table.map && !table.sheet;
}
