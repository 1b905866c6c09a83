/** Questions with only one sensible answer: it is given without asking, unless a player wants to be asked everything. */

import type { Battle } from "./battle.svelte";
import { recall, remember } from "./storage";

const KEY = "longroll.asks";

export class Unasked {
  /** whether everything is asked, in every battle of this browser */
  all = $state(recall(KEY) === "everything");
  /** the decisions that were made like this */
  #given = new Set<number>();
  #number = -1;
  /** where the battle went back to: whoever goes back is asked there */
  #back = -1;

  constructor(readonly battle: Battle) {}

  askAll(on: boolean): void {
    this.all = on;
    remember(KEY, on ? "everything" : "few");
  }

  /** Look at the moment now: answer what need not be asked, and undo past what was not asked. */
  see(): void {
    const { live, past, busy, yours } = this.battle;
    if (!live || past || busy) return;
    const { number } = live;
    if (number < this.#number) {
      this.#back = number;
      const wasGiven = this.#given.has(number);
      this.#given = new Set([...this.#given].filter((one) => one < number));
      this.#number = number;
      if (wasGiven && live.undo) void this.battle.undo();
      return;
    }
    this.#number = number;
    const answer = live.view.decision?.sensible;
    if (!answer || !yours || this.all || number === this.#back) return;
    this.#given.add(number);
    void this.battle.choose(answer, { asked: false });
  }
}
