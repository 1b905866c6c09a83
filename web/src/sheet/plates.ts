/** Name plates beside units, laid where they hide least. */

import { boxOf, shared, type Box } from "../ink/plane";
import { label } from "../ink/labels";
import { livery } from "../ink/livery";
import { escaped } from "../words";
import { ahead, line } from "./scale";
import { inkOf } from "./stands";
import type { Body, Piece, Standing } from "../types";

export interface Plate {
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
  if (!standing || piece.kind === "wagon") return piece.label;
  const left = !steps ? "" : steps.left === steps.of ? String(steps.left) : `${steps.left} of ${steps.of}`;
  const counters = "●".repeat(standing.counters ?? 0);
  // A wide space: names may end in a number.
  const words = [[left, standing.formation].filter(Boolean).join(", "), counters].filter(Boolean).join(" ");
  return words ? `${piece.label}\u2002${words}` : piece.label;
}

export function bounds(body: Body): Box {
  return boxOf(line(body.bases.flat()));
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

/** Where something of that size hides least; of several such places the first. */
function leastHiding(places: readonly Box[], taken: readonly Box[], within: Box): Box {
  const costs = places.map((box, i) => {
    const out =
      box.left < within.left || box.right > within.right || box.top < within.top || box.bottom > within.bottom;
    return taken.reduce((sum, other) => sum + shared(box, other), 0) + (out ? 4000 : 0) + i;
  });
  return places[costs.indexOf(Math.min(...costs))]!;
}

/** All plates, each clear of the others, of the troops and of the names of the land where that can be; and the names of generals, who have none. */
export function layPlates(
  troops: readonly Named[],
  generals: readonly Named[],
  { size: k, brief }: Manner,
  within: Box,
  names: readonly Box[] = [],
): Plate[] {
  const taken = [
    ...names,
    ...troops.map(({ body }) => bounds(body)),
    ...generals.map(({ body }) => underFlag(bounds(body))),
  ];
  const lay = (body: Body, wide: number, high: number): Box => {
    const box = leastHiding(spots(body, wide, high, 5), taken, within);
    taken.push(box);
    return box;
  };
  const plates = troops.map(({ body, piece, standing }) => {
    const words = brief ? piece.label : plateWords({ piece, standing });
    // What a unit did last is told by its smoke.
    const states = standing?.states ?? [];
    const box = lay(body, (7 * words.length + 16) * k, (HIGH + (states.length ? 15 : 0)) * k);
    return { box, svg: drawPlate(box, words, states, body.side, k) };
  });
  const chiefs = generals.map(({ body, piece }) => {
    const size = 13.5 * k;
    const box = lay(body, piece.title.length * size * 0.66 + 8 * k, size * 1.2);
    return { box, svg: label([(box.left + box.right) / 2, box.bottom - size * 0.3], piece.title, size, "note") };
  });
  return [...plates, ...chiefs];
}

/** The room of a general with his flag. */
const underFlag = ({ left, right, top, bottom }: Box): Box => ({ left, right: right + 20, top: top - 22, bottom });

function drawPlate(
  { left: x, top: y, right }: Box,
  words: string,
  states: readonly string[],
  side: string,
  k: number,
): string {
  const [w, h, ink, c] = [right - x, HIGH * k, inkOf(side), 5 * k];
  const n = (value: number): string => value.toFixed(1);
  const shape = livery(side).ruled
    ? `<path d="M${n(x + c)} ${n(y)}h${n(w - 2 * c)}l${n(c)} ${n(c)}v${n(h - 2 * c)}l${n(-c)} ${n(c)}h${n(2 * c - w)}l${n(-c)} ${n(-c)}v${n(2 * c - h)}z" fill="${ink}"/>`
    : `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(3 * k)}" fill="${ink}"/>`;
  const text = (dy: number, size: number, fill: string, what: string, halo = ""): string =>
    `<text x="${n(x + w / 2)}" y="${n(y + dy * k)}" font-size="${n(size * k)}" font-weight="650" text-anchor="middle" fill="${fill}"${halo}>${escaped(what)}</text>`;
  const told = states.length
    ? text(30, 12, "#9c2f22", states.join(", "), ` paint-order="stroke" stroke="#fffdf6" stroke-width="${n(3.5 * k)}"`)
    : "";
  return shape + text(13.2, 12.5, "#fff", words) + told;
}
