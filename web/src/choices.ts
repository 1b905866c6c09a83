/** Choices sorted by where they may be made: on a hex, on a unit, or on a button. */

import type { Facts, Hex, Piece, Reach, View } from "./types";

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

export function readOffer(text: string, pieces: ReadonlyMap<string, Piece>): Offer {
  const [verb = "", ...objects] = text.split(" ");
  return {
    text,
    verb,
    hex: objects.find((object) => HEX.test(object)) ?? null,
    unit: objects.find((object) => pieces.has(object)) ?? null,
  };
}

/** Where every unit stands that the viewer can see. */
export function places(facts: Facts): Map<string, Hex> {
  return new Map(facts.stacks.flatMap(({ hex, units }) => (units ?? []).map((unit) => [unit, hex] as const)));
}

export function sortOffers(view: View, pieces: ReadonlyMap<string, Piece>): Offers {
  const offers: Offers = { all: [], byHex: new Map(), byUnit: new Map(), plain: [] };
  const put = (list: Map<string, Offer[]>, key: string, offer: Offer): void => {
    const there = list.get(key);
    if (there) there.push(offer);
    else list.set(key, [offer]);
  };
  const where = places(view.facts);
  for (const text of view.decision?.choices ?? []) {
    const offer = readOffer(text, pieces);
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

/** Whether a choice throws dice at once when the whole gesture is made: it is aimed before it is done. */
export function isShot(offer: Offer): boolean {
  return offer.verb === "fire" && offer.hex !== null;
}

/** Whether a button throws dice, so that its odds are worth asking for. */
export function isRoll(offer: Offer): boolean {
  return offer.verb === "resolve";
}

/** The whole volley at a hex as one gesture. */
export function volley(hex: Hex): string {
  return `fire ${hex} all`;
}

export function march(units: readonly string[], hex: Hex): string {
  return ["move", ...units, hex].join(" ");
}

/** What a click on an unlit hex would have meant, to ask why it is not allowed. */
export function meant(offers: Offers, picked: readonly string[], hex: Hex): string | null {
  if (picked.length) return march(picked, hex);
  const verb = offers.all.find((offer) => offer.hex)?.verb;
  return verb ? `${verb} ${hex}` : null;
}

/** What several units can all reach, at the cost of the slowest. */
export function common(reaches: readonly Reach[]): Reach | null {
  const [first, ...rest] = reaches;
  if (!first) return null;
  const move = Object.entries(first.move).flatMap(([hex, cost]) => {
    const costs = [cost, ...rest.map((reach) => reach.move[hex])];
    const known = costs.filter((one) => one !== undefined);
    return known.length === costs.length ? [[hex, Math.max(...known)] as const] : [];
  });
  return { move: Object.fromEntries(move), fire: first.fire };
}
