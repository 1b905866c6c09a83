/** What the dice were worth to each side, in the points in which strength is counted. */

import type { PointsLuck, Side } from "../types";

export interface Fortune {
  side: Side;
  what: string;
  /** points that the enemy was due to lose and lost, less one's own */
  due: number;
  rolled: number;
}

export interface Favour {
  /** whom the dice favoured, null where it is within the error */
  side: Side | null;
  points: number;
  error: number;
}

/** By whose choice and of what kind; those that cost nobody anything are left out. */
export function fortunes(luck: readonly PointsLuck[]): Fortune[] {
  const sums = new Map<string, Fortune>();
  for (const { side, what, loser, due, lost } of luck) {
    const key = `${side} ${what}`;
    const sum = sums.get(key) ?? { side, what, due: 0, rolled: 0 };
    const sign = loser === side ? -1 : 1;
    sums.set(key, { ...sum, due: sum.due + sign * due, rolled: sum.rolled + sign * lost });
  }
  return [...sums.values()].filter(({ due, rolled }) => due || rolled);
}

/** What all of it came to. */
export function favour(luck: readonly PointsLuck[], sides: readonly Side[]): Favour {
  const [one, other] = sides;
  const gained = luck.reduce((sum, { loser, due, lost }) => sum + (loser === one ? due - lost : lost - due), 0);
  const error = Math.hypot(...luck.map((row) => row.error));
  const points = Math.abs(gained);
  return { side: points <= error ? null : ((gained > 0 ? one : other) ?? null), points, error };
}
