/** A battle as large as the largest: 2,000 hexes of every kind of ground, 300 counters. */

import { gridOf, hexAt, around } from "../src/board/geometry";
import { random } from "../src/ink/random";
import type { Facts, Hex, MapFacts, Moment, Piece, Stack, Standing, HexStatics } from "../src/types";

const COLUMNS = 50;
const ROWS = 40;
const COUNTERS = 300;

function line(from: number, to: number, at: (column: number) => number): Hex[] {
  const hexes: Hex[] = [];
  for (let column = from; column <= to; column++) hexes.push(hexAt(column, Math.round(at(column))));
  return hexes;
}

function mapFacts(): MapFacts {
  const r = random("bench");
  const terrain: Record<Hex, string> = {};
  const level: Record<Hex, number> = {};
  for (let column = 1; column <= COLUMNS; column++) {
    for (let row = 1; row <= ROWS; row++) {
      const hex = hexAt(column, row);
      const wild = Math.sin(column / 5) + Math.cos(row / 4) + r.between(-0.4, 0.4);
      terrain[hex] = wild > 0.5 ? "woods" : wild < -1.5 ? "swamp" : wild < -1.2 ? "felled_timber" : "open_field";
      level[hex] = Math.max(0, Math.round(2 * Math.sin(column / 7) * Math.cos(row / 6) + 1));
    }
  }
  for (const hex of ["2418", "2419", "2518", "2519", "2618"]) terrain[hex] = "town";
  const map: MapFacts = {
    title: "Two thousand hexes",
    columns: [1, COLUMNS],
    rows: [1, ROWS],
    high: "even",
    terrain,
    level,
    roads: {
      columbus_road: line(2, 49, (c) => 20 + 4 * Math.sin(c / 6)),
      purdy_road: line(2, 49, (c) => 8 + 2 * Math.cos(c / 5)),
    },
    hexsides: {},
    zones: {},
    labels: {},
  };
  const grid = gridOf(map, 33);
  const stream = line(3, 47, (c) => 30 + 3 * Math.sin(c / 4)).map((hex): [Hex, Hex] => [hex, around(grid, hex)[0]!]);
  const works = line(8, 40, (c) => 12 + 1.5 * Math.sin(c / 3)).map((hex): [Hex, Hex] => [hex, around(grid, hex)[0]!]);
  map.hexsides = { stream, works };
  return map;
}

const KINDS = ["infantry", "infantry", "infantry", "infantry", "artillery", "cavalry", "officer"];

function pieces(): Piece[] {
  return Array.from({ length: COUNTERS }, (_, i) => ({
    id: `unit-${i}`,
    title: `Company ${String.fromCharCode(65 + (i % 10))}, regiment ${i}`,
    side: i % 2 ? "union" : "confederate",
    kind: KINDS[i % KINDS.length]!,
    label: `${i} ILL`,
    tag: `${i}`,
    group: "",
    strength: String(1 + (i % 6)),
    right: "5",
    values: [],
  }));
}

function stacks(): Stack[] {
  const all: Stack[] = [];
  for (let i = 0; i < COUNTERS; i++) {
    const pair = i % 5 === 4 ? all.at(-2) : undefined;
    if (pair?.units) pair.units.push(`unit-${i}`);
    else {
      // Steps through every hex before it comes back to the first.
      const at = (i * 37) % (42 * 31);
      all.push({
        hex: hexAt(4 + (at % 42), 5 + Math.floor(at / 42)),
        side: i % 2 ? "union" : "confederate",
        units: [`unit-${i}`],
      });
    }
  }
  return all;
}

export const statics: HexStatics = {
  slug: "bench",
  title: "Bench",
  sides: ["union", "confederate"],
  map: mapFacts(),
  sheet: null,
  pieces: pieces(),
  groups: [],
  phases: [{ number: "I", title: "Movement", side: null }],
  turns: 8,
  ground: {},
  charts: [],
};

const STATES = [
  [],
  [],
  ["pinned"],
  [],
  ["disordered"],
  ["low_ammunition"],
  [],
  ["routed"],
  ["fired"],
  ["no_ammunition"],
];

function standing(): Record<string, Standing> {
  return Object.fromEntries(
    Array.from({ length: COUNTERS }, (_, i) => [
      `unit-${i}`,
      {
        strength: String(1 + (i % 5)),
        steps: { left: 1 + (i % 5), of: 5 },
        right: `${3 + (i % 3)}R`,
        formation: i % 4 ? "line" : "column",
        facing: { degrees: 60 * (i % 6), arc: i % 4 ? 180 : 60 },
        states: STATES[i % STATES.length]!,
      },
    ]),
  );
}

export const facts: Facts = {
  when: "Turn 1 of 8",
  turn: 1,
  turns: 8,
  phase: "I",
  phasing: null,
  stacks: stacks(),
  bodies: {},
  strips: [],
  links: [],
  units: standing(),
  marks: [],
  notes: [],
  groups: {},
  lanes: [],
  trays: [],
  pieces: [],
  hand: [],
  lost: [],
  desk: null,
};

export const moment: Moment = {
  battle: "bench",
  seat: "union",
  number: 0,
  after: -1,
  view: {
    system: "bench",
    scenario: "bench",
    side: "union",
    facts,
    waiting_for: "union",
    decision: {
      question: "Which unit moves?",
      rule: "bench:1",
      choices: facts.stacks.slice(0, 60).map(({ units }) => ({
        text: `move ${units![0]}`,
        label: `Move ${units![0]}`,
        verb: "move",
        units: units!.slice(0, 1),
        sends: "move {units} {hex}",
      })),
      open: false,
      points: "",
      forms: [],
      about: [],
      unended: [],
      sensible: "",
    },
    result: null,
  },
  log: [],
  names: {},
  dice: { kind: "seeded", commitment: null, revealed: null, secret: null, nonces: {}, anchors: {}, wanted: null },
  undo: false,
  pending: { take_back: null, by: null, seats: [], links: [], failure: null },
  abandoned: null,
};
