/** This browser's part in the dice of a battle: it sits down with a number, gives its links, and checks them all at the end. */

import { chainFrom } from "./chain";
import { checkDice, type Proof } from "./check";
import { drawHex } from "./hashes";
import { bound, Changed, keep, keepShown, keptOf, seen, type Kept } from "./kept";
import { api, pause, Refused } from "../socket";
import { isOver, type Moment } from "../types";

/** A roll that takes longer than this, in milliseconds, is announced. */
const PATIENCE = 800;

export class Rolls {
  /** why this browser no longer takes part, in words */
  warning = $state<string | null>(null);
  /** the seat was taken in another browser, which has its number */
  elsewhere = $state(false);
  /** a roll has waited for somebody's link for a while */
  late = $state(false);
  proof = $state.raw<Proof | null>(null);

  readonly #token: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #giving = false;
  #proving = false;

  constructor(token: string) {
    this.#token = token;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
  }

  /** The moment after this seat is taken, where the battle waits for it. The number is kept before it is sent. */
  async sit(moment: Moment): Promise<Moment> {
    const { battle, seat, dice } = moment;
    const { kind, commitment } = dice;
    if (!moment.pending.seats.includes(seat) || commitment === null || isOver(moment)) return moment;
    const linked = kind === "linked";
    try {
      const kept = seen(keptOf(battle), dice);
      const own = kept.own[seat] ?? drawHex(linked ? 32 : 16);
      keep(battle, { ...kept, own: { ...kept.own, [seat]: own } });
      return await api.sit(this.#token, {
        commitment,
        ...(linked ? { anchor: chainFrom(own).anchor } : { nonce: own }),
      });
    } catch (error) {
      if (error instanceof Refused) {
        if (error.status === 409) return api.moment(this.#token); // taken at the same time in another window
        throw error;
      }
      this.#warn(error);
      return moment;
    }
  }

  /** Whatever a moment asks of this browser for its dice. */
  see(moment: Moment): void {
    const { battle, seat, dice, pending } = moment;
    const waits = pending.links.length > 0 && !isOver(moment);
    if (!waits) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.late = false;
    } else {
      this.#timer ??= setTimeout(() => (this.late = true), PATIENCE);
    }
    const before = keptOf(battle);
    try {
      const kept = seen(before, dice);
      if (dice.commitment !== null && JSON.stringify(kept) !== JSON.stringify(before)) keepShown(battle, kept);
      this.elsewhere = dice.kind === "linked" && dice.anchors[seat] !== undefined && !drewHere(kept, moment);
    } catch (error) {
      this.#warn(error);
    }
    if (waits && dice.wanted && !this.warning && !this.elsewhere) void this.#give(moment);
    if (isOver(moment)) void this.#prove(moment);
  }

  /** Give the link that is wanted, and again where it did not arrive. */
  async #give(moment: Moment, tries = 0): Promise<void> {
    const { battle, seat, dice } = moment;
    if (this.#giving || !dice.wanted) return;
    this.#giving = true;
    clearTimeout(this.#again);
    try {
      const kept = bound(keptOf(battle), dice.wanted);
      keep(battle, kept);
      // What comes of it is told on the live line, perhaps before this is answered.
      await api.link(this.#token, dice.wanted.batch, chainFrom(kept.own[seat]!).link(dice.wanted.batch));
    } catch (error) {
      if (!(error instanceof Refused)) this.#warn(error);
      else if (error.status === 0 || error.status === 429 || error.status >= 500)
        this.#again = setTimeout(() => void this.#give(moment, tries + 1), pause(tries));
    } finally {
      this.#giving = false;
    }
  }

  async #prove(moment: Moment): Promise<void> {
    if (this.proof || this.#proving) return;
    this.#proving = true;
    try {
      this.proof = checkDice(await api.record(this.#token), keptOf(moment.battle));
    } catch {
      // Without the record there is nothing to check; it is asked for again with the next moment.
    } finally {
      this.#proving = false;
    }
  }

  #warn(error: unknown): void {
    this.warning =
      error instanceof Changed
        ? `${error.message} Do not trust these dice: this browser no longer rolls.`
        : "This browser cannot keep its number for the dice, so it cannot roll. Allow it to store data for this page, or use another browser.";
  }
}

/** Whether the number that stands for a seat is the one this browser has drawn. */
function drewHere({ own }: Kept, { seat, dice }: Moment): boolean {
  return own[seat] !== undefined && chainFrom(own[seat]).anchor === dice.anchors[seat];
}
