/** Troops on a small picture of the land: a counter for each stack, bases where they stand. */

import { counter } from "../ink/counters";
import type { Point } from "../ink/plane";
import { drawBody } from "../sheet/stands";
import type { Facts, Side } from "../types";

/** Those that a side or a spectator sees; of one side only, if it is named. */
export function troops(
  { stacks, bodies }: Facts,
  at: (place: string) => Point | null,
  radius: number,
  only?: Side,
): string {
  const isShown = ({ side }: { side: Side }): boolean => only === undefined || side === only;
  const counters = stacks.filter(isShown).map(({ hex, side }) => {
    const point = at(hex);
    if (!point) return "";
    const piece = { side, kind: "infantry", name: "", strength: "", right: "", marks: [], done: false };
    return counter(piece, "far", point[0], point[1], radius);
  });
  const stands = Object.values(bodies).filter(isShown);
  return counters.join("") + stands.map((body) => drawBody(body)).join("");
}

/** The places where they stand, so that the picture shows them. */
export function standsOf(facts: Facts | null): string[] {
  return facts?.stacks.map(({ hex }) => hex) ?? [];
}
