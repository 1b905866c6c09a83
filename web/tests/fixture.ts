/** A corner of the Stockade Redan, and a moment on it. */

import { vi } from "vitest";
import raw from "./statics.json";
import type { Entry, Facts, Moment, Offer, SystemFacts, HexStatics, View } from "../src/types";

export const statics = raw as unknown as HexStatics;

export function facts(change: Partial<Facts> = {}): Facts {
  return {
    when: "First assault, turn 5 of 8",
    turn: 5,
    turns: 8,
    phase: "IX",
    phasing: null,
    stacks: [
      { hex: "1519", side: "confederate", units: ["36ms-a", "36ms-o1"] },
      { hex: "1320", side: "confederate", units: null },
      { hex: "1620", side: "union", units: ["13us-a", "13us-b", "13us-o1"] },
    ],
    bodies: {},
    strips: [],
    links: [],
    units: {},
    marks: [],
    notes: [{ label: "Confederate morale", value: "3" }],
    groups: {},
    lanes: [],
    trays: [],
    pieces: [],
    hand: [],
    lost: [],
    desk: null,
    ...change,
  };
}

const ABOUT: Record<string, Partial<Offer>> = {
  move: { sends: "move {units} {hex}", takes_up: "move {units}" },
  to: { sends: "to {hex}" },
  stop: { ends: "act" },
  done: { ends: "step" },
  resolve: { ends: "act", rolls: true },
};
const DEGREES: Record<string, number> = { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 };

/** A choice as the engine would say it. */
export function offer(text: string): Offer {
  const [verb = "", ...objects] = text.split(" ");
  const units = objects.filter((word) => statics.pieces.some(({ id }) => id === word));
  const hexes = objects.filter((word) => word in statics.map.terrain);
  const attack = verb === "fire" || verb === "melee" ? { whole: `${text} all` } : {};
  const faced = verb === "face" ? { facing: DEGREES[objects[0]!]! } : {};
  return {
    text,
    label: `Label of ${text}`,
    verb,
    ...(units.length ? { units } : {}),
    ...(hexes.length ? { hexes } : {}),
    ...attack,
    ...faced,
    ...ABOUT[verb],
  };
}

export function view(choices: string[], change: Partial<Facts> = {}): View {
  const pointed = choices.find((text) => offer(text).hexes);
  return {
    system: "stockade_redan",
    scenario: "two-assaults",
    side: "union",
    facts: facts(change),
    waiting_for: "union",
    decision: {
      question: "Which?",
      rule: "stockade_redan:11.2.1",
      choices: choices.map(offer),
      open: false,
      points: pointed ? `${pointed.split(" ")[0]} {hex}` : "",
      forms: [],
      about: [],
      unended: [],
      sensible: "",
    },
    result: null,
  };
}

export function entry(number: number, text = `line ${number}`): Entry {
  return {
    number,
    side: "union",
    text,
    rules: [],
    details: [],
    dice: [],
    scene: {},
    kind: "Told",
    reason: "",
    gesture: number,
    effect: "nothing",
    severity: 0,
    begins: null,
  };
}

export function moment(number: number, after: number, log: Entry[]): Moment {
  return {
    battle: "b",
    seat: "union",
    number,
    after,
    view: view([]),
    log,
    names: {},
    dice: { kind: "seeded", commitment: null, revealed: null, secret: null, nonces: {}, anchors: {}, wanted: null },
    undo: false,
    pending: { take_back: null, by: null, seats: [], links: [], failure: null },
    abandoned: null,
  };
}

/** A system of two scenarios, in which the computer plays at three levels. */
export function system(change: Partial<SystemFacts> = {}): SystemFacts {
  return {
    slug: "any",
    title: "",
    sides: ["union", "confederate"],
    card: { name: "Any", when: "", length: "", rules: 0, sides: {}, shared: false, picture: null },
    scenarios: ["first", "second"].map((slug) => ({
      slug,
      title: "",
      first: 1,
      turns: 8,
      briefing: null,
      options: {},
    })),
    options: [],
    levels: ["easy", "medium", "hard"],
    own: true,
    lesson: "",
    files: false,
    generator: null,
    ...change,
  };
}

/** A browser that keeps things, so far empty. */
export function stubStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
}
