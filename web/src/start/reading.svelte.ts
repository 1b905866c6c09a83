/** A long record while it is read: how far it is, and the moments that can be looked at already. */

import { api } from "../socket";
import type { Created, Glimpse } from "../types";

/** How often the newest moment is shown, in milliseconds, while nobody looks at another. */
const EVERY = 500;

export class Reading {
  system = $state("");
  scenario = $state("");
  lines = $state(0);
  read = $state(0);
  /** the moments that can be looked at, by the number of lines read until then */
  moments = $state.raw<readonly { read: number; glimpse: Glimpse }[]>([]);
  /** which of them is looked at, null for the newest */
  chosen = $state<number | null>(null);
  #newest = $state(0);
  #due = 0;
  readonly #stop = new AbortController();

  shown = $derived(this.moments[this.chosen ?? this.#newest]);

  constructor(readonly still: boolean) {}

  /** Have a record read; the battle that comes of it. */
  async open(record: string): Promise<Created> {
    return api.read(record, this.#stop.signal, (line) => {
      this.system ||= line.system ?? "";
      this.scenario ||= line.scenario ?? "";
      this.lines ||= line.lines ?? 0;
      if (!line.glimpse) return;
      this.read = line.read ?? 0;
      this.moments = [...this.moments, { read: this.read, glimpse: line.glimpse }];
      if (this.still || performance.now() < this.#due) return;
      this.#due = performance.now() + EVERY;
      this.#newest = this.moments.length - 1;
    });
  }

  /** Look at the battle as it was when so many lines were read; the newest, where it is not as far. */
  look(read: number): void {
    this.chosen = Math.max(
      0,
      this.moments.findLastIndex((moment) => moment.read <= read),
    );
  }

  stop(): void {
    this.#stop.abort();
  }

  get stopped(): boolean {
    return this.#stop.signal.aborted;
  }
}
