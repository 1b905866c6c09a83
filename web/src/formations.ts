/** Units that are ordered together: who belongs to a formation, and what they are reckoned from. */

import type { GroupFacts, Hex, Piece } from "./types";

/** A part of the order of battle with everything below it. */
export function unitsBelow(groups: readonly GroupFacts[], id: string): string[] {
  return groups
    .filter((one) => one.id === id || one.parent === id)
    .flatMap((one) => (one.id === id ? one.pieces : unitsBelow(groups, one.id)));
}

/** From some units to their group, then to what that belongs to; the id of it, if there is one. */
export function widerThan(
  groups: readonly GroupFacts[],
  formation: string | null,
  picked: readonly (Piece | undefined)[],
): string | undefined {
  const now = groups.find(({ title }) => title === formation);
  return (now ? now.parent : picked.find((piece) => piece?.group)?.group) || undefined;
}

/** Whoever stands nearest to the middle of them; troops rather than officers. */
export function leadOf(
  units: readonly string[],
  placeOf: (unit: string) => Hex | undefined,
  isOfficer: (unit: string) => boolean,
): string | undefined {
  const troops = units.filter((unit) => !isOfficer(unit));
  const at = (troops.length ? troops : units).flatMap((unit) => {
    const hex = placeOf(unit);
    return hex ? [{ unit, x: Number(hex.slice(0, 2)), y: Number(hex.slice(2)) }] : [];
  });
  const mean = (of: (one: { x: number; y: number }) => number): number =>
    at.reduce((sum, one) => sum + of(one), 0) / (at.length || 1);
  const [x, y] = [mean((one) => one.x), mean((one) => one.y)];
  return at.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0]?.unit;
}
