/** Orders in words, made of what a hand does: drag, wheel, go on. The server judges them. */

import type { Point } from "../ink/plane";
import { degrees, inches, local, outOf } from "./scale";
import type { Body } from "../types";

/** The parts of a move in their order: "ahead 4", "left 7.5", "form column". */
export type Legs = readonly string[];

/** Less than this is a trembling hand, in hundredths and in tenths of a degree. */
const STILL = 4;
const STEADY = 4;

export function moveOrder(unit: string, legs: Legs, pace = ""): string {
  return ["move", unit, ...(pace ? [pace] : []), ...legs].join(" ");
}

/** What a unit is told by hand: to march, or to be somewhere. */
export type Verb = "move" | "ride" | "deploy" | "blind";

/** An order that is being made up. */
export interface Draft {
  unit: string;
  verb: Verb;
  /** the number of the moment it was begun in */
  at: number;
  legs: Legs;
  pace: string;
  /** where it is to be, facing where, in what formation: of whatever does not march */
  place: Point | null;
  heading: number;
  formation: string;
}

/** A draft as an order in words; a general has neither front nor formation. */
export function written({ unit, verb, legs, pace, place, heading, formation }: Draft, general: boolean): string {
  if (verb === "move" || !place) return moveOrder(unit, legs, pace);
  const there = place.map(inches);
  if (verb === "blind") return [verb, unit, formation || "line", ...there].join(" ");
  const stand = verb === "deploy" && !general ? [degrees(heading), ...(formation ? [formation] : [])] : [];
  return [verb, unit, ...there, ...stand].join(" ");
}

interface Parts {
  verb: string;
  number: number;
}

function parts(leg: string): Parts | null {
  const [, verb = "", number = ""] = /^(ahead|back|left|right) ([\d.]+)$/.exec(leg) ?? [];
  return verb ? { verb, number: Number(number) } : null;
}

/** Two steps the same way are one longer step. */
export function joined(legs: Legs): string[] {
  const out: string[] = [];
  for (const leg of legs) {
    const [now, before] = [parts(leg), parts(out.at(-1) ?? "")];
    if (now && before && now.verb === before.verb) {
      const isLength = now.verb === "ahead" || now.verb === "back";
      const sum = now.number + before.number;
      out[out.length - 1] = `${now.verb} ${isLength ? inches(sum * 100) : degrees(sum * 10)}`;
    } else out.push(leg);
  }
  return out;
}

/** How wide a unit is to either side of the middle of its front. */
export function halfWidths({ bases, ...body }: Body): [number, number] {
  const across = bases.flat().map((corner) => local(body, corner)[0]);
  return [-Math.min(...across), Math.max(...across)];
}

/** The wheel and the march that bring the middle of a front to a point; back where it lies behind. */
export function towards(body: Body, to: Point): string[] {
  const [right, forward] = local(body, to);
  if (forward <= 0) return forward < -STILL ? [`back ${inches(-forward)}`] : [];
  const hand = right < 0 ? "left" : "right";
  const [leftWide, rightWide] = halfWidths(body);
  const wide = hand === "left" ? leftWide : rightWide;
  // Seen from the corner it wheels on, the middle keeps its distance and the march is square to it.
  const across = Math.abs(right) < STILL ? wide : wide - Math.abs(right);
  const march = Math.sqrt(Math.max(0, across ** 2 + forward ** 2 - wide ** 2));
  const angle = ((Math.atan2(forward, across) - Math.atan2(march, wide)) * 1800) / Math.PI;
  return [
    ...(angle >= STEADY ? [`${hand} ${degrees(Math.min(1800, angle))}`] : []),
    ...(march >= STILL ? [`ahead ${inches(march)}`] : []),
  ];
}

/** The same without a wheel, aslant up to 45 degrees. */
export function aslant(body: Body, to: Point): string[] {
  const [right, forward] = local(body, to);
  if (forward <= 0) return forward < -STILL ? [`back ${inches(-forward)}`] : [];
  const angle = (Math.atan2(right, forward) * 1800) / Math.PI;
  const most = Math.max(-450, Math.min(450, angle));
  const length = Math.abs(angle) > 450 ? Math.abs(right) * Math.SQRT2 : Math.hypot(right, forward);
  if (length < STILL) return [];
  return Math.abs(most) < STEADY ? [`ahead ${inches(length)}`] : [`oblique ${inches(length)} ${degrees(most)}`];
}

/** How many words belong to each part of a move. */
const WORDS: Record<string, number> = { ahead: 1, back: 1, left: 1, right: 1, turn: 1, oblique: 2, form: 1 };

/** A written move taken apart again: its pace and its legs. */
export function readMove(order: string): { pace: string; legs: string[] } {
  const words = order.split(" ").slice(2);
  const pace = words[0] === "double" || words[0] === "manhandle" ? words.shift()! : "";
  const legs: string[] = [];
  while (words.length) {
    const verb = words.shift()!;
    const rest = words.splice(0, WORDS[verb] ?? 0);
    // A supported line may say how many stands are in its front rank.
    if (rest[0] === "supported_line" && /^\d+$/.test(words[0] ?? "")) rest.push(words.shift()!);
    legs.push([verb, ...rest].join(" "));
  }
  return { pace, legs };
}

export interface Stand {
  place: Point;
  heading: number;
  formation: string;
}

/** How something that is set down would stand after a turn, a step or a change of formation. */
export function shifted(body: Pick<Body, "x" | "y" | "heading">, before: Stand | { place: null; heading: number; formation: string } | null, leg: string): Stand {
  const stand: Stand = { place: [body.x, body.y], heading: before?.heading ?? body.heading, formation: before?.formation ?? "" };
  const [verb = "", number = ""] = leg.split(" ");
  const turned = (tenths: number): number => (stand.heading + tenths + 3600) % 3600;
  switch (verb) {
    case "left":
      return { ...stand, heading: turned(-Number(number) * 10) };
    case "right":
      return { ...stand, heading: turned(Number(number) * 10) };
    case "about":
      return { ...stand, heading: turned(1800) };
    case "ahead":
    case "back": {
      const far = Number(number) * (verb === "back" ? -100 : 100);
      const [x, y] = outOf({ ...body, heading: stand.heading }, [0, far]);
      return { ...stand, place: [Math.round(x), Math.round(y)] };
    }
    case "form":
      return { ...stand, formation: number };
  }
  return { ...stand, formation: FORMED[verb] ?? stand.formation };
}

const FORMED: Record<string, string> = { limber: "limbered", unlimber: "unlimbered", mount: "mounted", dismount: "dismounted" };

/** The formation after some legs, as it is told. */
export function formedBy(legs: Legs, before: string): string {
  return legs.reduce((now, leg) => FORMED[leg] ?? (leg.startsWith("form ") ? leg.split(" ")[1]!.replaceAll("_", " ") : now), before);
}

/** Formations that an arm may be told to take; the server knows which of them now. */
export function formationsOf(kind: string, formation: string): string[] {
  if (kind === "artillery") return formation === "limbered" ? ["unlimber"] : ["limber"];
  if (kind === "wagon" || kind === "officer") return [];
  const horse = kind === "cavalry" ? ["dismount", "mount"] : [];
  const lines = ["line", "supported_line", "column", "attack_column", "road_march", "extended", "skirmish"];
  return [...lines.filter((one) => one.replaceAll("_", " ") !== formation).map((one) => `form ${one}`), ...horse];
}
