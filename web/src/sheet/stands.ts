/** Units base by base, to scale, with the figures that are left on each. */

import { livery } from "../ink/livery";
import { INK } from "../ink/palette";
import { Pen, placed, type Line } from "../ink/pen";
import { escaped } from "../words";
import { onPaper, UNIT } from "./scale";
import type { Body, Side } from "../types";

interface Tunic {
  coat: string;
  cap: string;
  field: string;
}

const BLUE: Tunic = { coat: "#2f6197", cap: "#12283f", field: "#cfdcae" };
const BUTTERNUT: Tunic = { coat: "#a98a55", cap: "#5b4322", field: "#dcd5a4" };
const EDGE = "#20170d";
const tunic = (side: Side): Tunic => (livery(side).ruled ? BUTTERNUT : BLUE);
/** The colour of a side as it is inked on the table. */
export const inkOf = (side: Side): string => livery(side).text;

const n1 = (value: number): string => value.toFixed(1);

/** An oval of quadratic arcs: a path may be turned with its base, an ellipse may not. */
function oval(x: number, y: number, rx: number, ry: number): string {
  const at = (eighth: number, k = 1): string => {
    const a = (eighth * Math.PI) / 4;
    return `${n1(x + rx * k * Math.cos(a))} ${n1(y + ry * k * Math.sin(a))}`;
  };
  const k = 1 / Math.cos(Math.PI / 8);
  return `M${at(0)}${Array.from({ length: 8 }, (_, i) => `Q${at(i + 0.5, k)} ${at(i + 1)}`).join("")}Z`;
}

/** What lies on a base in hundredths, x to the right and y to the rear of its front left corner. */
class Marks {
  readonly strokes = new Map<string, { line: Line; d: string[] }>();

  add(line: Line, d: string): void {
    const key = JSON.stringify(line);
    const there = this.strokes.get(key);
    if (there) there.d.push(d);
    else this.strokes.set(key, { line, d: [d] });
  }
}

function man(marks: Marks, x: number, y: number, side: Side, k = 1): void {
  const { coat, cap } = tunic(side);
  marks.add({ stroke: INK, width: 4.5 }, `M${n1(x + 12 * k)} ${n1(y + 5 * k)}V${n1(y - 28 * k)}`);
  marks.add({ fill: coat, stroke: EDGE, width: 2.5 }, oval(x, y, 17 * k, 11.5 * k));
  marks.add({ fill: cap }, side === "union" ? oval(x, y - 1, 9 * k, 9 * k) : oval(x, y - 1, 12 * k, 9 * k));
}

function horse(marks: Marks, x: number, y: number, k = 1): void {
  marks.add({ fill: "#6b4a2a", stroke: EDGE, width: 3 }, oval(x, y, 13 * k, 30 * k));
  marks.add({ fill: "#4a3118" }, oval(x, y - 32 * k, 8 * k, 13 * k));
}

function rider(marks: Marks, x: number, y: number, side: Side, k = 1): void {
  const { coat, cap } = tunic(side);
  horse(marks, x, y, k);
  marks.add({ fill: coat, stroke: EDGE, width: 2.5 }, oval(x, y, 15 * k, 10 * k));
  marks.add({ fill: cap }, oval(x, y - 1, 8 * k, 8 * k));
}

/** A gun with its muzzle towards the front, or the other way when it is towed. */
function cannon(marks: Marks, x: number, y: number, way: 1 | -1): void {
  marks.add({ stroke: EDGE, width: 11 }, `M${n1(x)} ${n1(y + 40 * way)}V${n1(y + 75 * way)}`);
  marks.add({ stroke: EDGE, width: 10 }, `M${n1(x - 35)} ${n1(y)}H${n1(x + 35)}`);
  marks.add({ stroke: EDGE, width: 13 }, `M${n1(x - 40)} ${n1(y - 22)}V${n1(y + 22)}M${n1(x + 40)} ${n1(y - 22)}V${n1(y + 22)}`);
  marks.add({ stroke: "#5a5246", width: 18 }, `M${n1(x)} ${n1(y - 45 * way)}V${n1(y + 45 * way)}`);
}

function limber(marks: Marks, x: number, y: number): void {
  horse(marks, x - 22, y - 75);
  horse(marks, x + 22, y - 75);
  marks.add({ stroke: EDGE, width: 12 }, `M${n1(x - 40)} ${n1(y - 8)}V${n1(y + 37)}M${n1(x + 40)} ${n1(y - 8)}V${n1(y + 37)}`);
  marks.add({ fill: "#8a6a3c", stroke: EDGE, width: 4 }, `M${n1(x - 25)} ${n1(y - 4)}H${n1(x + 25)}V${n1(y + 32)}H${n1(x - 25)}Z`);
}

function wagon(marks: Marks, x: number, y: number): void {
  horse(marks, x - 22, y - 80);
  horse(marks, x + 22, y - 80);
  marks.add({ fill: "#f6efdc", stroke: INK, width: 5 }, `M${n1(x - 35)} ${n1(y - 30)}Q${n1(x)} ${n1(y - 44)} ${n1(x + 35)} ${n1(y - 30)}V${n1(y + 60)}Q${n1(x)} ${n1(y + 74)} ${n1(x - 35)} ${n1(y + 60)}Z`);
  marks.add({ stroke: INK, width: 3.5 }, `M${n1(x - 35)} ${n1(y)}H${n1(x + 35)}M${n1(x - 35)} ${n1(y + 32)}H${n1(x + 35)}`);
}

/** Where so many figures stand on a base, in parts of it. */
function places(count: number): [number, number][] {
  if (count === 1) return [[0.5, 0.52]];
  if (count === 2) return [[0.27, 0.52], [0.73, 0.52]];
  return ([[0.27, 0.3], [0.73, 0.3], [0.27, 0.72], [0.73, 0.72]] as [number, number][]).slice(0, count);
}

function upon(marks: Marks, kind: string, figures: number, wide: number, deep: number, side: Side): void {
  const middle = wide / 2;
  if (kind === "gun" && deep > 300) {
    limber(marks, middle, 135);
    cannon(marks, middle, 285, -1);
  } else if (kind === "gun") {
    cannon(marks, middle, 65, 1);
    const crew: [number, number][] = [[-34, 118], [34, 118], [-20, 160], [24, 158]];
    crew.slice(0, figures).forEach(([dx, y]) => man(marks, middle + dx, y, side, 0.9));
  } else if (kind === "limber") limber(marks, middle, 140);
  else if (kind === "wagon") wagon(marks, middle, 118);
  else if (kind === "officer") rider(marks, middle, deep * 0.55, side, Math.min(1, wide / 60));
  else if (kind === "horse_holder") {
    [0.2, 0.4, 0.6, 0.8].forEach((part) => horse(marks, wide * part, deep * 0.55));
    man(marks, middle, deep * 0.2, side);
  } else if (kind === "cavalry") {
    places(figures).forEach(([u, v]) => rider(marks, u * wide, v * deep + 6, side));
  } else {
    places(figures).forEach(([u, v]) => man(marks, u * wide, v * deep + 4, side, 0.95));
  }
}

/** The outline of a base: square, or with cut corners. */
function outline(wide: number, deep: number, side: Side): string {
  if (!livery(side).ruled) return `M0 0H${n1(wide)}V${n1(deep)}H0Z`;
  const c = 15;
  return `M${c} 0H${n1(wide - c)}L${n1(wide)} ${c}V${n1(deep - c)}L${n1(wide - c)} ${n1(deep)}H${c}L0 ${n1(deep - c)}V${c}Z`;
}

const length = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number => Math.hypot(bx - ax, by - ay);

export type Look = "solid" | "ghost" | "faded";

/** A unit as it stands; a ghost is where it would stand, the faded one where it stood. */
export function drawBody(body: Body, look: Look = "solid"): string {
  const { side, bases, kinds, figures } = body;
  const ink = inkOf(side);
  const faint = look === "faded" ? 0.5 : undefined;
  const turn = body.heading / 10;
  const all = new Map<string, { line: Line; d: string[] }>();
  const put = (key: string, line: Line, d: string): void => {
    const there = all.get(key);
    if (there) there.d.push(d);
    else all.set(key, { line, d: [d] });
  };
  bases.forEach((corners, i) => {
    const [wide, deep] = [length(corners[0]!, corners[1]!), length(corners[0]!, corners[3]!)];
    const [x, y] = onPaper(...corners[0]!);
    const at = (d: string, dx = 0, dy = 0): string => placed(d, x + dx, y + dy, UNIT, turn);
    const edge = outline(wide, deep, side);
    if (look === "ghost") {
      put("ghost", { fill: "#fffaf0", stroke: ink, width: 8, dash: "20 12", faint: 0.85 }, at(edge));
      put("front", { stroke: ink, width: 13 }, at(`M6 6H${n1(wide - 6)}`));
      return;
    }
    put("shadow", { fill: INK, faint: 0.25 }, at(edge, 1.4, 1.9));
    put("base", { fill: tunic(side).field, stroke: ink, width: 8.5, ...(faint ? { faint } : {}) }, at(edge));
    put("front", { stroke: ink, width: 13, ...(faint ? { faint } : {}) }, at(`M6 6H${n1(wide - 6)}`));
    const marks = new Marks();
    upon(marks, kinds[i] ?? "", figures[i] ?? 0, wide, deep, side);
    for (const [key, { line, d }] of marks.strokes) put(key, faint ? { ...line, faint } : line, d.map((one) => at(one)).join(""));
  });
  const pen = new Pen(0, 0, UNIT);
  return [...all.values()].map(({ line, d }) => `<path d="${d.join("")}"${pen.ink(line)}/>`).join("");
}

/** A marker for troops that nobody has seen: a veiled field with a question. */
export function drawBlind(body: Body, words: string): string {
  const pen = new Pen(0, 0, UNIT);
  const ink = inkOf(body.side);
  return body.bases
    .map((corners) => {
      const [wide, deep] = [length(corners[0]!, corners[1]!), length(corners[0]!, corners[3]!)];
      const [x, y] = onPaper(...corners[0]!);
      const at = (d: string): string => placed(d, x, y, UNIT, body.heading / 10);
      const veil = Array.from({ length: Math.floor((wide + deep) / 22) }, (_, i) => {
        const t = 22 * (i + 1);
        return `M${n1(Math.max(0, t - deep))} ${n1(Math.min(t, deep))}L${n1(Math.min(t, wide))} ${n1(Math.max(0, t - wide))}`;
      }).join("");
      const cx = corners.reduce((sum, [u]) => sum + u, 0) / corners.length;
      const cy = corners.reduce((sum, [, v]) => sum + v, 0) / corners.length;
      const [tx, ty] = onPaper(cx, cy);
      return (
        `<path d="${at(outline(wide, deep, body.side))}"${pen.ink({ fill: tunic(body.side).field, stroke: ink, width: 9 })}/>` +
        `<path d="${at(veil)}"${pen.ink({ stroke: ink, width: 3, faint: 0.45 })}/>` +
        `<text x="${n1(tx)}" y="${n1(ty + 5)}" font-size="15" font-weight="700" text-anchor="middle" fill="${INK}" paint-order="stroke" stroke="${tunic(body.side).field}" stroke-width="4">${escaped(words)}</text>`
      );
    })
    .join("");
}

/** A commander's flag beside his base. */
export function flag(body: Body): string {
  const [x, y] = onPaper(body.x, body.y);
  return `<path d="M${x + 7} ${y + 3}V${y - 19}" stroke="${INK}" stroke-width="1.3"/><path d="M${x + 7} ${y - 19}L${x + 26} ${y - 14.500}L${x + 7} ${y - 9}Z" fill="${inkOf(body.side)}" stroke="${INK}" stroke-width=".8"/>`;
}

/** A white flag over troops that give way. */
export function whiteFlag(body: Body): string {
  const [x, y] = onPaper(body.x, body.y);
  return `<path d="M${x} ${y + 6}V${y - 16}" stroke="${INK}" stroke-width="1.4"/><path d="M${x} ${y - 16}H${x + 17}L${x + 13} ${y - 10.500}L${x + 17} ${y - 5}H${x}Z" fill="#fffdf6" stroke="${INK}" stroke-width="1"/>`;
}

/** The outline of all bases, somewhat wider: what is lit or chosen. */
export function halo(body: Body, grow: number): string {
  return body.bases
    .map((corners) => {
      const cx = corners.reduce((sum, [x]) => sum + x, 0) / corners.length;
      const cy = corners.reduce((sum, [, y]) => sum + y, 0) / corners.length;
      const out = corners.map(([x, y]) => {
        const far = Math.hypot(x - cx, y - cy) || 1;
        return onPaper(x + ((x - cx) / far) * grow, y + ((y - cy) / far) * grow);
      });
      return `M${out.map(([x, y]) => `${n1(x)} ${n1(y)}`).join("L")}Z`;
    })
    .join("");
}
