/** The seats this browser has sat in. */

import type { MyBattle } from "./types";

const KEY = "longroll.seats";

export function mySeats(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((token) => typeof token === "string") : [];
  } catch {
    return [];
  }
}

export function keepSeat(token: string): void {
  const rest = mySeats().filter((other) => other !== token);
  localStorage.setItem(KEY, JSON.stringify([token, ...rest].slice(0, 40)));
}

/** One line for each battle: of my seats in it the one that is asked; where I am asked first. */
export function myGames(seats: readonly MyBattle[]): { going: MyBattle[]; over: MyBattle[] } {
  const rank = ({ yours, side }: MyBattle): number => (yours ? 0 : side === "spectator" ? 2 : 1);
  const best = new Map<string, MyBattle>();
  for (const seat of seats) {
    const other = best.get(seat.battle);
    if (!other || rank(seat) < rank(other)) best.set(seat.battle, seat);
  }
  const games = [...best.values()];
  return {
    going: games.filter(({ over }) => !over).sort((a, b) => rank(a) - rank(b)),
    over: games.filter(({ over }) => over),
  };
}

/** How a game stands for me, in a word. */
export function standing({ yours, over, side }: MyBattle): string {
  if (over) return "replay";
  if (yours) return "Your turn";
  return side === "spectator" ? "looking on" : "waiting";
}
