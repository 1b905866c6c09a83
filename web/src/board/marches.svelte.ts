/** The order for a formation: units of several hexes that march as one. */

import { filled } from "../blanks";
import { places } from "../choices";
import { api } from "../socket";
import type { Battle } from "../battle.svelte";
import { leadOf } from "../formations";
import type { Orders } from "../orders.svelte";
import type { Hex, Marched, Offer } from "../types";

export class Marches {
  /** what the picked units are called, where they stand in several hexes */
  formation = $state<string | null>(null);
  /** what would come of the order for them */
  plan = $state.raw<Marched | null>(null);

  constructor(
    readonly battle: Battle,
    readonly orders: Orders,
    readonly picked: () => readonly string[],
  ) {}

  /** Whoever of the picked units stands nearest to the middle. */
  get lead(): string | undefined {
    return leadOf(
      this.picked(),
      (unit) => this.#placeOf(unit),
      (unit) => this.battle.pieces.get(unit)?.kind === "officer",
    );
  }

  /** Where the picked units are reckoned from: the hex in the middle of them. */
  get anchor(): Hex | undefined {
    return this.#placeOf(this.lead);
  }

  /** What orders them from one hex to another. */
  textOf(from: Hex, to: Hex): string {
    return filled(this.#offer?.marches ?? "", { from, to, units: this.picked().join(" ") });
  }

  /** What the order last given would be for them. */
  get again(): string | null {
    const { last } = this.orders;
    return last && this.picked().length ? this.textOf(last.from, last.to) : null;
  }

  /** What standing marches come to now, as one order; null where nobody has to go on. */
  get onward(): string | null {
    const facts = this.battle.view?.facts;
    if (!facts || this.picked().length) return null;
    const where = places(facts);
    const goals = this.orders.marches.flatMap((march) =>
      Object.entries(this.orders.onTheWay(march, facts, where)).filter(([unit]) => this.battle.offers.byUnit.has(unit)),
    );
    const verb = this.#offer?.marches?.split(" ")[0];
    return goals.length && verb ? [verb, ...goals.flat()].join(" ") : null;
  }

  /** Work out what would come of an order. */
  async work(text: string, isStill: () => boolean): Promise<void> {
    this.plan = null;
    const plan = await api.march(this.battle.token, text).catch(() => null);
    if (isStill()) this.plan = plan;
  }

  /** The order stands in later turns too, until they are there. */
  keep(): void {
    const facts = this.battle.view?.facts;
    if (!this.plan || !facts) return;
    const goals = this.plan.legs.flatMap(({ units, goal }) => units.map((unit) => [unit, goal] as const));
    // From the first place to the last.
    const places = goals.map(([, goal]) => goal).sort();
    const told = `on to ${[...new Set([places[0], places.at(-1)])].join("–")}`;
    this.orders.keep(this.formation ?? "March", told, Object.fromEntries(goals), facts);
  }

  letGo(): void {
    this.formation = null;
    this.plan = null;
  }

  get #offer(): Offer | undefined {
    return this.battle.offers.all.find(({ marches }) => marches);
  }

  #placeOf(unit: string | undefined): Hex | undefined {
    const facts = this.battle.view?.facts;
    return unit && facts ? places(facts).get(unit) : undefined;
  }
}
