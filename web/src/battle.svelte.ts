/** A battle as one seat sees it: its moments and its log, what may be chosen, and the way to the server. */

import { NO_OFFERS, sortOffers } from "./choices";
import { Rolls } from "./dice/rolls.svelte";
import { joinLog } from "./log";
import { chose, NOTHING, redoable, wentBack, type Memory } from "./redo";
import { api, listen, pause, Refused, type Line } from "./socket";
import { isOver } from "./types";
import type { Entry, GroupFacts, Moment, Offer, Piece, Refusal, Statics } from "./types";

/** Whatever belongs to the moment that is shown, and ends with it. */
export interface Follower {
  /** Drop what was begun: another moment is shown. */
  letGo(): void;
  /** A moment has come; `isNews` where the battle went on or back. */
  arrive(isNews: boolean): void;
}

export class Battle {
  readonly token: string;
  readonly rolls: Rolls;
  /** what does not change: the map or the sheet, the pieces, the phases, the charts */
  statics = $state.raw<Statics | null>(null);
  live = $state.raw<Moment | null>(null);
  past = $state.raw<Moment | null>(null);
  log = $state.raw<Entry[]>([]);
  online = $state(true);
  sending = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  fault = $state<string | null>(null);
  /** no seat has this token */
  unknown = $state(false);
  memory = $state.raw<Memory>(NOTHING);
  /** what would end the phase, while so many could still do something */
  ended = $state.raw<{ offer: Offer; left: number } | null>(null);

  over = $derived(this.live !== null && isOver(this.live));
  /** A choice that rolls waits for the other player's part in the dice. */
  rolling = $derived((this.live?.pending.links.length ?? 0) > 0 && !this.over);
  busy = $derived(this.sending || this.rolling);
  /** The moment now; a roll that is over in no time does not make the question blink. */
  now = $derived.by((): Moment | null => (this.rolling && !this.rolls.late && this.#before ? this.#before : this.live));
  shown = $derived(this.past ?? this.now);
  pieces = $derived(new Map<string, Piece>((this.statics?.pieces ?? []).map((piece) => [piece.id, piece])));
  groups = $derived(new Map<string, GroupFacts>((this.statics?.groups ?? []).map((group) => [group.id, group])));
  view = $derived(this.shown?.view ?? null);
  offers = $derived(this.view && !this.past ? sortOffers(this.view) : NO_OFFERS);
  /** The choices by what is sent for them, whole gestures included. */
  #offered = $derived(
    new Map(this.offers.all.flatMap((offer) => [[offer.whole ?? "", offer] as const, [offer.text, offer] as const])),
  );
  /** What ends the action in progress, or the question. */
  ending = $derived(this.offers.plain.find(({ ends }) => ends) ?? null);
  yours = $derived(this.now?.view.decision != null && !this.over);
  /** What was undone and may be chosen again now. */
  redoes = $derived(this.live && this.yours && !this.past ? redoable(this.memory, this.live.number) : null);

  /** the moment before a roll that waits */
  #before = $state.raw<Moment | null>(null);
  #followers: Follower[] = [];
  #line: Line | null = null;
  /** how often a moment was asked for; only the last one is shown */
  #calls = 0;
  /** how many moments the live line has told */
  #told = 0;
  /** how often the whole log was asked for; only the last answer counts */
  #loads = 0;
  /** entries numbered above have come since then */
  #from = -1;

  constructor(token: string) {
    this.token = token;
    this.rolls = new Rolls(token);
  }

  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  async open(at: number | null): Promise<void> {
    try {
      const moment = await this.rolls.sit(await api.moment(this.token));
      this.statics = await api.table(this.token);
      this.#arrive(moment);
      if (at !== null && at < moment.number) await this.goTo(at);
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      this.unknown = error instanceof Refused && error.status === 404;
      return;
    }
    let first = true;
    this.#line = listen(
      this.token,
      () => this.live?.number ?? -1,
      (moment) => {
        this.#told += 1;
        this.#arrive(moment);
      },
      (open) => {
        this.online = open;
        if (open && !first) void this.refresh().then(() => this.#loadLog());
        first = false;
      },
    );
  }

  close(): void {
    this.#line?.close();
    this.rolls.close();
    this.#loads += 1;
    this.#letGo();
  }

  async refresh(): Promise<void> {
    await this.#answer(() => api.moment(this.token)).catch(() => undefined); // the live line tries again
  }

  say(choice: string): string {
    return this.#offered.get(choice)?.label ?? choice;
  }

  /** Choose; where nobody was asked, nobody is told that it came too late. */
  async choose(text: string, { asked } = { asked: true }): Promise<void> {
    if (!this.live || this.busy) return;
    this.sending = true;
    this.refusal = null;
    const before = this.memory;
    this.memory = chose(before, this.live.number, text);
    const told = this.#told;
    try {
      const moment = await api.choose(this.token, this.live.number, text);
      // The live line may have told what followed before this answer came. Decisions that the other
      // side makes in secret do not count, so a moment of the same number may be a later one.
      const { number } = this.live;
      if (moment.number > number || (moment.number === number && told === this.#told)) this.#arrive(moment);
    } catch (error) {
      this.memory = before;
      if (asked) this.refuse(error);
      if (error instanceof Refused && error.status === 409) await this.refresh();
    } finally {
      this.sending = false;
    }
  }

  /** End what is asked. Where that wastes what `left` could still do, it is asked once. */
  async end(offer: Offer, left: number): Promise<void> {
    if (offer.ends === "step" && left > 0 && !this.ended) {
      this.ended = { offer, left };
      return;
    }
    this.ended = null;
    await this.choose(offer.text);
  }

  async redo(): Promise<void> {
    if (this.redoes) await this.choose(this.redoes);
  }

  async undo(): Promise<void> {
    if (this.past || this.over) return;
    await this.#send(() => api.undo(this.token));
  }

  async takeBack(to: number): Promise<void> {
    await this.#send(() => api.takeBack(this.token, to));
  }

  /** Answer a request to take back; where it is one's own, withdraw it. */
  async consent(agree: boolean): Promise<void> {
    const to = this.live?.pending.take_back;
    if (to != null) await this.#send(() => api.consent(this.token, to, agree));
  }

  async abandon(): Promise<void> {
    await this.#send(() => api.abandon(this.token));
  }

  /** The battle as text; null where it is refused. */
  async record(): Promise<string | null> {
    try {
      return await api.record(this.token);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /** Show a moment of the past, or the present again. */
  async goTo(number: number): Promise<void> {
    if (!this.live) return;
    const at = Math.max(0, Math.min(this.live.number, number));
    const call = (this.#calls += 1);
    this.#letGo();
    if (at === this.live.number) {
      this.past = null;
      return;
    }
    try {
      const moment = await api.moment(this.token, at);
      // Another moment may have been asked for in the meantime.
      if (call === this.#calls) this.past = moment;
    } catch (error) {
      this.refuse(error);
    }
  }

  refuse(error: unknown): void {
    const rule = error instanceof Refused ? error.rule : null;
    this.refusal = { rule, why: error instanceof Error ? error.message : String(error) };
  }

  async #send(request: () => Promise<Moment>): Promise<void> {
    try {
      this.refusal = null;
      await this.#answer(request);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Take an answer, unless the live line has told something since: that is later, or tells it too. */
  async #answer(request: () => Promise<Moment>): Promise<void> {
    const told = this.#told;
    const moment = await request();
    if (told === this.#told) this.#arrive(moment);
  }

  /** The whole log, which may take a moment on a long battle. */
  async #loadLog(): Promise<void> {
    const load = (this.#loads += 1);
    this.#from = this.live?.number ?? -1;
    for (let tries = 0; load === this.#loads; tries++) {
      const moment = await api.whole(this.token).catch(() => null);
      if (load !== this.#loads) return;
      if (moment && moment.after < 0) {
        this.log = [
          ...moment.log.filter(({ number }) => number <= this.#from),
          ...this.log.filter(({ number }) => number > this.#from),
        ];
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause(tries)));
    }
  }

  #arrive(moment: Moment): void {
    // What was on its way when the battle ended is no longer news.
    if (this.over && !isOver(moment)) return;
    // Before a battle begins there is no log, not even of moment 0.
    const known = this.live && hasBegun(this.live) ? this.live.number : -1;
    // Both the answer and the live line tell of a choice: what was begun between them stays.
    const isNews = moment.number !== this.live?.number;
    if (moment.number < known) this.memory = wentBack(this.memory, moment.number);
    this.log = joinLog(this.log, moment);
    if (!this.rolling) this.#before = isNews ? null : this.live;
    this.live = moment;
    this.#from = Math.min(this.#from, moment.after);
    if (moment.after > known) void this.#loadLog();
    if (this.past && this.past.number >= moment.number) this.past = null;
    if (isNews) {
      this.sending = false;
      this.#letGo();
    }
    this.#followers.forEach((follower) => follower.arrive(isNews));
    this.rolls.see(moment);
  }

  #letGo(): void {
    this.ended = null;
    this.#followers.forEach((follower) => follower.letGo());
  }
}

/** Whether nobody is waited for before the first decision. */
function hasBegun({ number, pending }: Moment): boolean {
  return number > 0 || pending.seats.length + pending.links.length === 0;
}
