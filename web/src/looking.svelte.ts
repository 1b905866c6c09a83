/** How a player looks at a battle: the tool, what is hidden, and the odds and lines of sight asked for. */

import { api } from "./socket";
import type { Battle, Follower } from "./battle.svelte";
import type { Hex, OddsFacts, Sight } from "./types";

/** Before odds are asked for, in milliseconds. */
const PAUSE = 120;

/** A choice, and its odds. */
export interface Weighed {
  text: string;
  odds: OddsFacts;
}

export class Looking implements Follower {
  tool = $state<"choose" | "sight">("choose");
  /** the counters are hidden, so that the land shows */
  hidden = $state(false);
  asText = $state(false);
  odds = $state.raw<Weighed | null>(null);
  /** what would come of ending what is put together, as far as it is */
  soFar = $state.raw<Weighed | null>(null);
  /** what is asked for, else what it comes to so far */
  shown = $derived.by(() => this.odds ?? this.soFar);
  sight = $state.raw<{ from: Hex; to: Hex; sight: Sight | null } | null>(null);
  #cache = new Map<string, OddsFacts | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly battle: Battle) {
    battle.follow(this);
  }

  /** Ask for the odds a moment later, so that a pointer that passes by or chooses at once asks nothing. */
  consider(text: string | null, instead?: string): void {
    this.letGo();
    if (text === null) return;
    this.#timer = setTimeout(() => {
      if (!this.battle.busy) void this.weigh(text, instead);
    }, PAUSE);
  }

  /** Ask for the odds of a choice; of `instead` where the gesture itself has none. */
  async weigh(text: string, instead?: string): Promise<void> {
    const found = await this.#oddsOf(text, instead);
    if (found !== undefined) this.odds = found;
  }

  /** What a choice comes to; null where there is nothing to tell, undefined where the battle went on meanwhile. */
  async #oddsOf(text: string, instead?: string): Promise<Weighed | null | undefined> {
    const { token, live } = this.battle;
    const at = live?.number;
    const key = `${at ?? ""}|${text}`;
    if (!this.#cache.has(key)) {
      const ask = (choice: string): Promise<OddsFacts | null> => api.odds(token, choice).catch(() => null);
      this.#cache.set(key, (await ask(text)) ?? (instead ? await ask(instead) : null));
    }
    if (at !== this.battle.live?.number) return undefined;
    const odds = this.#cache.get(key);
    return odds && (odds.working.length || odds.outcomes.length > 1) ? { text, odds } : null;
  }

  /** Ask for the line of sight between two hexes, or two places on a sheet. */
  async look(from: Hex, to: Hex): Promise<void> {
    if (this.sight?.from === from && this.sight.to === to) return;
    const asked = { from, to, sight: null };
    this.sight = asked;
    if (from === to) return;
    const sight = await api.sight(this.battle.token, from, to).catch(() => null);
    if (this.sight === asked) this.sight = { from, to, sight };
  }

  /** Take the ruler out, or put it away with what it has measured. */
  takeRuler(): void {
    this.tool = this.tool === "sight" ? "choose" : "sight";
    if (this.tool === "choose") this.sight = null;
  }

  /** Put the ruler away, step by step; false where it was not out. */
  putAway(): boolean {
    if (this.sight) this.sight = null;
    else if (this.tool === "sight") this.tool = "choose";
    else return false;
    return true;
  }

  letGo(): void {
    clearTimeout(this.#timer);
    this.odds = null;
  }

  arrive(isNews: boolean): void {
    this.#cache.clear();
    if (isNews) void this.#sumUp();
  }

  /** Where several are chosen one by one and dice follow: what it comes to with those chosen so far. */
  async #sumUp(): Promise<void> {
    this.soFar = null;
    const { ending, offers } = this.battle;
    if (ending?.ends !== "act" || !ending.rolls || offers.all.length === 1) return;
    this.soFar = (await this.#oddsOf(ending.text)) ?? null;
  }
}
