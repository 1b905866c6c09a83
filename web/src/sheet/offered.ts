/** What may be said at a measured table, and of whom. */

import { sayOrder } from "./words";
import type { Verb } from "./orders";
import type { Table } from "../store.svelte";
import type { Facts, Offer, Piece } from "../types";

export class Offered {
  constructor(readonly table: Table) {}

  get facts(): Facts | null {
    return this.table.view?.facts ?? null;
  }

  /** A choice as a button says it. */
  say(choice: string): string {
    return sayOrder(choice, (id) => (id in (this.facts?.bodies ?? {}) || this.table.pieces.has(id) ? this.pieceOf(id).label : null));
  }

  pieceOf(id: string): Piece {
    const known = this.table.pieces.get(id);
    if (known) return known;
    const parent = this.table.pieces.get(id.replace(/s\d*$/, ""));
    const side = this.facts?.bodies[id]?.side ?? "";
    return { id, title: parent ? `Screen of ${parent.title}` : id, label: id.toUpperCase(), tag: "", side, kind: parent?.kind ?? "infantry", group: parent?.group ?? "", strength: "", right: "", values: [] };
  }

  isGeneral(unit: string): boolean {
    return this.facts?.bodies[unit]?.kinds[0] === "general";
  }

  /** The choices that begin with a unit. */
  offersOf(unit: string): Offer[] {
    return this.table.offers.all.filter(({ text }) => text.split(" ")[1] === unit);
  }

  /** Choices that are said of no unit. */
  get plain(): Offer[] {
    const bodies = this.facts?.bodies ?? {};
    return this.table.offers.all.filter(({ text }) => !((text.split(" ")[1] ?? "") in bodies));
  }

  /** Units that something may be said of now. */
  get asked(): string[] {
    const bodies = this.facts?.bodies ?? {};
    return [...new Set(this.table.offers.all.map(({ text }) => text.split(" ")[1] ?? ""))].filter((id) => id in bodies);
  }

  /** How a unit is told where to go now; null where it cannot be. */
  verbOf(unit: string): Verb | null {
    if (!this.table.view?.decision?.open || this.table.past) return null;
    const own = this.facts?.bodies[unit]?.side === this.table.live?.seat;
    if (own && this.table.offers.all.some(({ verb }) => verb === "deploy")) return "deploy";
    const verbs = new Set(this.offersOf(unit).map(({ verb }) => verb));
    if (verbs.has("blind")) return "blind";
    if (this.isGeneral(unit)) return verbs.has("ride") || verbs.has("join") ? "ride" : null;
    return verbs.has("move") || verbs.has("rouse") ? "move" : null;
  }
}
