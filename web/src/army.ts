/** The order of battle: armies, divisions, brigades or regiments, with who is left of each. */

import { places } from "./choices";
import type { Facts, GroupFacts, Piece, Side, Statics } from "./types";

export interface Line {
  id: string;
  title: string;
  side: Side;
  /** how far down the tree, from 0 */
  depth: number;
  /** only a heading: nobody belongs to it directly */
  bare: boolean;
  /** nobody of it, or of what is below it, is on the map or lost, as far as the viewer knows */
  away: boolean;
  /** boxes or units left, of all; the system decides how they are counted */
  left: number;
  of: number;
  officers: number;
  officersLost: number;
  note: string;
  states: readonly string[];
  /** its pieces except officers, then the officers */
  pieces: Piece[];
}

/** Everybody on the map, in a tray, or lost; null where the facts do not tell who else is to come. */
function inBattle({ trays, units, lost }: Facts): Set<string> | null {
  return trays.length ? new Set([...Object.keys(units), ...lost, ...trays.flatMap((tray) => tray.units ?? [])]) : null;
}

/** All of one side, then of the other; `own` comes first. */
export function orderOfBattle(statics: Statics, facts: Facts, own = ""): Line[] {
  const lost = new Set(facts.lost);
  const pieces = new Map(statics.pieces.map((piece) => [piece.id, piece]));
  const fighting = inBattle(facts);
  const below = (parent: string): GroupFacts[] => statics.groups.filter((group) => group.parent === parent);

  const where = places(facts);
  const isHere = ({ id }: Piece): boolean => where.has(id) || id in facts.units || lost.has(id);

  function line(group: GroupFacts, depth: number): Line {
    const own = group.pieces.flatMap((id) => (fighting?.has(id) === false ? [] : (pieces.get(id) ?? [])));
    const units = own.filter(({ kind }) => kind !== "officer");
    const officers = own.filter(({ kind }) => kind === "officer");
    const standing = facts.groups[group.id];
    const steps = standing?.steps;
    return {
      id: group.id,
      title: group.title,
      side: group.side,
      depth,
      bare: !own.length && !standing,
      away: !own.some(isHere),
      left: steps ? steps.left : units.filter(({ id }) => !lost.has(id)).length,
      of: steps ? steps.of : units.length,
      officers: officers.length,
      officersLost: officers.filter(({ id }) => lost.has(id)).length,
      note: standing?.note ?? "",
      states: standing?.states ?? [],
      pieces: [...units, ...officers],
    };
  }

  function walk(group: GroupFacts, depth: number): Line[] {
    const own = line(group, depth);
    const under = below(group.id).flatMap((part) => walk(part, depth + 1));
    const away = own.away && under.every((line) => line.away);
    return own.bare && !under.length ? [] : [{ ...own, away }, ...under];
  }

  const sides = [...statics.sides].sort((a, b) => Number(b === own) - Number(a === own));
  return sides.flatMap((side) =>
    below("")
      .filter((group) => group.side === side)
      .flatMap((group) => walk(group, 0)),
  );
}
