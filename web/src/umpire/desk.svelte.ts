/** The umpire's desk: which page is open, what was last told, and what the draft would come to. */

import { api } from "../socket";
import type { Table } from "../store.svelte";
import type { Entry, Preview } from "../types";
import type { DueRow, UmpireFacts, UnitRow } from "./facts";

export type Page = "roster" | "fire" | "melee" | "morale" | "log";

/** Before a draft is weighed, in milliseconds. */
const PAUSE = 60;

export class Desk {
  readonly table: Table;
  page = $state<Page>("roster");
  /** the unit that another page is to begin with */
  wanted = $state<string | null>(null);
  /** the decision whose result is shown */
  told = $state<number | null>(null);
  preview = $state.raw<Preview | null>(null);

  #asked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.table = table;
  }

  get facts(): UmpireFacts {
    return this.table.view!.facts as UmpireFacts;
  }

  units = $derived.by(() => new Map<string, UnitRow>(this.facts.roster.map((row) => [row.id, row])));
  here = $derived.by(() => this.facts.roster.filter(({ place }) => place === "table"));
  mayWrite = $derived.by(() => this.table.yours && !this.table.past);
  dueNow = $derived.by(() => this.facts.due.filter(({ step }) => step === this.facts.step));
  result = $derived.by((): Entry[] => (this.told === null ? [] : this.table.log.filter(({ number }) => number === this.told)));

  name(id: string): string {
    const row = this.units.get(id);
    return row ? `${row.id.toUpperCase()} ${row.title}` : id;
  }

  dueOf(id: string): DueRow[] {
    return this.facts.due.filter(({ unit }) => unit === id);
  }

  /** Whether the step in which something was due is over. */
  isPast(row: DueRow): boolean {
    return Number(row.number) < Number(this.facts.phase);
  }

  open(page: Page, unit: string | null = null): void {
    this.wanted = unit;
    this.told = null;
    this.table.refusal = null;
    this.weigh("");
    this.page = page;
  }

  /** Ask what a draft comes to; only the last one asked for is shown. */
  weigh(entry: string): void {
    // The same words come to something else after every decision.
    const asked = entry && `${this.table.live?.number} ${entry}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    if (!entry) {
      this.preview = null;
      return;
    }
    this.#timer = setTimeout(() => {
      api.preview(this.table.token, entry, false).then(
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
    await this.table.choose(entry);
    if (this.table.refusal) return false;
    this.told = this.table.live?.number ?? null;
    return true;
  }
}
