/** The seats this browser has taken. */

import { drawToken } from "./dice/hashes";
import { recallAs, remember } from "./storage";
import type { MyBattle } from "./types";

const KEY = "longroll.seats";
const INVITED = "longroll.invited";

export function mySeats(): string[] {
  return recallAs<unknown[]>(KEY, []).filter((token) => typeof token === "string");
}

export function keepSeat(token: string): void {
  const rest = mySeats().filter((other) => other !== token);
  remember(KEY, JSON.stringify([token, ...rest].slice(0, 40)));
}

/** The seats are no longer listed here. */
export function forget(tokens: readonly string[]): void {
  restore(mySeats().filter((token) => !tokens.includes(token)));
}

/** The list of seats as it was. */
export function restore(tokens: readonly string[]): void {
  remember(KEY, JSON.stringify(tokens));
}

/** What this browser has noted of a battle: a name of its own, and whether it is put away. */
interface GameNote {
  name?: string;
  archived?: boolean;
}
type GameNotes = Readonly<Record<string, GameNote>>;

const NOTES = "longroll.games";

export function notesOf(): GameNotes {
  return recallAs<GameNotes>(NOTES, {});
}

function note(battle: string, what: GameNote): GameNotes {
  const notes = { ...notesOf(), [battle]: { ...notesOf()[battle], ...what } };
  remember(NOTES, JSON.stringify(notes));
  return notes;
}

/** Give a battle a name of its own; none takes it away again. */
export function nameGame(battle: string, name: string): GameNotes {
  return note(battle, { name: name.trim().slice(0, 60) });
}

export function archive(battle: string, away: boolean): GameNotes {
  return note(battle, { archived: away });
}

/** The token that this browser takes an invitation with: drawn once, so that a lost answer can be asked for again. */
export function tokenFor(invitation: string): string {
  const kept = recallAs<Record<string, string>>(INVITED, {});
  const token = kept[invitation] ?? drawToken();
  remember(INVITED, JSON.stringify({ ...kept, [invitation]: token }));
  return token;
}

/** One line for each battle: the seat of mine that is asked, battles that wait for me first. */
export function myGames(seats: readonly MyBattle[]): { going: MyBattle[]; over: MyBattle[] } {
  const rank = ({ yours, side, fault }: MyBattle): number => (fault ? 3 : yours ? 0 : side === "spectator" ? 2 : 1);
  const best = new Map<string, MyBattle>();
  for (const seat of seats) {
    const key = seat.battle || seat.token; // one that cannot be read has no name
    const other = best.get(key);
    if (!other || rank(seat) < rank(other)) best.set(key, seat);
  }
  const games = [...best.values()];
  return {
    going: games.filter(({ over }) => !over).sort((a, b) => rank(a) - rank(b)),
    over: games.filter(({ over }) => over),
  };
}

/** How a battle stands for me, in a word. */
export function standing({ yours, over, side }: MyBattle): string {
  if (over) return "replay";
  if (yours) return "Your turn";
  return side === "spectator" ? "watching" : "waiting";
}
