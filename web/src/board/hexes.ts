/** A table of hexes under the hand. */

import type { Hand } from "../hand";
import type { Table } from "../store.svelte";

export class Hexes implements Hand {
  readonly end = null;

  constructor(readonly table: Table) {}

  choose(): void {
    const hex = this.table.cursor ?? this.table.hover;
    if (this.table.aim) void this.table.confirm();
    else if (hex) void this.table.press(hex, true);
  }

  back(): void {
    this.table.back();
  }

  /** Of the top unit in the hex pointed at. */
  reach(): void {
    if (this.table.scouted) return void this.table.scout(null);
    const hex = this.table.hover ?? this.table.cursor;
    const stack = this.table.view?.facts.stacks.find((one) => one.hex === hex && one.units?.length);
    const unit = stack?.units?.at(-1);
    if (unit) void this.table.scout(unit);
  }
}
