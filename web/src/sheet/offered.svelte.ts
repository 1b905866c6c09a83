/** What may be chosen on a measured table, and for which unit. */

import type { Battle } from "../battle.svelte";
import type { Facts, Offer, OrderForm, Piece } from "../types";

/** Whether a choice only picks somebody, whose orders are then asked for. */
export function isPick({ takes_up }: Offer): boolean {
  return Boolean(takes_up);
}

export class Offered {
  /** what the unit that was last asked about could be told */
  #orders = $state.raw<{ unit: string; at: number | undefined; offers: readonly Offer[] } | null>(null);

  constructor(readonly battle: Battle) {}

  /** Keep the orders of a unit until the next moment. */
  keep(unit: string, offers: readonly Offer[]): void {
    this.#orders = { unit, at: this.battle.live?.number, offers };
  }

  get facts(): Facts | null {
    return this.battle.view?.facts ?? null;
  }

  /** Everything that is listed now. */
  get offers(): readonly Offer[] {
    return this.battle.past ? [] : (this.battle.view?.decision?.choices ?? []);
  }

  pieceOf(id: string): Piece {
    const known = this.battle.pieces.get(id) ?? this.facts?.pieces.find((piece) => piece.id === id);
    const side = this.facts?.bodies[id]?.side ?? "";
    return (
      known ?? {
        id,
        title: id,
        label: id,
        tag: "",
        side,
        kind: "infantry",
        group: "",
        strength: "",
        right: "",
        values: [],
      }
    );
  }

  isGeneral(unit: string): boolean {
    return this.facts?.bodies[unit]?.kinds[0] === "officer";
  }

  /** The choices of a unit: those that name it first, or its orders if it is yet to be picked. */
  offersOf(unit: string): readonly Offer[] {
    const listed = this.#listed(unit);
    if (!listed.some(isPick)) return listed;
    return this.knows(unit) ? (this.#orders?.offers ?? []) : [];
  }

  /** Whether all choices of a unit are known. */
  knows(unit: string): boolean {
    const asked = this.#orders;
    const isKept = asked?.unit === unit && asked.at === this.battle.live?.number;
    return isKept || !this.#listed(unit).some(isPick);
  }

  #listed(unit: string): readonly Offer[] {
    return this.offers.filter(({ units }) => units?.[0] === unit);
  }

  /** Choices that name no unit. */
  get plain(): Offer[] {
    const bodies = this.facts?.bodies ?? {};
    return this.offers.filter(({ units }) => !((units?.[0] ?? "") in bodies));
  }

  /** Units that have something to choose now. */
  get asked(): string[] {
    const bodies = this.facts?.bodies ?? {};
    return [...new Set(this.offers.map(({ units }) => units?.[0] ?? ""))].filter((id) => id in bodies);
  }

  /** Orders that may be drawn now. */
  get forms(): readonly OrderForm[] {
    return this.battle.past ? [] : (this.battle.view?.decision?.forms ?? []);
  }

  /** The form of the order that tells a unit where to go; null where there is none. */
  formOf(unit: string): OrderForm | null {
    return this.forms.find(({ units }) => units.includes(unit)) ?? null;
  }
}
