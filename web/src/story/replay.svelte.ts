/** Replay: the battle played again by decision, gesture, phase or turn, at a chosen speed. */

import { turnsOf } from "./lines";
import type { Report } from "./report";
import type { Battle } from "../battle.svelte";
import type { Entry } from "../types";

export type Stride = "decision" | "gesture" | "phase" | "turn";
export const STRIDES: readonly Stride[] = ["decision", "gesture", "phase", "turn"];
export const SPEEDS = [1, 4, 16] as const;

/** How long one stride is shown at speed 1, in milliseconds. */
const SHOWN: Record<Stride, number> = { decision: 350, gesture: 700, phase: 1400, turn: 2800 };

/** The moments at which strides end, in order, the last moment among them. */
export function stopsOf(log: readonly Entry[], stride: Stride, last: number): number[] {
  if (stride === "decision") return Array.from({ length: last + 1 }, (_, i) => i);
  const stops = new Set<number>([0, last]);
  for (const { number, gesture, begins } of log) {
    if (number > last) continue;
    if (stride === "gesture") stops.add(Math.max(0, gesture - 1));
    else if (begins && (stride === "phase" || begins.turn)) stops.add(number);
  }
  return [...stops].sort((a, b) => a - b);
}

/** Where each turn begins, and where something was lost. */
export function ticksOf(log: readonly Entry[]): { turns: { turn: number; at: number }[]; losses: number[] } {
  const turns: { turn: number; at: number }[] = [];
  const losses = new Set<number>();
  for (const { number, begins, scene } of log) {
    if (begins?.turn && turns.at(-1)?.turn !== begins.turn) turns.push({ turn: begins.turn, at: number });
    if (scene.losses?.length) losses.add(number);
  }
  return { turns, losses: [...losses] };
}

/** The first moment of a turn: of those with its number the last that had begun. */
export function startOf(turns: readonly { turn: number; at: number }[], turn: number, until: number): number | null {
  return turns.findLast((one) => one.turn === turn && one.at <= until)?.at ?? null;
}

export class Replay {
  playing = $state(false);
  stride = $state<Stride>("gesture");
  speed = $state<number>(1);
  follows = $state(true);
  /** the report that is being read: the map shows its moments */
  told = $state.raw<Report | null>(null);
  last = $derived.by(() => this.battle.live?.number ?? 0);
  at = $derived.by(() => this.battle.past?.number ?? this.last);
  stops = $derived.by(() => stopsOf(this.battle.log, this.stride, this.last));
  ticks = $derived.by(() => ticksOf(this.battle.log));
  turns = $derived.by(() => turnsOf(this.battle.log));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end = 0;
  #due = 0;

  constructor(
    readonly battle: Battle,
    /** bring a place into sight */
    readonly look: (place: string) => void = () => undefined,
  ) {}

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play from a moment, or from where it stands; from the start where it stands at the end. */
  play(from = this.at === this.last ? 0 : this.at, to = this.last): void {
    this.playing = true;
    this.#end = to;
    this.#due = performance.now();
    void this.#show(from);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** End the playback and show the present. */
  async skip(): Promise<void> {
    this.pause();
    await this.battle.goTo(this.last);
  }

  async step(by: 1 | -1): Promise<void> {
    this.pause();
    const next = by > 0 ? this.stops.find((stop) => stop > this.at) : this.stops.findLast((stop) => stop < this.at);
    if (next !== undefined) await this.#go(next);
  }

  async turn(turn: number): Promise<void> {
    const start = startOf(this.ticks.turns, turn, this.at) ?? startOf(this.ticks.turns, turn, this.last);
    if (start === null) return;
    this.pause();
    await this.#go(start);
  }

  async #go(number: number): Promise<void> {
    const before = this.at;
    await this.battle.goTo(number);
    if (this.follows) this.#follow(before, number);
  }

  /** What happened on the way is brought into sight: the last place of it. */
  #follow(before: number, number: number): void {
    const news = this.battle.log.filter((entry) => entry.number > before && entry.number <= number);
    const place = news.findLast(({ scene }) => scene.where?.length)?.scene.where?.[0];
    if (place) this.look(place);
  }

  async #show(number: number): Promise<void> {
    await this.#go(number);
    if (!this.playing) return;
    if (number >= this.#end) {
      this.pause();
      return;
    }
    // Where moments come more slowly than they are to be shown, some are left out.
    const each = SHOWN[this.stride] / this.speed;
    this.#due += each;
    const late = Math.max(0, Math.floor((performance.now() - this.#due) / each));
    this.#due += late * each;
    const ahead = this.stops.filter((stop) => stop > number);
    const next = Math.min(this.#end, ahead[Math.min(late, ahead.length - 1)] ?? this.#end);
    this.#timer = setTimeout(() => void this.#show(next), Math.max(0, this.#due - performance.now()));
  }
}
