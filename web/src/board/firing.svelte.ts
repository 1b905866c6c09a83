/** Who fires at what is aimed at: from the fewest that are enough to all who can. */

import { api } from "../socket";
import type { Firepower } from "../types";

export class Firing {
  /** what the fire that is aimed comes to, with so many firers */
  fires = $state.raw<Firepower | null>(null);
  count = $state(0);
  rung = $derived.by(() => this.fires?.rungs[this.count - 1]);
  units = $derived.by((): readonly string[] => this.rung?.units ?? []);

  constructor(readonly token: string) {}

  /** What a fire comes to; begins with as many as are enough. False where another came between. */
  async weigh(text: string, isStill: () => boolean): Promise<void> {
    const fires = await api.firepower(this.token, text).catch(() => null);
    if (!isStill() || !fires?.rungs.length) return;
    this.fires = fires;
    this.count = fires.best + 1 || fires.rungs.length;
  }

  /** This many are to fire. */
  take(count: number): void {
    this.count = Math.max(0, Math.min(this.fires?.rungs.length ?? 0, count));
  }

  letGo(): void {
    this.fires = null;
  }
}
