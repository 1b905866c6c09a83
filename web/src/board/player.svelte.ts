/** Shows what changed from one moment to the next. Nothing waits for it; a newer change replaces it. */

import { motionBetween, type Motion } from "./motion";
import type { Pile } from "./pieces";
import type { Entry } from "../types";

const GLIDE = 260;
const SHOWN = 1500;

export interface Scene {
  battle: string;
  number: number;
  piles: readonly Pile[];
  lost: readonly string[];
}

export class Player {
  motion = $state.raw<Motion | null>(null);
  gliding = $state(false);
  /** counts up, so that the same move made twice is shown twice */
  turn = $state(0);
  readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** `hex side` of stacks that are drawn on their way instead of in their place. */
  coming = $derived(
    new Set(this.gliding && !this.calm ? (this.motion?.glides ?? []).map(({ to, side }) => `${to} ${side}`) : []),
  );

  #before: Scene | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  see(scene: Scene, log: readonly Entry[]): void {
    const before = this.#before;
    this.#before = scene;
    if (before?.battle !== scene.battle || before.number === scene.number) return;
    this.skip();
    const news = log.filter(({ number }) => number > before.number && number <= scene.number);
    const motion = motionBetween(before.piles, scene.piles, scene.lost, news);
    if (!motion) return;
    this.motion = motion;
    this.gliding = motion.glides.length > 0;
    this.turn++;
    this.#timers = [setTimeout(() => (this.gliding = false), GLIDE), setTimeout(() => this.skip(), SHOWN)];
  }

  skip(): void {
    this.#timers.forEach(clearTimeout);
    this.motion = null;
    this.gliding = false;
  }
}
