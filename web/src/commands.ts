/** What keys do in a battle; where hexes and a measured table differ, each has a hand of its own. */

import type { Command } from "./keys";
import type { HexHand } from "./board/hand.svelte";
import type { Offer } from "./types";

export interface Hand {
  /** take what is pointed at, or confirm what was taken */
  choose(): void;
  back(): void;
  /** show or hide how far the unit pointed at reaches */
  showReach(): void;
  /** what ends the action in progress, before what ends the question */
  readonly end: Offer | null;
  /** how many could still do something if the question were ended now */
  readonly left: number;
  /** what several that are picked are called; null where no more than one is */
  readonly formation: string | null;
  /** what they are, in one word: "stack", "target", "unit" */
  readonly kind: string;
  /** whether one goes from one of them to the next */
  readonly steps: boolean;
  /** from those picked to what they belong to */
  widen(): void;
  /** the last order again */
  repeat(): void;
  /** there, and on in later turns */
  marchOn(): void;
  /** whether it is not known yet what may be done with what was picked */
  readonly isWaiting?: boolean;
}

/** Carry out a command; false where it is the page's to carry out. `hand` is the one in use. */
export function perform(command: Command, hand: Hand, hexes: HexHand): boolean {
  const { battle, looking } = hexes;
  const hex = hexes.cursor ?? hexes.hover;
  switch (command) {
    case "choose":
      hand.choose();
      return true;
    case "escape":
      hand.back();
      return true;
    case "reach":
      hand.showReach();
      return true;
    case "end": {
      if (hand.isWaiting) return true;
      const offer = hand.end ?? battle.ending;
      if (offer) void battle.end(offer, offer === hand.end ? 0 : hand.left);
      return true;
    }
    case "formation":
      hand.widen();
      return true;
    case "stand":
      hexes.hold();
      return true;
    case "onward":
      hand.marchOn();
      return true;
    case "repeat":
      hand.repeat();
      return true;
    case "firers":
      if (hexes.aim?.singly) void battle.choose(hexes.aim.singly);
      return true;
    case "fewer":
      hexes.fireWith(hexes.firing.count - 1);
      return true;
    case "more":
      hexes.fireWith(hexes.firing.count + 1);
      return true;
    case "sweep":
      hexes.sweep();
      return true;
    case "undo":
      void battle.undo();
      return true;
    case "redo":
      void battle.redo();
      return true;
    case "odds": {
      const offer = hex ? battle.offers.byHex.get(hex)?.[0] : battle.offers.plain[0];
      if (offer) void looking.weigh(offer.text);
      return true;
    }
    case "why":
      if (hex) void hexes.whyNot(hex);
      return true;
    case "sight":
      looking.takeRuler();
      if (looking.tool === "sight" && hex) void looking.look(hex, hex);
      return true;
    case "fan":
      // Where units may turn there is nothing to fan: a letter for the direction follows.
      if (hexes.faces.size) hexes.facing = !hexes.facing;
      else hexes.fanned = hexes.fanned ? null : hex;
      return true;
    case "hide":
      looking.hidden = !looking.hidden;
      return true;
    case "text":
      looking.asText = !looking.asText;
      return true;
    case "earlier":
      void battle.goTo((battle.shown?.number ?? 0) - 1);
      return true;
    case "later":
      void battle.goTo((battle.shown?.number ?? 0) + 1);
      return true;
  }
  return false;
}
