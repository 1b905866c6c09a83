/** Choices sorted by where they may be made: on a hex, on a unit, or on a button. */

import { isGroup } from "./words";
import type { Facts, GroupFacts, Hex, Piece, Reach, View } from "./types";

export interface Offer {
  text: string;
  verb: string;
  hex: Hex | null;
  unit: string | null;
}

export interface Offers {
  all: Offer[];
  byHex: Map<Hex, Offer[]>;
  byUnit: Map<string, Offer[]>;
  /** choices that stand nowhere on the map */
  plain: Offer[];
}

const HEX = /^\d{4}$/;
/** Six directions clockwise from north, and the keys that lie so round the S of a keyboard. */
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export const DIRECTION_KEYS = ["w", "e", "d", "s", "a", "q"] as const;

const NO_GROUPS: ReadonlyMap<string, GroupFacts> = new Map();

export function readOffer(text: string, pieces: ReadonlyMap<string, Piece>, groups = NO_GROUPS): Offer {
  const [verb = "", ...objects] = text.split(" ");
  return {
    text,
    verb,
    hex: objects.find((object) => HEX.test(object)) ?? null,
    unit: objects.find((object, i) => pieces.has(object) && !isGroup(verb, i, groups, object)) ?? null,
  };
}

/** Where every unit stands that the viewer can see. */
export function places(facts: Facts): Map<string, Hex> {
  return new Map(facts.stacks.flatMap(({ hex, units }) => (units ?? []).map((unit) => [unit, hex] as const)));
}

export function sortOffers(view: View, pieces: ReadonlyMap<string, Piece>, groups = NO_GROUPS): Offers {
  const offers: Offers = { all: [], byHex: new Map(), byUnit: new Map(), plain: [] };
  const put = (list: Map<string, Offer[]>, key: string, offer: Offer): void => {
    const there = list.get(key);
    if (there) there.push(offer);
    else list.set(key, [offer]);
  };
  const where = places(view.facts);
  for (const text of view.decision?.choices ?? []) {
    const offer = readOffer(text, pieces, groups);
    offers.all.push(offer);
    const stands = offer.hex ?? (offer.unit ? where.get(offer.unit) : undefined);
    if (offer.unit) put(offers.byUnit, offer.unit, offer);
    if (stands) put(offers.byHex, stands, offer);
    else offers.plain.push(offer);
  }
  return offers;
}

/** Whether units are picked first and sent to a hex in one breath. */
export function isMovePick(offer: Offer): boolean {
  return offer.verb === "move" && offer.unit !== null;
}

const WHOLE = new Set(["fire", "melee"]);

/** Whether a choice begins an attack that is made whole by one gesture: it is aimed before it is done. */
export function isShot(offer: Offer): boolean {
  return WHOLE.has(offer.verb) && offer.hex !== null;
}

/** Whether a button throws dice, so that its odds are worth asking for. */
export function isRoll(offer: Offer): boolean {
  return offer.verb === "resolve" || offer.verb === "fight";
}

/** The main thing to do among the buttons: what ends the step at hand. */
export function isMain(offer: Offer): boolean {
  return isRoll(offer) || (offer.verb === "commit" && offer.text === "commit");
}

/** The whole attack on the hex of an offer as one gesture. */
export function volley({ verb, hex }: Pick<Offer, "verb" | "hex">): string {
  return `${verb} ${hex} all`;
}

export function march(units: readonly string[], hex: Hex): string {
  return ["move", ...units, hex].join(" ");
}

/** The facings that may be chosen, by their place clockwise from north. */
export function faces(offers: Offers): Map<number, Offer> {
  return new Map(
    offers.plain
      .filter(({ verb }) => verb === "face")
      .map((offer) => [DIRECTIONS.findIndex((way) => offer.text === `face ${way}`), offer] as const)
      .filter(([way]) => way >= 0),
  );
}

/** Of several offers of the same verb to one unit, the first: the strongest. */
export function strongest(offers: readonly Offer[]): Offer | null {
  const [first, ...rest] = offers;
  return first && rest.every(({ verb, unit }) => verb === first.verb && unit === first.unit) ? first : null;
}

/** What a click on an unlit hex would have meant, to ask why it is not allowed. */
export function meant(offers: Offers, picked: readonly string[], hex: Hex): string | null {
  if (picked.length) return march(picked, hex);
  const verb = offers.all.find((offer) => offer.hex)?.verb;
  return verb ? `${verb} ${hex}` : null;
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
  return { prospect: null, move: Object.fromEntries(move), before: slowest.before, fire: first.fire, command: reaches.flatMap(({ command }) => command) };
}
