/** The umpire's desk: which page is open, what was last told, and what the draft would come to. */

import { api } from "../socket";
import type { Battle } from "../battle.svelte";
import { unitsOf } from "./entry";
import type { DeskFacts, Due, Entry, Preview, RosterRow } from "../types";

/** Before a draft is weighed, in milliseconds. */
const PAUSE = 60;

export class Desk {
  readonly battle: Battle;
  /** the roster, the log, or a page of entries */
  page = $state("roster");
  /** the unit that another page is to begin with */
  wanted = $state<string | null>(null);
  /** the decision whose result is shown */
  told = $state<number | null>(null);
  preview = $state.raw<Preview | null>(null);

  #asked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(battle: Battle) {
    this.battle = battle;
  }

  get facts(): DeskFacts {
    return this.battle.view!.facts.desk!;
  }

  units = $derived.by(() => new Map<string, RosterRow>(this.facts.roster.map((row) => [row.id, row])));
  here = $derived.by(() => this.facts.roster.filter(({ place }) => place === "table"));
  mayWrite = $derived.by(() => this.battle.yours && !this.battle.past);
  off = $derived.by(() => this.battle.busy || !this.mayWrite);
  result = $derived.by((): Entry[] =>
    this.told === null ? [] : this.battle.log.filter(({ number }) => number === this.told),
  );
  /** Units that the result is about. */
  concerned = $derived.by(() => new Set(this.result.flatMap(({ scene }) => unitsOf(scene))));

  label(id: string): string {
    return this.units.get(id)?.label ?? id;
  }

  name(id: string): string {
    const row = this.units.get(id);
    return row ? `${row.label} ${row.title}` : id;
  }

  dueOf(page: string): Due[] {
    return this.facts.due.filter((one) => one.page === page);
  }

  open(page: string, unit: string | null = null): void {
    this.wanted = unit;
    this.told = null;
    this.battle.refusal = null;
    this.weigh("");
    this.page = page;
  }

  /** Ask what a draft comes to; only the last one asked for is shown. */
  weigh(entry: string): void {
    // The same words come to something else after every decision.
    const asked = entry && `${this.battle.live?.number} ${entry}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    if (!entry) {
      this.preview = null;
      return;
    }
    this.#timer = setTimeout(() => {
      api.preview(this.battle.token, entry, false).then(
        (found) => {
          if (asked === this.#asked) this.preview = found;
        },
        () => {
          if (asked === this.#asked) this.preview = null;
        },
      );
    }, PAUSE);
  }

  /** Write an entry down; true where nothing barred it. */
  async write(entry: string): Promise<boolean> {
    await this.battle.choose(entry);
    if (this.battle.refusal) return false;
    this.told = this.battle.live?.number ?? null;
    return true;
  }
}
