/** What the keys of a table do to its battle; where hexes and a measured sheet differ, its hand knows. */

import type { Command } from "./keys";
import type { Table } from "./store.svelte";
import type { Offer } from "./types";

export interface Hand {
  /** take what is pointed at, or confirm what was taken */
  choose(): void;
  back(): void;
  /** show or hide how far the unit pointed at reaches */
  reach(): void;
  /** what ends the matter at hand, before what ends the question */
  readonly end: Offer | null;
}

/** Carry a command out; false where it is none of the table's, but of the page's. */
export function perform(command: Command, table: Table, hand: Hand): boolean {
  const hex = table.cursor ?? table.hover;
  switch (command) {
    case "choose":
      hand.choose();
      return true;
    case "escape":
      hand.back();
      return true;
    case "reach":
      hand.reach();
      return true;
    case "end": {
      const offer = hand.end ?? table.ending;
      if (offer) void table.choose(offer.text);
      return true;
    }
    case "firers":
      if (table.aim?.singly) void table.choose(table.aim.singly);
      return true;
    case "undo":
      void table.undo();
      return true;
    case "redo":
      void table.redo();
      return true;
    case "odds": {
      const offer = hex ? table.offers.byHex.get(hex)?.[0] : table.offers.plain[0];
      if (offer) void table.weigh(offer.text);
      return true;
    }
    case "why":
      if (hex) void table.whyNot(hex);
      return true;
    case "sight":
      table.tool = table.tool === "sight" ? "choose" : "sight";
      if (table.tool === "sight" && hex) void table.look(hex, hex);
      return true;
    case "fan":
      // Where units may turn there is nothing to fan: a letter for the direction follows.
      if (table.faces.size) table.facing = !table.facing;
      else table.fanned = table.fanned ? null : hex;
      return true;
    case "hide":
      table.hidden = !table.hidden;
      return true;
    case "text":
      table.asText = !table.asText;
      return true;
    case "earlier":
      void table.goTo((table.shown?.number ?? 0) - 1);
      return true;
    case "later":
      void table.goTo((table.shown?.number ?? 0) + 1);
      return true;
  }
  return false;
}
