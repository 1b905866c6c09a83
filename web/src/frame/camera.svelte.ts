/** Which part of the sheet the window shows, and how near. */

import type { Box, Point } from "../ink/plane";
import { cover, fitBox, hold, shown, zoomAbout, type Pane, type Size } from "./pane";
import { boxRound } from "../ink/plane";

/** Milliseconds without a change after which the map is at rest. */
const SETTLED = 160;
const RIM = 60;
/** How far a card and the tools beside it reach in from the right, and a little more. */
const CARD = 520;
/** This much of the sheet may be outside the window and still count as shown. */
const SLACK = 24;
/** The question lies over the top of the map, so high. */
const TOP = 84;

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

  constructor(
    sheet: () => { box: Box },
    readonly question = TOP,
  ) {
    this.#sheet = sheet;
  }

  get ready(): boolean {
    return this.size.width >= 50 && this.size.height >= 50;
  }

  get #top(): number {
    return this.size.width > 760 ? this.question : 0;
  }

  /** Whether no part of the sheet is out of the window. */
  get seesAll(): boolean {
    const { box } = this.#sheet();
    const [[left, top], [right, bottom]] = [this.onScreen([box.left, box.top]), this.onScreen([box.right, box.bottom])];
    return left > -SLACK && top > -SLACK && right < this.size.width + SLACK && bottom < this.size.height + SLACK;
  }

  resize(change: Partial<Size>): void {
    this.size = { ...this.size, ...change };
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
    const { box } = this.#sheet();
    const round = boxRound(points, rim);
    const near = fitBox(round ?? box, this.size, Math.max(1.25, this.size.width / 1100), this.#top);
    this.#jump(cover(near, box, this.size, this.#top));
  }

  /** Bring a point into the window where it has slipped out. */
  reveal(at: Point): void {
    const { width, height } = this.size;
    const [x, y] = this.onScreen(at);
    const dx = x < RIM ? RIM - x : x > width - RIM ? width - RIM - x : 0;
    const dy = y < RIM + 60 ? RIM + 60 - y : y > height - RIM ? height - RIM - y : 0;
    if (dx || dy) this.panBy(dx, dy);
  }

  onScreen([x, y]: Point): Point {
    return [x * this.pane.scale + this.pane.x, y * this.pane.scale + this.pane.y];
  }

  isInSight(at: Point): boolean {
    const [x, y] = this.onScreen(at);
    return x > 0 && x < this.size.width && y > 70 && y < this.size.height;
  }

  /** Whether a point of the sheet lies where a card in the right corner would hide it. */
  isUnderCard(at: Point): boolean {
    const [x, y] = this.onScreen(at);
    return x > Math.max(this.size.width - CARD, this.size.width / 2) && y > this.size.height * 0.3;
  }

  /** The point of the sheet under a point of the window. */
  onSheet([x, y]: Point): Point {
    return [(x - this.pane.x) / this.pane.scale, (y - this.pane.y) / this.pane.scale];
  }

  #jump(pane: Pane): void {
    this.move(pane);
    this.settle();
  }
}
