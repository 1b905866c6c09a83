/** The measured table in words. */

import { sideName } from "../words";
import { inUnits } from "./scale";
import type { BoardLine } from "../textboard";
import type { Statics, Facts, Piece } from "../types";

const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

/** A heading in tenths of a degree as the nearest point of the compass. */
export function facing(heading: number): string {
  return POINTS[Math.round(heading / 450) % 8]!;
}

/** A unit in one line: "1st Brigade, 23 of 24 figures in line at 13, 30 facing north, fatigued". */
export function unitWords(id: string, facts: Facts, piece: Piece): string {
  const body = facts.bodies[id];
  if (!body) return "";
  const standing = facts.units[id];
  const steps = standing?.steps;
  const strength = steps
    ? `${steps.left} of ${steps.of} figures${standing.formation ? ` in ${standing.formation}` : ""}`
    : "";
  const place = `at ${inUnits(body.x)}, ${inUnits(body.y)}${standing ? ` facing ${facing(body.heading)}` : ""}`;
  return [
    piece.title,
    [strength, place].filter(Boolean).join(" "),
    ...(standing?.states ?? []),
    ...(standing?.did ?? []),
  ].join(", ");
}

/** Every unit in sight, side by side, as lines of the text board. */
export function sheetLines(facts: Facts, statics: Statics, pieceOf: (id: string) => Piece): BoardLine[] {
  return statics.sides.flatMap((side) =>
    Object.entries(facts.bodies)
      .filter(([, body]) => body.side === side)
      .map(([id]) => ({ hex: pieceOf(id).label, words: [`${sideName(side)}: ${unitWords(id, facts, pieceOf(id))}`] })),
  );
}
