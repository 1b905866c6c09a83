/** How far units can go and fire, and what waits on the way. */

import { common } from "../choices";
import { api } from "../socket";
import type { Danger, Reach } from "../types";

/** Before the dangers of a way are asked for, in milliseconds. */
const WAIT = 140;

export class Scout {
  reach = $state.raw<Reach | null>(null);
  /** the unit whose reach is shown, whoever it belongs to */
  unit = $state<string | null>(null);
  /** what waits on the way of a single move */
  dangers = $state.raw<readonly Danger[]>([]);
  /** how often a reach was asked for; only the last answer counts */
  #calls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly token: string) {}

  /** Show how far a unit can go and fire, whoever it belongs to. */
  async show(unit: string | null): Promise<void> {
    this.unit = unit;
    await this.ask(unit ? [unit] : []);
  }

  /** How far all of these can go together. */
  async ask(units: readonly string[], isStill: () => boolean = () => true): Promise<void> {
    const call = (this.#calls += 1);
    const all = await Promise.all(units.map((unit) => api.reach(this.token, unit).catch(() => null)));
    if (call === this.#calls && isStill()) this.reach = common(all.filter((reach) => reach !== null));
  }

  /** Ask a moment later what waits on the way of an order; of none, forget it. */
  weighWay(text: string | null, isStill: () => boolean): void {
    clearTimeout(this.#timer);
    if (this.dangers.length) this.dangers = [];
    if (text === null) return;
    this.#timer = setTimeout(() => {
      if (!isStill()) return; // it went off, or was let go
      void api
        .risks(this.token, text)
        .then((dangers) => {
          if (isStill()) this.dangers = dangers;
        })
        .catch(() => undefined);
    }, WAIT);
  }

  letGo(): void {
    this.#calls += 1;
    this.reach = null;
    this.unit = null;
    this.dangers = [];
  }
}
