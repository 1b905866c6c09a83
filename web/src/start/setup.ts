/** A new battle as the start page proposes it. */

import { nonce } from "../socket";
import type { NewBattle, Seats, Side, SystemInfo } from "../types";

/** One player with the first side against the computer. */
export function duel(system: SystemInfo): NewBattle {
  const seats = system.sides.map((side, i) => [side, { who: i === 0 ? ("me" as const) : ("computer" as const), level: 2 }]);
  return {
    system: system.slug,
    scenario: system.scenarios[0]?.slug ?? "",
    options: Object.fromEntries(system.options.map(({ name, default: value }) => [name, value])),
    seats: Object.fromEntries(seats) as NewBattle["seats"],
    seed: null,
    nonce: nonce(),
  };
}

/** The seats that stay here, and those that go to friends. */
export function dealOut(battle: NewBattle, made: Seats): { mine: string[]; friends: { side: Side; token: string }[] } {
  const sides = Object.keys(made.seats);
  return {
    mine: sides.filter((side) => battle.seats[side]?.who === "me").map((side) => made.seats[side]!),
    friends: sides
      .filter((side) => battle.seats[side]?.who === "friend")
      .map((side) => ({ side, token: made.seats[side]! })),
  };
}
