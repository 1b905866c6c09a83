/** An order that goes on: said again with whoever is left, each time dice have stopped it. */

import { api } from "../socket";
import type { Battle } from "../battle.svelte";

/** It is said again so often at most. */
const AGAIN = 40;

export class Going {
  #order: { text: string; left: number; sweeps: boolean } | null = null;

  constructor(readonly battle: Battle) {}

  /** This order goes on from now on; `sweeps` says that it is one for every target. */
  begin(text: string, sweeps = false): void {
    this.#order = { text, left: AGAIN, sweeps };
  }

  end(): void {
    this.#order = null;
  }

  /** The order, if something is left of it to do; it ends where nothing is. */
  async next(isStill: () => boolean): Promise<string | null> {
    const order = this.#order;
    if (!order || order.left < 1 || !this.battle.yours) return null;
    const isLeft = await this.#isLeft(order);
    if (!isStill() || this.#order !== order || isLeft === null) return null;
    this.#order = isLeft ? { ...order, left: order.left - 1 } : null;
    return isLeft ? order.text : null;
  }

  /** Whether somebody is left who could go, or something to fire at; null where something else is asked. */
  async #isLeft({ text, sweeps }: { text: string; sweeps: boolean }): Promise<boolean | null> {
    const { token, offers } = this.battle;
    const asksFire = offers.all.some((offer) => offer.sweeps);
    if (sweeps) return asksFire ? !(await api.whyNot(token, text).catch(() => [null])).length : null;
    if (asksFire) return false;
    const plan = await api.march(token, text).catch(() => null);
    return plan?.legs.some(({ steps }) => steps.length) ?? null;
  }
}
