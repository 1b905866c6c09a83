/** Choices sorted by where they may be made: on a hex, on a unit, or on a button. */

import type { Facts, Hex, Offer, Reach, View } from "./types";

export interface Offers {
  all: readonly Offer[];
  byHex: Map<Hex, Offer[]>;
  byUnit: Map<string, Offer[]>;
  /** choices that have no place on the map */
  plain: Offer[];
  /** the gesture for pointing at a hex, with a blank for it; empty where there is none */
  points: string;
}

export const NO_OFFERS: Offers = { all: [], byHex: new Map(), byUnit: new Map(), plain: [], points: "" };

/** Six directions clockwise from north, and the keys that lie in those directions around S. */
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
const DIRECTION_KEYS = ["w", "e", "d", "s", "a", "q"] as const;

/** The key for a direction in degrees clockwise from north. */
export function directionKey(degrees: number): string {
  return DIRECTION_KEYS[Math.round(degrees / 60) % 6]!;
}

/** Where every unit stands that the viewer can see. */
export function places(facts: Facts): Map<string, Hex> {
  return new Map(facts.stacks.flatMap(({ hex, units }) => (units ?? []).map((unit) => [unit, hex] as const)));
}

export function sortOffers(view: View): Offers {
  const all = view.decision?.choices ?? [];
  const offers: Offers = { all, byHex: new Map(), byUnit: new Map(), plain: [], points: view.decision?.points ?? "" };
  const put = (list: Map<string, Offer[]>, key: string, offer: Offer): void => {
    const there = list.get(key);
    if (there) there.push(offer);
    else list.set(key, [offer]);
  };
  const where = places(view.facts);
  for (const offer of all) {
    const unit = offer.units?.[0];
    const stands = offer.hexes?.[0] ?? (unit ? where.get(unit) : undefined);
    if (unit) put(offers.byUnit, unit, offer);
    if (stands) put(offers.byHex, stands, offer);
    else offers.plain.push(offer);
  }
  return offers;
}

/** Whether units are picked first and then sent to a hex by one gesture. */
export function isMovePick(offer: Offer): boolean {
  return Boolean(offer.sends && offer.units);
}

/** Whether one gesture does all of what a choice begins: it is aimed first, then confirmed. */
export function isShot(offer: Offer): boolean {
  return Boolean(offer.whole && offer.hexes);
}

/** How the units in hand are sent farther than a step. */
export function sendsHand(offers: Offers): string | undefined {
  return offers.all.find(({ sends, units }) => sends && !units)?.sends;
}

/** The facings that may be chosen, by their degrees clockwise from north. */
export function faces(offers: Offers): Map<number, Offer> {
  return new Map(offers.plain.flatMap((offer) => (offer.facing == null ? [] : [[offer.facing, offer] as const])));
}

/** Of several offers of the same verb to one unit in the same hexes, the first: the strongest. */
export function strongest(offers: readonly Offer[]): Offer | null {
  const about = ({ verb, units, hexes }: Offer): string => [verb, units?.[0], ...(hexes ?? [])].join(" ");
  const [first, ...rest] = offers;
  return first && rest.every((offer) => about(offer) === about(first)) ? first : null;
}

/** What several units can all reach, at the cost of the slowest and by its way. */
export function common(reaches: readonly Reach[]): Reach | null {
  const [first, ...rest] = reaches;
  if (!first) return null;
  if (!rest.length) return first;
  const total = (reach: Reach): number => Object.keys(reach.move).length;
  const slowest = reaches.reduce((least, one) => (total(one) < total(least) ? one : least));
  const move = Object.entries(first.move).flatMap(([hex, cost]) => {
    const costs = [cost, ...rest.map((reach) => reach.move[hex])];
    const known = costs.filter((one) => one !== undefined);
    return known.length === costs.length ? [[hex, Math.max(...known)] as const] : [];
  });
  return {
    prospect: null,
    orders: [],
    move: Object.fromEntries(move),
    before: slowest.before,
    fire: first.fire,
    command: reaches.flatMap(({ command }) => command),
  };
}
