/** What fingers and the mouse mean: a tap, a drag, a pinch, a long press. Knows nothing of the map. */

import type { Point } from "../ink/plane";

export type Pointer = "mouse" | "touch" | "pen";

export interface Handlers {
  /** whether a drag moves the map, draws a line from where it began, or moves a thing once it strays */
  drags(at: Point, more: boolean): "map" | "line" | "thing";
  pan(dx: number, dy: number): void;
  zoom(factor: number, about: Point): void;
  line(from: Point, to: Point): void;
  /** the line is drawn to its end */
  drawn?(from: Point, to: Point): void;
  /** `more`: with Shift */
  tap(at: Point, by: Pointer, more: boolean): void;
  /** a mouse that rests somewhere, or a finger that stays: null when it is gone */
  point(at: Point | null): void;
}

/** What a board does with gestures that do not move the paper. */
export type BoardHandlers = Omit<Handlers, "pan" | "zoom">;

/** How far a press may stray and still be a tap; a finger is not as steady as a mouse. */
const STRAY: Record<Pointer, number> = { mouse: 5, pen: 8, touch: 10 };
const LONG = 450;

/** Whether a line that was drawn is no more than a press. */
export function isPress(from: Point, to: Point): boolean {
  return Math.hypot(to[0] - from[0], to[1] - from[1]) < 6;
}

type Doing = "nothing" | "pressing" | "moving" | "pointing" | "drawing";

export class Gestures {
  #fingers = new Map<number, Point>();
  #doing: Doing = "nothing";
  #from: Point = [0, 0];
  #by: Pointer = "mouse";
  #thing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly handlers: Handlers) {}

  /** Whether something follows a finger or two, even beyond the map. */
  get moving(): boolean {
    return this.#doing === "moving" || (this.#doing === "drawing" && this.#thing);
  }

  down(id: number, at: Point, by: Pointer, more = false): void {
    this.#fingers.set(id, at);
    clearTimeout(this.#timer);
    if (this.#fingers.size > 1) {
      if (this.#doing === "pointing") this.handlers.point(null);
      this.#doing = "moving";
      return;
    }
    this.#from = at;
    this.#by = by;
    this.#doing = "pressing";
    const drags = this.handlers.drags(at, more);
    this.#thing = drags === "thing";
    if (drags === "line") {
      this.#doing = "drawing";
      this.handlers.line(at, at);
    } else if (by !== "mouse") {
      this.#timer = setTimeout(() => this.#linger(), LONG);
    }
  }

  move(id: number, at: Point, by: Pointer): void {
    const before = this.#fingers.get(id);
    if (!before) {
      if (by === "mouse") this.handlers.point(at);
      return;
    }
    this.#fingers.set(id, at);
    if (this.#doing === "pressing" && this.#strayed(at)) {
      clearTimeout(this.#timer);
      if (this.#thing) {
        this.#doing = "drawing";
        return this.handlers.line(this.#from, at);
      }
      this.#doing = "moving";
      this.handlers.pan(at[0] - this.#from[0], at[1] - this.#from[1]);
      return;
    }
    if (this.#doing === "drawing") this.handlers.line(this.#from, at);
    else if (this.#doing === "pointing") this.handlers.point(at);
    else if (this.#doing === "moving") this.#follow(id, before, at);
  }

  up(id: number, at: Point, more = false): void {
    if (!this.#fingers.delete(id)) return;
    clearTimeout(this.#timer);
    if (this.#doing === "pressing") this.handlers.tap(at, this.#by, more);
    else if (this.#doing === "drawing") this.handlers.drawn?.(this.#from, at);
    if (!this.#fingers.size) this.#doing = "nothing";
  }

  cancel(id: number): void {
    if (!this.#fingers.delete(id)) return;
    clearTimeout(this.#timer);
    if (!this.#fingers.size) this.#doing = "nothing";
  }

  #strayed(at: Point): boolean {
    return Math.hypot(at[0] - this.#from[0], at[1] - this.#from[1]) > STRAY[this.#by];
  }

  /** A finger that stays reads what is under it, as a mouse does; lifting it chooses nothing. */
  #linger(): void {
    if (this.#doing !== "pressing") return;
    this.#doing = "pointing";
    this.handlers.point(this.#from);
  }

  #follow(id: number, before: Point, at: Point): void {
    const other = [...this.#fingers].find(([one]) => one !== id)?.[1];
    if (!other) return this.handlers.pan(at[0] - before[0], at[1] - before[1]);
    const wide = (p: Point): number => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    this.handlers.zoom(wide(at) / wide(before), [(before[0] + other[0]) / 2, (before[1] + other[1]) / 2]);
    this.handlers.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
  }
}
