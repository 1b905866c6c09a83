/** A new battle as the start page proposes it. */

import { umpires } from "../umpire/facts";
import type { NewBattle, SeatWanted, Side, SystemFacts } from "../types";

/** A battle with every wish spelled out. */
export interface Plan extends Required<NewBattle> {
  seats: Record<Side, Required<SeatWanted>>;
}

/** One player against the computer, with the first side where none is named. */
export function duel(system: SystemFacts, mine = system.sides[0]): Plan {
  // Two people at a real table share a phone, and mend what they mistyped.
  const shared = umpires(system.slug);
  const seats = system.sides.map((side) => [side, { who: shared || side === mine ? "me" : "computer", level: 2 }] as const);
  const options = Object.fromEntries(system.options.map(({ name, default: value }) => [name, value]));
  return {
    system: system.slug,
    scenario: system.scenarios[0]?.slug ?? "",
    options: shared ? { ...options, undo: "free" } : options,
    seats: Object.fromEntries<Required<SeatWanted>>(seats),
    seed: null,
    open_book: false,
  };
}

/** Whether the computer's thoughts may be read as it plays: they would help one player against another. */
export function mayOpenBook({ seats }: Plan): boolean {
  const who = Object.values(seats).map((seat) => seat.who);
  return who.includes("computer") && !who.includes("friend");
}
