/** Which part of the sheet the window shows, and how near. */

import type { Box, Point } from "../ink/plane";
import { cover, fitBox, hold, LEAST, shown, within, zoomAbout, type Pane, type Size } from "./pane";
import { boxRound } from "../ink/plane";

/** Milliseconds without a change after which the map is at rest. */
const SETTLED = 160;
const RIM = 60;
/** How long the window takes to move by itself. */
const GLIDE = 220;
/** On a phone what must be chosen is never drawn smaller: a hex is 40 pixels from side to side. */
const TOUCH = 0.71;
const PHONE = 760;
/** This much of the sheet may be outside the window and still count as shown. */
const SLACK = 24;

export class Camera {
  pane = $state.raw<Pane>({ x: 0, y: 0, scale: 1 });
  size = $state.raw<Size>({ width: 800, height: 600 });
  /** While it zooms the map is stretched as a picture; at rest it is drawn anew, crisp. */
  zooming = $state(false);
  /** The scale it was last at rest in, and what of the sheet it showed: how fine things are drawn goes by these. */
  rest = $state(1);
  seen = $state.raw<Box>({ left: 0, top: 0, right: 0, bottom: 0 });

  #sheet: () => { box: Box };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gliding = 0;

  /** `touch` is how near a phone shows what must be chosen. */
  constructor(
    sheet: () => { box: Box },
    readonly touch = TOUCH,
  ) {
    this.#sheet = sheet;
  }

  get ready(): boolean {
    return this.size.width >= 50 && this.size.height >= 50;
  }

  /** As far away as it may go by itself. */
  get #least(): number {
    return this.size.width <= PHONE ? this.touch : LEAST;
  }

  /** Whether things are drawn too small for a finger. */
  get isFar(): boolean {
    return this.pane.scale < this.#least;
  }

  /** Whether no part of the sheet is out of the window. */
  get seesAll(): boolean {
    const { box } = this.#sheet();
    const [[left, top], [right, bottom]] = [this.onScreen([box.left, box.top]), this.onScreen([box.right, box.bottom])];
    return left > -SLACK && top > -SLACK && right < this.size.width + SLACK && bottom < this.size.height + SLACK;
  }

  /** The window has another size. On a wide page it grows and shrinks at its top, where the question is: the sheet
   * stays where it was on the screen. Where the page itself has another width, its middle stays in the middle. */
  resize(change: Partial<Size>): void {
    const before = this.size;
    this.size = { ...before, ...change };
    const [wider, grown] = [this.size.width - before.width, this.size.height - before.height];
    const { pane } = this;
    if (this.size.width <= PHONE || !this.ready) return;
    if (wider && before.width > PHONE) {
      this.#jump(cover({ ...pane, x: pane.x + wider / 2 }, this.#sheet().box, this.size));
    } else if (grown && Math.abs(grown) < before.height / 2) this.pane = { ...pane, y: pane.y + grown };
  }

  move(next: Pane): void {
    const held = hold(next, this.#sheet().box, this.size);
    if (held.scale !== this.pane.scale) this.zooming = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), SETTLED);
    // Whole pixels keep the picture sharp; a zoom needs the parts to stay under the fingers.
    this.pane = this.zooming ? held : { ...held, x: Math.round(held.x), y: Math.round(held.y) };
  }

  settle(): void {
    clearTimeout(this.#timer);
    this.zooming = false;
    this.rest = this.pane.scale;
    this.pane = { ...this.pane, x: Math.round(this.pane.x), y: Math.round(this.pane.y) };
    this.seen = shown(this.pane, this.size, 0.5);
  }

  panBy(dx: number, dy: number): void {
    cancelAnimationFrame(this.#gliding);
    this.move({ ...this.pane, x: this.pane.x + dx, y: this.pane.y + dy });
  }

  zoom(factor: number, [x, y]: Point): void {
    this.move(zoomAbout(this.pane, factor, x, y));
  }

  zoomBy(factor: number): void {
    this.zoom(factor, [this.size.width / 2, this.size.height / 2]);
  }

  showAll(): void {
    this.#jump(fitBox(this.#sheet().box, this.size, 1.4));
  }

  /** As near as these points of the sheet allow, all of them in the window with a rim round them. */
  show(points: readonly Point[], rim: number): void {
    this.#jump(this.#showing(points, rim));
  }

  /** Where nothing of what a question is about, or of what may be chosen, is in sight, go there gently. */
  attend(about: readonly Point[], may: readonly Point[], rim: number): void {
    if (!this.ready) return;
    const inSight = (at: Point): boolean => this.isInSight(at, rim * this.pane.scale);
    if (!this.isFar && about.every(inSight) && (!may.length || may.some(inSight))) return;
    const from = about[0] ?? may[0];
    if (!from) return;
    const near = [...may].sort((a, b) => gap(a, from) - gap(b, from));
    // All of it if that fits as it is, else the subject with as many of the nearest choices as fit, else as near as
    // its nearest allows.
    for (const many of [near.length, 6, 5, 4, 3, 2, 1]) {
      const box = boxRound([...about, ...near.slice(0, many)], rim);
      if (!box) continue;
      const scale = Math.max(this.pane.scale, this.#least);
      const [wide, high] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
      if (wide > this.size.width || high > this.size.height) continue;
      const { width, height } = this.size;
      // Coming nearer, its middle is kept in the middle; else the window moves no farther than it must.
      const isNearer = scale !== this.pane.scale;
      const x = isNearer
        ? width / 2 - ((box.left + box.right) / 2) * scale
        : within(this.pane.x, -box.left * scale, width - box.right * scale);
      const y = isNearer
        ? height / 2 - ((box.top + box.bottom) / 2) * scale
        : within(this.pane.y, -box.top * scale, height - box.bottom * scale);
      return this.#glide({ scale, x, y });
    }
    this.#glide(this.#showing([...about, ...near.slice(0, 1)], rim));
  }

  /** Bring a point of the window into its middle, as near as a finger needs it. */
  approach(at: Point): void {
    const [x, y] = this.onSheet(at);
    const scale = this.#least;
    this.#glide({ scale, x: this.size.width / 2 - x * scale, y: this.size.height / 2 - y * scale });
  }

  /** Bring a point into the window where it has slipped out. */
  reveal(at: Point): void {
    const { width, height } = this.size;
    const [x, y] = this.onScreen(at);
    const dx = x < RIM ? RIM - x : x > width - RIM ? width - RIM - x : 0;
    const dy = y < RIM ? RIM - y : y > height - RIM ? height - RIM - y : 0;
    if (dx || dy) this.panBy(dx, dy);
  }

  onScreen([x, y]: Point): Point {
    return [x * this.pane.scale + this.pane.x, y * this.pane.scale + this.pane.y];
  }

  isInSight(at: Point, rim = 0): boolean {
    const [x, y] = this.onScreen(at);
    return x >= rim && x <= this.size.width - rim && y >= rim && y <= this.size.height - rim;
  }

  /** The point of the sheet under a point of the window. */
  onSheet([x, y]: Point): Point {
    return [(x - this.pane.x) / this.pane.scale, (y - this.pane.y) / this.pane.scale];
  }

  #showing(points: readonly Point[], rim: number): Pane {
    const { box } = this.#sheet();
    const round = boxRound(points, rim);
    const near = fitBox(round ?? box, this.size, Math.max(1.25, this.size.width / 1100));
    return cover(near, box, this.size);
  }

  /** Move there within a moment, unless motion is unwelcome. */
  #glide(to: Pane): void {
    const from = this.pane;
    const held = hold(to, this.#sheet().box, this.size);
    cancelAnimationFrame(this.#gliding);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#jump(held);
    const began = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, (now - began) / GLIDE);
      const k = t * (2 - t);
      const between = (a: number, b: number): number => a + (b - a) * k;
      this.move({
        scale: between(from.scale, held.scale),
        x: between(from.x, held.x),
        y: between(from.y, held.y),
      });
      if (t < 1) this.#gliding = requestAnimationFrame(step);
      else this.settle();
    };
    this.#gliding = requestAnimationFrame(step);
  }

  #jump(pane: Pane): void {
    this.move(pane);
    this.settle();
  }
}

function gap(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
