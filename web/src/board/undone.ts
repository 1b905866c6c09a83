/** What may still be done: who may be sent, and what may be fired at. */

import { isMovePick, isShot, type Offers } from "../choices";
import type { Hex } from "../types";

/** Whether anybody in a hex may still be told something, and was not told to stand. */
export function isOpen(offers: Offers, held: ReadonlySet<string>, hex: Hex): boolean {
  const here = offers.byHex.get(hex) ?? [];
  return here.some(({ units }) => !units?.length || units.some((unit) => !held.has(unit)));
}

/** The hexes from which somebody may be sent, in the order of their offers. */
export function idleIn(offers: Offers, held: ReadonlySet<string>): Hex[] {
  return [...offers.byHex].flatMap(([hex, here]) => (here.some(isMovePick) && isOpen(offers, held, hex) ? [hex] : []));
}

/** The hexes that may be fired at or attacked. */
export function targetsIn(offers: Offers): Hex[] {
  return [...offers.byHex].flatMap(([hex, here]) => (here.some(isShot) ? [hex] : []));
}
