/** Asks for the latest of what is wanted, no faster than the answers come. */

export class Pump<T> {
  #wanted: (() => Promise<T>) | null = null;
  #busy = false;

  constructor(
    readonly tell: (answer: T) => void,
    /** milliseconds between two questions */
    readonly pause = 80,
  ) {}

  /** What is wanted now; whatever was wanted before and not asked yet is forgotten. */
  want(ask: () => Promise<T>): void {
    this.#wanted = ask;
    if (!this.#busy) void this.#run();
  }

  /** Want nothing any more; an answer on its way is not told. */
  drop(): void {
    this.#wanted = null;
    this.#turn++;
  }

  #turn = 0;

  async #run(): Promise<void> {
    this.#busy = true;
    while (this.#wanted) {
      const [ask, turn] = [this.#wanted, this.#turn];
      this.#wanted = null;
      const rest = new Promise((done) => setTimeout(done, this.pause));
      const answer = await ask().catch(() => null);
      if (answer !== null && turn === this.#turn) this.tell(answer);
      await rest;
    }
    this.#busy = false;
  }
}
