/** Orders made from drags and key presses. A form says how they are written, and the server judges them. */

import { filled } from "../blanks";
import type { Point } from "../ink/plane";
import { degrees, inUnits, local, outOf } from "./scale";
import type { Body, Legs, OrderForm } from "../types";

/** Straight on or back by so many hundredths, or a wheel by so many tenths of a degree. */
export type Way = "ahead" | "back" | "left" | "right";
export interface Straight {
  way: Way;
  size: number;
}
/** Ahead without a wheel, by so many tenths of a degree to the right; negative is to the left. */
export interface Slant {
  way: "oblique";
  size: number;
  angle: number;
}
/** Something on the spot, in words of the rules. */
export interface Spoken {
  way: "act";
  text: string;
}
export type Leg = Straight | Slant | Spoken;

/** Less than this is an unsteady hand, in hundredths and in tenths of a degree. */
const STILL = 4;
const STEADY = 4;

/** An order that is being made up. */
export interface Draft {
  form: OrderForm;
  unit: string;
  /** the number of the moment it was begun in */
  at: number;
  legs: readonly Leg[];
  pace: string;
  /** for orders that do not march: the place, the facing and the formation */
  place: Point;
  heading: number;
  act: string;
}

/** Whether a form is a march, leg by leg; others say where to be. */
export function isMarch({ text }: OrderForm): boolean {
  return text.includes("{legs}");
}

/** Whether a unit with such an order has a front to turn. */
export function hasFront(form: OrderForm): boolean {
  return form.legs != null || form.text.includes("{heading}");
}

/** A draft as its form writes it: blanks without a value are left out. */
export function written({ form, unit, legs, pace, place: [x, y], heading, act }: Draft): string {
  const spoken = legsWritten(legs, form.legs);
  return filled(form.text, { unit, pace, legs: spoken, x: inUnits(x), y: inUnits(y), heading: degrees(heading), act });
}

/** The parts of a march as its form writes them. */
export function legsWritten(parts: readonly Leg[], legs: Legs | null | undefined): string {
  return parts.map((leg) => legWords(leg, legs)).join(" ");
}

function legWords(leg: Leg, legs: Legs | null | undefined): string {
  if (leg.way === "act") return leg.text;
  const angle = leg.way === "oblique" ? leg.angle : leg.size;
  return filled(legs?.[leg.way] ?? "", { length: inUnits(leg.size), angle: degrees(angle) });
}

/** Join two steps the same way into one longer step. */
export function joined(legs: readonly Leg[]): Leg[] {
  const out: Leg[] = [];
  for (const leg of legs) {
    const last = out.at(-1);
    const goesOn = last?.way === leg.way && last.way !== "act" && last.way !== "oblique";
    if (goesOn) out[out.length - 1] = { way: last.way, size: last.size + (leg as Straight).size };
    else out.push(leg);
  }
  return out;
}

/** The legs with the last one cut to that size. */
export function cutTo(legs: readonly Leg[], size: number): Leg[] {
  const last = legs.at(-1);
  return last && last.way !== "act" ? [...legs.slice(0, -1), { ...last, size }] : [...legs];
}

/** How wide a unit is to either side of the middle of its front. */
export function halfWidths({ bases, ...body }: Body): [number, number] {
  const across = bases.flat().map((corner) => local(body, corner)[0]);
  return [-Math.min(...across), Math.max(...across)];
}

/** The wheel and the march that bring the middle of a front to a point; back where it lies behind. */
export function towards(body: Body, to: Point): Leg[] {
  const [right, forward] = local(body, to);
  if (forward <= 0) return backwards(forward);
  const hand = right < 0 ? "left" : "right";
  const [leftWide, rightWide] = halfWidths(body);
  const wide = hand === "left" ? leftWide : rightWide;
  // Seen from the corner it wheels on, the middle keeps its distance and the march is square to it.
  const across = Math.abs(right) < STILL ? wide : wide - Math.abs(right);
  const march = Math.sqrt(Math.max(0, across ** 2 + forward ** 2 - wide ** 2));
  const angle = ((Math.atan2(forward, across) - Math.atan2(march, wide)) * 1800) / Math.PI;
  return [
    ...(angle >= STEADY ? [{ way: hand, size: Math.round(Math.min(1800, angle)) } as const] : []),
    ...(march >= STILL ? [{ way: "ahead", size: Math.round(march) } as const] : []),
  ];
}

/** The same without a wheel: an oblique march of at most so many tenths of a degree. */
export function aslant(body: Body, to: Point, widest: number): Leg[] {
  const [right, forward] = local(body, to);
  if (forward <= 0) return backwards(forward);
  const angle = (Math.atan2(right, forward) * 1800) / Math.PI;
  const most = Math.max(-widest, Math.min(widest, angle));
  const isWide = Math.abs(angle) > widest;
  const size = Math.round(isWide ? Math.abs(right) / Math.sin((widest * Math.PI) / 1800) : Math.hypot(right, forward));
  if (size < STILL) return [];
  return [Math.abs(most) < STEADY ? { way: "ahead", size } : { way: "oblique", size, angle: Math.round(most) }];
}

function backwards(forward: number): Leg[] {
  return forward < -STILL ? [{ way: "back", size: Math.round(-forward) }] : [];
}

/** Where something that is set down would stand after a turn or a step. */
export function shifted(
  { place, heading }: Pick<Draft, "place" | "heading">,
  { way, size }: Straight,
): Pick<Draft, "place" | "heading"> {
  if (way === "left" || way === "right") return { place, heading: turned(heading, way === "left" ? -size : size) };
  const [x, y] = outOf({ x: place[0], y: place[1], heading }, [0, way === "back" ? -size : size]);
  return { place: [Math.round(x), Math.round(y)], heading };
}

export function turned(heading: number, tenths: number): number {
  return (heading + tenths + 3600) % 3600;
}
