/** Units of a measured table that are given one order together. */

import { filled } from "../blanks";
import { unitsBelow, widerThan } from "../formations";
import { api } from "../socket";
import type { Battle } from "../battle.svelte";
import type { Orders } from "../orders.svelte";
import { legsWritten, type Draft } from "./orders";
import { Pump } from "./pump";
import type { Marched, OrderForm } from "../types";

export class Company {
  /** what they are called; null where no more than one is picked */
  title = $state<string | null>(null);
  /** all of them, whoever leads them too */
  units = $state.raw<readonly string[]>([]);
  #seen = $state.raw<{ of: Draft; plan: Marched } | null>(null);
  #plans: Pump<{ of: Draft; plan: Marched }>;

  constructor(
    readonly battle: Battle,
    readonly orders: Orders,
    readonly formOf: (unit: string) => OrderForm | null,
  ) {
    this.#plans = new Pump((seen) => (this.#seen = seen));
  }

  /** Whether a unit may be given an order together with others. */
  may(unit: string): boolean {
    return Boolean(this.formOf(unit)?.many);
  }

  /** What would come of the order for all of them. */
  get plan(): Marched | null {
    return this.units.length > 1 ? (this.#seen?.plan ?? null) : null;
  }

  /** Whether a draft has been worked out for all of them, and somebody could carry it out. */
  isReady(draft: Draft | null): boolean {
    return draft !== null && this.#seen?.of === draft && this.#seen.plan.legs.some(({ steps }) => steps.length);
  }

  take(title: string, units: readonly string[]): void {
    this.title = title;
    this.units = units;
    this.#seen = null;
  }

  /** The part of the order of battle above those picked, with whoever of it may be told something. */
  wider(picked: string): { title: string; units: string[] } | null {
    const { statics, pieces, groups } = this.battle;
    const all = statics?.groups ?? [];
    const id = widerThan(all, this.title, [pieces.get(picked)]);
    return id ? { title: groups.get(id)?.title ?? id, units: this.ofGroup(id) } : null;
  }

  ofGroup(id: string): string[] {
    return unitsBelow(this.battle.statics?.groups ?? [], id).filter((unit) => this.may(unit));
  }

  /** The order of a draft for all of them. */
  textOf(draft: Draft): string {
    return this.said(draft, this.units);
  }

  said({ form, pace, legs }: Draft, units: readonly string[]): string {
    return filled(form.many ?? "", { units: units.join(" "), pace, legs: legsWritten(legs, form.legs) });
  }

  work(draft: Draft): void {
    if (this.units.length < 2) return;
    const text = this.textOf(draft);
    this.#plans.want(async () => ({ of: draft, plan: await api.march(this.battle.token, text) }));
  }

  /** The order stands in later turns too: each time it is due it is said again, with a blank for whoever may go on. */
  keep(draft: Draft, units: readonly string[], title: string, told: string): void {
    const { facts } = this.battle.view ?? {};
    const words = this.said(draft, ["{units}"]);
    if (facts) this.orders.keep(title, told, Object.fromEntries(units.map((unit) => [unit, words])), facts);
  }

  /** What standing marches come to now, one order each. */
  get onward(): string[] {
    const { facts } = this.battle.view ?? {};
    if (!facts || this.battle.past) return [];
    const where = new Map(Object.keys(facts.bodies).map((unit) => [unit, ""]));
    return this.orders.marches.flatMap((march) => {
      const units = Object.keys(this.orders.onTheWay(march, facts, where)).filter((unit) => this.may(unit));
      const words = Object.values(march.goals)[0] ?? "";
      return units.length ? [filled(words, { units: units.join(" ") })] : [];
    });
  }

  /** Forget what was worked out for an order. */
  forget(): void {
    this.#seen = null;
    this.#plans.drop();
  }

  letGo(): void {
    this.title = null;
    this.units = [];
    this.forget();
  }
}
