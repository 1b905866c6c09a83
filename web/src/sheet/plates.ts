/** Name plates beside units, laid where they hide least. */

import type { Box } from "../ink/plane";
import { livery } from "../ink/livery";
import { escaped } from "../words";
import { ahead, onPaper } from "./scale";
import { inkOf } from "./stands";
import type { Body, Piece, Standing } from "../types";

export interface Plate {
  id: string;
  box: Box;
  svg: string;
}

export interface Named {
  id: string;
  body: Body;
  piece: Piece;
  standing: Standing | undefined;
}

const HIGH = 18;

/** Words on a plate: "U1 23 of 24, line". */
export function plateWords({ piece, standing }: Pick<Named, "piece" | "standing">): string {
  const steps = standing?.steps;
  if (!steps) return piece.label;
  if (piece.kind === "wagon") return /wagon/i.test(piece.label) ? piece.label : `${piece.label} wagon`;
  const left = steps.left === steps.of ? String(steps.left) : `${steps.left} of ${steps.of}`;
  // A wide space: names may end in a number.
  return `${piece.label}\u2002${[left, standing.formation].filter(Boolean).join(", ")}`;
}

/** States that a plate tells; what a unit did last is told by its smoke. */
export function plateStates(standing: Standing | undefined): string[] {
  return (standing?.states ?? []).filter((state) => state !== "fired");
}

export function bounds(body: Body): Box {
  const corners = body.bases.flat().map(([x, y]) => onPaper(x, y));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Behind the unit first, then beside it, then before it. */
function spots(body: Body, wide: number, high: number, gap: number): Box[] {
  const { left, right, top, bottom } = bounds(body);
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const at = (x: number, y: number): Box => ({ left: x, top: y, right: x + wide, bottom: y + high });
  const below = at(mx - wide / 2, bottom + gap);
  const above = at(mx - wide / 2, top - gap - high);
  const [fx, fy] = ahead(body.heading);
  const east = at(right + gap, my - high / 2);
  const west = at(left - gap - wide, my - high / 2);
  if (Math.abs(fx) > Math.abs(fy)) return fx > 0 ? [west, below, above, east] : [east, below, above, west];
  return fy < 0 ? [below, east, west, above] : [above, west, east, below];
}

export interface Manner {
  /** on paper, of what it is on the screen */
  size: number;
  /** nothing but who it is */
  brief: boolean;
}

/** All plates, each clear of the others and of the troops where that can be. */
export function layPlates(named: readonly Named[], { size: k, brief }: Manner, within: Box, others: readonly Box[] = []): Plate[] {
  const troops = [...named.map(({ body }) => bounds(body)), ...others];
  const laid: Plate[] = [];
  for (const one of named) {
    const words = brief ? one.piece.label : plateWords(one);
    const states = plateStates(one.standing);
    const wide = (7 * words.length + 16) * k;
    const high = (HIGH + (states.length ? 15 : 0)) * k;
    const taken = [...troops, ...laid.map(({ box }) => box)];
    const scored = spots(one.body, wide, high, 5).map((box, i) => {
      const out = box.left < within.left || box.right > within.right || box.top < within.top || box.bottom > within.bottom;
      return { box, cost: taken.reduce((sum, other) => sum + shared(box, other), 0) + (out ? 4000 : 0) + i };
    });
    const { box } = scored.reduce((best, next) => (next.cost < best.cost ? next : best));
    laid.push({ id: one.id, box, svg: drawPlate(box, words, states, one.body.side, k) });
  }
  return laid;
}

function drawPlate({ left: x, top: y, right }: Box, words: string, states: readonly string[], side: string, k: number): string {
  const [w, h, ink, c] = [right - x, HIGH * k, inkOf(side), 5 * k];
  const n = (value: number): string => value.toFixed(1);
  const shape = livery(side).ruled
    ? `<path d="M${n(x + c)} ${n(y)}h${n(w - 2 * c)}l${n(c)} ${n(c)}v${n(h - 2 * c)}l${n(-c)} ${n(c)}h${n(2 * c - w)}l${n(-c)} ${n(-c)}v${n(2 * c - h)}z" fill="${ink}"/>`
    : `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(3 * k)}" fill="${ink}"/>`;
  const text = (dy: number, size: number, fill: string, what: string, halo = ""): string =>
    `<text x="${n(x + w / 2)}" y="${n(y + dy * k)}" font-size="${n(size * k)}" font-weight="650" text-anchor="middle" fill="${fill}"${halo}>${escaped(what)}</text>`;
  const told = states.length ? text(30, 12, "#9c2f22", states.join(", "), ` paint-order="stroke" stroke="#fffdf6" stroke-width="${n(3.5 * k)}"`) : "";
  return shape + text(13.2, 12.5, "#fff", words) + told;
}
