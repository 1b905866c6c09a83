/** What the computer would do in the player's place, once it is asked. */

import { api } from "./socket";
import type { Battle, Follower } from "./battle.svelte";
import type { AdviceFacts } from "./types";

export class Advice implements Follower {
  found = $state.raw<AdviceFacts | null>(null);
  thinking = $state(false);

  constructor(readonly battle: Battle) {
    battle.follow(this);
  }

  /** Whether there is anything to ask: this seat decides. */
  get possible(): boolean {
    return this.battle.yours && !this.battle.past;
  }

  async ask(): Promise<void> {
    if (!this.possible || this.thinking) return;
    const at = this.battle.live?.number;
    this.thinking = true;
    try {
      const found = await api.advice(this.battle.token);
      if (at === this.battle.live?.number) this.found = found;
    } catch (error) {
      this.battle.refuse(error);
    } finally {
      this.thinking = false;
    }
  }

  /** Do as advised, decision by decision, until the dice fall or something else is refused. */
  async take(): Promise<void> {
    for (const { text } of this.found?.steps ?? []) {
      await this.battle.choose(text);
      if (this.battle.refusal || this.battle.rolling || !this.battle.yours) return;
    }
  }

  letGo(): void {
    this.found = null;
  }

  arrive(isNews: boolean): void {
    if (isNews) this.found = null;
  }
}
