/** A corner of the Stockade Redan, and a moment on it. */

import { vi } from "vitest";
import raw from "./table.json";
import type { Entry, Facts, Moment, TableFacts, View } from "../src/types";

export const table = raw as unknown as TableFacts;

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
    hand: [],
    lost: [],
    ...change,
  };
}

export function view(choices: string[], change: Partial<Facts> = {}): View {
  return {
    system: "stockade_redan",
    scenario: "two-assaults",
    side: "union",
    facts: facts(change),
    waiting_for: "union",
    decision: { question: "Which?", rule: "stockade_redan:11.2.1", choices, open: false },
    result: null,
  };
}

export function entry(number: number, text = `line ${number}`): Entry {
  return { number, side: "union", text, rules: [], details: [], dice: [], kind: "Told", reason: "" };
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

/** A browser that keeps things, so far empty. */
export function stubStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
}
