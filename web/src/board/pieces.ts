/** From the facts of a view to counters on the map. */

import type { Counter, Facing } from "../ink/counters";
import type { Facts, Hex, Piece, Side, Stack, Standing, HexStatics } from "../types";

export interface Pile {
  hex: Hex;
  side: Side;
  ids: string[];
  counters: Counter[];
  /** what the log calls its units */
  titles: string[];
  /** the group on the tag; empty for hidden stacks and units without one */
  tag: string;
  /** of the top unit */
  facing?: Facing;
  /** both sides are in the hex: -1 stands to the left, +1 to the right */
  aside: -1 | 0 | 1;
}

export function counterOf(piece: Piece, standing: Standing = {}): Counter {
  return {
    side: piece.side,
    kind: piece.kind,
    name: piece.label,
    strength: standing.strength ?? piece.strength,
    right: standing.right ?? piece.right,
    marks: standing.states ?? [],
    done: standing.done ?? false,
    ...(standing.formation ? { formation: standing.formation } : {}),
    ...(standing.steps ? { steps: standing.steps } : {}),
  };
}

function hidden(side: Side): Counter {
  return { side, kind: "hidden", name: "", strength: "", right: "", marks: [], done: false };
}

export function piles(statics: HexStatics, facts: Facts): Pile[] {
  const pieces = new Map(statics.pieces.map((piece) => [piece.id, piece]));
  const sides = new Map<Hex, Side[]>();
  for (const { hex, side } of facts.stacks) sides.set(hex, [...(sides.get(hex) ?? []), side]);
  return facts.stacks.map(({ hex, side, units }: Stack): Pile => {
    const shared = sides.get(hex)!;
    const aside = shared.length < 2 ? 0 : shared[0] === side ? -1 : 1;
    if (units === null) return { hex, side, ids: [], counters: [hidden(side)], titles: [], tag: "", aside };
    const known = units.map((id) => pieces.get(id)).filter((piece) => piece !== undefined);
    const top = known.findLast((piece) => piece.kind !== "officer") ?? known.at(-1);
    const facing = top && facts.units[top.id]?.facing;
    return {
      hex,
      side,
      ids: known.map(({ id }) => id),
      // A captured piece has the colours of its captor.
      counters: known.map((piece) => ({ ...counterOf(piece, facts.units[piece.id]), side })),
      titles: known.map(({ title }) => title),
      tag: top?.tag ?? "",
      aside,
      ...(facing ? { facing } : {}),
    };
  });
}
