/** Pointer, wheel and key events of the map's element, told to the gestures in the map's own coordinates. */

import type { Point } from "../ink/plane";
import type { Gestures, Pointer } from "./gestures";

/** How far an arrow key with Shift moves the map. */
const STEP = 120;
const WAYS: Record<string, Point> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Input {
  #corner: Point = [0, 0];
  /** the map has another place since it was measured: a longer question may push it down in the middle of a drag */
  #isMoved = false;

  constructor(
    readonly gestures: Gestures,
    readonly began: () => void,
  ) {}

  /** Measuring the map's place forces a layout: once per gesture, not once per frame. */
  enter = (event: PointerEvent): void => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.#corner = [left, top];
    this.#isMoved = false;
  };

  /** The map has another size, so it may have another place. */
  resized = (): void => {
    this.#isMoved = true;
  };

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.enter(event);
    this.began();
    this.gestures.down(event.pointerId, this.#local(event), event.pointerType as Pointer, event.shiftKey);
  };

  move = (event: PointerEvent): void => {
    const node = event.currentTarget as HTMLElement;
    if (this.#isMoved) this.enter(event);
    this.gestures.move(event.pointerId, this.#local(event), event.pointerType as Pointer);
    if (this.gestures.moving && !node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
  };

  up = (event: PointerEvent): void => this.gestures.up(event.pointerId, this.#local(event), event.shiftKey);

  cancel = (event: PointerEvent): void => this.gestures.cancel(event.pointerId);

  /** Shift and an arrow move the map itself; an arrow alone is the board's. */
  key = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    if (!way || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.gestures.handlers.pan(way[0] * STEP, way[1] * STEP);
  };

  /** The page must not scroll, so the listener must not be passive. */
  wheelOn = (node: HTMLElement): (() => void) => {
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      this.gestures.handlers.zoom(Math.exp(-event.deltaY * lines * speed), this.#local(event));
    };
    node.addEventListener("wheel", wheel, { passive: false });
    return () => node.removeEventListener("wheel", wheel);
  };

  #local({ clientX, clientY }: MouseEvent): Point {
    return [clientX - this.#corner[0], clientY - this.#corner[1]];
  }
}
