/** From the facts of a view to counters on the map. */

import type { Counter, Kind, Mark } from "./counters";
import type { Facts, Hex, Piece, Side, Stack, TableFacts } from "../types";

export interface Pile {
  hex: Hex;
  side: Side;
  ids: string[];
  counters: Counter[];
  /** the regiment on the tag; empty for hidden stacks and guns */
  tag: string;
}

const KINDS: Record<string, Kind> = { infantry: "infantry", artillery: "artillery", officer: "officer" };

/** "13 US" as it goes on a small tag. */
export function shortRegiment(piece: Piece): string {
  return piece.regiment.split(" ")[0] ?? "";
}

export function counterOf(piece: Piece, morale: number, marks: readonly Mark[], done: boolean): Counter {
  const letter = /^Company (\w)/.exec(piece.title)?.[1];
  return {
    side: piece.side,
    kind: KINDS[piece.kind] ?? "infantry",
    name: piece.regiment ? piece.regiment + (letter ? ` ${letter}` : "") : piece.title.split(" ")[0]!,
    strength: String(piece.fire === "morale" ? morale : piece.fire),
    right: String(piece.movement),
    marks,
    done,
  };
}

function hidden(side: Side): Counter {
  return { side, kind: "hidden", name: "", strength: "", right: "", marks: [], done: false };
}

export function isFirePhase(table: TableFacts, facts: Facts): boolean {
  return table.phases.find(({ number }) => number === facts.phase)?.title.includes("Fire") ?? false;
}

export function piles(table: TableFacts, facts: Facts): Pile[] {
  const pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));
  const carriers = new Set(facts.bridges.map(({ carrier }) => carrier));
  const spent = new Set(facts.spent);
  const fires = isFirePhase(table, facts);
  const draw = (piece: Piece): Counter => {
    const marks: Mark[] = [];
    if (carriers.has(piece.id)) marks.push("bridge");
    if (fires && spent.has(piece.id)) marks.push("fired");
    return counterOf(piece, facts.morale, marks, !fires && spent.has(piece.id));
  };
  return facts.stacks.map(({ hex, side, units }: Stack): Pile => {
    if (units === null) return { hex, side, ids: [], counters: [hidden(side)], tag: "" };
    const known = units.map((id) => pieces.get(id)).filter((piece) => piece !== undefined);
    const top = known.findLast((piece) => piece.kind === "infantry") ?? known.at(-1);
    return {
      hex,
      side,
      ids: known.map(({ id }) => id),
      counters: known.map(draw),
      tag: top ? shortRegiment(top) : "",
    };
  });
}

/** Where the units of a fanned stack stand round its hex: rows of four, above it. */
export function fanPlaces(count: number, size: number): { x: number; y: number }[] {
  const across = Math.min(4, count);
  const rows = Math.ceil(count / 4);
  return Array.from({ length: count }, (_, i) => {
    const line = Math.floor(i / 4);
    const here = line === rows - 1 ? count - line * 4 : across;
    return {
      x: ((i % 4) - (here - 1) / 2) * size * 1.25,
      y: -(rows - line) * size * 1.25,
    };
  });
}
