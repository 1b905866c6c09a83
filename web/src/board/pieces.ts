/** From the facts of a view to counters on the map. */

import type { Counter, Facing } from "./counters";
import type { Facts, Hex, Piece, Side, Stack, TableFacts } from "../types";

/** How a unit stands, for systems whose units have more than a place. */
export interface UnitState {
  strength?: number;
  /** strength boxes left, of all */
  steps?: { left: number; of: number };
  formation?: string;
  facing?: Facing;
  /** pinned, routed, disordered, low_ammunition, no_ammunition, fired, or a system's own */
  states?: string[];
  /** the figure in the right corner, where it is not the movement */
  right?: string;
  done?: boolean;
}

/** The facts with the states of units, where a system sends them. */
export type Told = Facts & { units?: Record<string, UnitState> };

export interface Pile {
  hex: Hex;
  side: Side;
  ids: string[];
  counters: Counter[];
  /** the regiment on the tag; empty for hidden stacks and guns */
  tag: string;
  /** of the top unit */
  facing?: Facing;
}

/** "13 US" as it goes on a small tag. */
export function shortRegiment(piece: Piece): string {
  return piece.regiment.split(" ")[0] ?? "";
}

export function counterOf(piece: Piece, morale: number, state: UnitState): Counter {
  const letter = /^Company (\w)/.exec(piece.title)?.[1];
  const printed = piece.fire === "morale" ? morale : piece.fire;
  return {
    side: piece.side,
    kind: piece.kind,
    name: piece.regiment ? piece.regiment + (letter ? ` ${letter}` : "") : piece.title.split(" ")[0]!,
    strength: String(state.strength ?? printed),
    right: state.right ?? String(piece.movement),
    marks: state.states ?? [],
    done: state.done ?? false,
    ...(state.formation ? { formation: state.formation } : {}),
    ...(state.steps ? { steps: state.steps } : {}),
  };
}

function hidden(side: Side): Counter {
  return { side, kind: "hidden", name: "", strength: "", right: "", marks: [], done: false };
}

export function isFirePhase(table: TableFacts, facts: Facts): boolean {
  return table.phases.find(({ number }) => number === facts.phase)?.title.includes("Fire") ?? false;
}

/** The states of units as told, and what markers and spent units say of them. */
function statesOf(table: TableFacts, facts: Told): (id: string) => UnitState {
  const carriers = new Set(facts.bridges.map(({ carrier }) => carrier));
  const spent = new Set(facts.spent);
  const fires = isFirePhase(table, facts);
  return (id) => {
    const told = facts.units?.[id] ?? {};
    const states = [...(told.states ?? [])];
    if (carriers.has(id)) states.push("bridge");
    if (fires && spent.has(id)) states.push("fired");
    return { ...told, states, done: told.done ?? (!fires && spent.has(id)) };
  };
}

export function piles(table: TableFacts, facts: Told): Pile[] {
  const pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));
  const stateOf = statesOf(table, facts);
  return facts.stacks.map(({ hex, side, units }: Stack): Pile => {
    if (units === null) return { hex, side, ids: [], counters: [hidden(side)], tag: "" };
    const known = units.map((id) => pieces.get(id)).filter((piece) => piece !== undefined);
    const top = known.findLast((piece) => piece.kind !== "officer") ?? known.at(-1);
    const facing = top && facts.units?.[top.id]?.facing;
    return {
      hex,
      side,
      ids: known.map(({ id }) => id),
      counters: known.map((piece) => counterOf(piece, facts.morale, stateOf(piece.id))),
      tag: top ? shortRegiment(top) : "",
      ...(facing ? { facing } : {}),
    };
  });
}

/** Where the units of a fanned stack stand round its hex: rows of four, above it or below. */
export function fanPlaces(count: number, size: number, below = false): { x: number; y: number }[] {
  const across = Math.min(4, count);
  const rows = Math.ceil(count / 4);
  return Array.from({ length: count }, (_, i) => {
    const line = Math.floor(i / 4);
    const here = line === rows - 1 ? count - line * 4 : across;
    return {
      x: ((i % 4) - (here - 1) / 2) * size * 1.25,
      y: (below ? line + 1 : line - rows) * size * 1.25,
    };
  });
}
