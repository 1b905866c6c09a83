/** One table: the moment that is shown, what the player points at, and the way back to the server. */

import { filled } from "./blanks";
import { common, faces, isMovePick, isShot, NO_OFFERS, places, sendsHand, sortOffers, strongest } from "./choices";
import { Rolls } from "./dice/rolls.svelte";
import { joinLog } from "./log";
import { chose, NOTHING, redoable, wentBack, type Memory } from "./redo";
import { api, listen, pause, Refused, type Line } from "./socket";
import { isOver } from "./types";
import type { AnyTable, Entry, GroupFacts, Hex, Moment, OddsFacts, Offer, Piece, Reach, Refusal, Sight } from "./types";

/** Before odds are asked for, in milliseconds. */
const PAUSE = 120;

/** A choice that waits for its confirmation, with its other ways of doing it. */
export interface Aim {
  hex: Hex;
  text: string;
  saying: string;
  /** the choice without the gesture: who fires is picked one by one */
  singly: string | null;
}

export class Table {
  readonly token: string;
  readonly rolls: Rolls;
  facts = $state.raw<AnyTable | null>(null);
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

  hover = $state<Hex | null>(null);
  cursor = $state<Hex | null>(null);
  fanned = $state<Hex | null>(null);
  picked = $state.raw<string[]>([]);
  aim = $state.raw<Aim | null>(null);
  reach = $state.raw<Reach | null>(null);
  scouted = $state<string | null>(null);
  odds = $state.raw<{ text: string; odds: OddsFacts } | null>(null);
  sight = $state.raw<{ from: Hex; to: Hex; sight: Sight | null } | null>(null);

  tool = $state<"choose" | "sight">("choose");
  hidden = $state(false);
  /** the next letter chooses a facing */
  facing = $state(false);
  asText = $state(false);

  over = $derived(this.live !== null && isOver(this.live));
  /** A choice that rolls waits for the other player's part in the dice. */
  rolling = $derived((this.live?.pending.links.length ?? 0) > 0 && !this.over);
  busy = $derived(this.sending || this.rolling);
  /** The moment now; a roll that is over in no time does not make the question blink. */
  now = $derived.by((): Moment | null => (this.rolling && !this.rolls.late && this.#before ? this.#before : this.live));
  shown = $derived(this.past ?? this.now);
  pieces = $derived(new Map<string, Piece>((this.facts?.pieces ?? []).map((piece) => [piece.id, piece])));
  groups = $derived(new Map<string, GroupFacts>((this.facts?.groups ?? []).map((group) => [group.id, group])));
  view = $derived(this.shown?.view ?? null);
  offers = $derived(this.view && !this.past ? sortOffers(this.view) : NO_OFFERS);
  /** The choices by what is sent for them, whole gestures among it. */
  #offered = $derived(new Map(this.offers.all.flatMap((offer) => [[offer.whole ?? "", offer] as const, [offer.text, offer] as const])));
  /** What ends the matter at hand, or the question. */
  ending = $derived(this.offers.plain.find(({ ends }) => ends) ?? null);
  /** Units on the move, which may go on as far as they can reach. */
  inHand = $derived.by((): readonly string[] => {
    const goes = sendsHand(this.offers) || this.faces.size > 0;
    return goes ? (this.view?.facts.hand ?? []) : [];
  });
  /** Where the units in hand stand. */
  handHex = $derived.by((): Hex | null => {
    const first = this.inHand[0];
    return (first && this.view && places(this.view.facts).get(first)) || null;
  });
  /** The facings that may be chosen now, by their degrees clockwise from north. */
  faces = $derived(faces(this.offers));
  /** Hexes that may be clicked now. */
  lit = $derived.by((): Set<Hex> => {
    if (this.picked.length && this.reach) return new Set(Object.keys(this.reach.move));
    const far = this.inHand.length && this.reach ? Object.keys(this.reach.move) : [];
    return new Set([...this.offers.byHex.keys(), ...far]);
  });
  yours = $derived(this.now?.view.decision != null && !this.over);
  /** What was undone and may be said again now. */
  redoes = $derived(this.live && this.yours && !this.past ? redoable(this.memory, this.live.number) : null);

  /** the moment before a roll that waits */
  #before = $state.raw<Moment | null>(null);
  #line: Line | null = null;
  /** how many moments the live line has told */
  #told = 0;
  /** how often the whole log was asked for; only the last answer counts */
  #loads = 0;
  /** entries numbered above have come since then */
  #from = -1;
  #oddsCache = new Map<string, OddsFacts | null>();
  #oddsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string) {
    this.token = token;
    this.rolls = new Rolls(token);
  }

  async open(at: number | null): Promise<void> {
    try {
      const moment = await this.rolls.sit(await api.moment(this.token));
      this.facts = await api.table(moment.view.system, moment.view.scenario);
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
    clearTimeout(this.#oddsTimer);
  }

  async refresh(): Promise<void> {
    await this.#answer(() => api.moment(this.token)).catch(() => undefined); // the live line tries again
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
        this.log = [...moment.log.filter(({ number }) => number <= this.#from), ...this.log.filter(({ number }) => number > this.#from)];
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause(tries)));
    }
  }

  say(choice: string): string {
    return this.#offered.get(choice)?.label ?? choice;
  }

  // What the player does.

  /** A click, a tap or Enter on a hex. `sure` is false where the first touch only previews. */
  async press(hex: Hex, sure: boolean, more = false): Promise<void> {
    if (this.past || this.busy) return;
    this.cursor = hex;
    this.refusal = null;
    if (this.aim?.hex === hex) return this.confirm();
    if (this.picked.length && this.reach && hex in this.reach.move) {
      return this.#offer({ hex, text: this.#sent(hex), saying: `Move to ${hex}`, singly: null }, sure);
    }
    if (this.inHand.length && this.reach && hex in this.reach.move) {
      return this.#offer({ hex, text: this.#sent(hex), saying: `Go to ${hex}`, singly: null }, sure);
    }
    const here = this.offers.byHex.get(hex) ?? [];
    const moves = here.filter(isMovePick);
    if (moves.length) return this.#pickStack(hex, moves, more);
    const [shot, ...others] = here.filter(({ hexes }) => hexes?.includes(hex));
    if (shot?.whole && !others.length) {
      return this.#offer({ hex, text: shot.whole, saying: this.say(shot.text), singly: shot.text }, false);
    }
    const only = strongest(here);
    if (only) {
      return this.#offer({ hex, text: only.text, saying: this.say(only.text), singly: null }, sure);
    }
    if (here.length > 1) {
      this.fanned = this.fanned === hex ? null : hex;
      return;
    }
    if (await this.#putDown(hex)) return this.press(hex, sure, more);
    await this.whyNot(hex);
  }

  /** A click on one unit of a fanned stack. */
  async pressUnit(unit: string): Promise<void> {
    const offers = this.offers.byUnit.get(unit) ?? [];
    const move = offers.find(isMovePick);
    if (move) {
      const rest = this.picked.filter((id) => id !== unit);
      this.picked = rest.length < this.picked.length ? rest : [...rest, unit];
      return this.#scout();
    }
    const only = strongest(offers);
    if (only) return this.choose(only.text);
  }

  /** Take the picked units in hand, to turn and form them and to go step by step. */
  async takeUp(): Promise<void> {
    const gesture = this.#pick?.takes_up;
    if (gesture) await this.choose(filled(gesture, { units: this.picked.join(" ") }));
  }

  async confirm(): Promise<void> {
    if (this.aim) await this.choose(this.aim.text);
  }

  async choose(text: string): Promise<void> {
    if (!this.live || this.busy) return;
    clearTimeout(this.#oddsTimer);
    this.sending = true;
    this.refusal = null;
    const before = this.memory;
    this.memory = chose(before, this.live.number, text);
    try {
      const moment = await api.choose(this.token, this.live.number, text);
      // The live line may have told what followed before this answer came.
      if (moment.number >= this.live.number) this.#arrive(moment);
    } catch (error) {
      this.memory = before;
      this.#refuse(error);
      if (error instanceof Refused && error.status === 409) await this.refresh();
    } finally {
      this.sending = false;
    }
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

  /** Answer the take-back that is asked for; or, if it is one's own, withdraw it. */
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
      this.#refuse(error);
      return null;
    }
  }

  /** Let go of what is pointed at, step by step. */
  back(): void {
    if (this.refusal) this.refusal = null;
    else if (this.aim) this.aim = this.odds = null;
    else if (this.sight) this.sight = null;
    else if (this.tool === "sight") this.tool = "choose";
    else this.#letGo();
  }

  async whyNot(hex: Hex): Promise<void> {
    const text = this.picked.length ? this.#sent(hex) : filled(this.offers.points, { hex });
    if (!text || !this.yours) return;
    try {
      const [first] = await api.whyNot(this.token, text);
      this.refusal = first ? { rule: first.rule, why: first.why } : null;
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Point at a hex: its odds come a moment later, where it may be chosen. */
  point(hex: Hex | null): void {
    if (hex === this.hover) return;
    this.hover = hex;
    // While a shot is aimed its odds stay, wherever the pointer goes to read them.
    if (this.aim) return;
    const here = hex ? (this.offers.byHex.get(hex) ?? []) : [];
    const shot = here.find(isShot) ?? here.find(({ rolls }) => rolls);
    if (shot) this.consider(shot.whole ?? shot.text, shot.text);
    else this.consider(null);
  }

  /** Odds of what is pointed at come a moment later, so that whoever only passes by or chooses at once asks nothing. */
  consider(text: string | null, instead?: string): void {
    clearTimeout(this.#oddsTimer);
    this.odds = null;
    if (text !== null) this.#oddsTimer = setTimeout(() => void this.weigh(text, instead), PAUSE);
  }

  /** Ask for the odds of a choice; of `instead` where the gesture itself has none. */
  async weigh(text: string, instead?: string): Promise<void> {
    const at = this.live?.number;
    const key = `${at}|${text}`;
    if (!this.#oddsCache.has(key)) {
      const ask = (choice: string): Promise<OddsFacts | null> => api.odds(this.token, choice).catch(() => null);
      this.#oddsCache.set(key, (await ask(text)) ?? (instead ? await ask(instead) : null));
    }
    if (at !== this.live?.number) return;
    const odds = this.#oddsCache.get(key);
    this.odds = odds && (odds.ledger.length || odds.outcomes.length > 1) ? { text, odds } : null;
  }

  /** Show how far a unit can go and fire, whoever it belongs to. */
  async scout(unit: string | null): Promise<void> {
    this.scouted = unit;
    this.reach = unit ? await api.reach(this.token, unit).catch(() => null) : null;
  }

  async look(from: Hex, to: Hex): Promise<void> {
    if (this.sight?.from === from && this.sight.to === to) return;
    this.sight = { from, to, sight: null };
    if (from === to) return;
    const sight = await api.sight(this.token, from, to).catch(() => null);
    if (this.sight?.from === from && this.sight.to === to) this.sight = { from, to, sight };
  }

  async goTo(number: number): Promise<void> {
    if (!this.live) return;
    const at = Math.max(0, Math.min(this.live.number, number));
    this.#letGo();
    if (at === this.live.number) {
      this.past = null;
      return;
    }
    try {
      this.past = await api.moment(this.token, at);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** The offer by which the first of the picked units was picked. */
  get #pick(): Offer | undefined {
    return this.offers.byUnit.get(this.picked[0] ?? "")?.find(isMovePick);
  }

  /** What sends the picked units to a hex, or those in hand. */
  #sent(hex: Hex): string {
    const gesture = this.picked.length ? this.#pick?.sends : sendsHand(this.offers);
    return filled(gesture ?? "", { hex, units: this.picked.join(" ") });
  }

  /** A click on another stack of one's own ends the move at hand; true where it did. */
  async #putDown(hex: Hex): Promise<boolean> {
    const side = this.live?.view.decision && this.live.seat;
    const own = this.view?.facts.stacks.some((stack) => stack.hex === hex && stack.side === side);
    if (!own || hex === this.handHex || !this.inHand.length) return false;
    if (this.ending?.ends !== "act") return false;
    const before = this.live?.number;
    await this.choose(this.ending.text);
    return this.live?.number !== before && this.offers.byHex.has(hex);
  }

  #offer(aim: Aim, sure: boolean): Promise<void> {
    if (sure) return this.choose(aim.text);
    this.aim = aim;
    return this.weigh(aim.text, aim.singly ?? undefined);
  }

  #pickStack(hex: Hex, moves: Offer[], more: boolean): Promise<void> {
    const units = moves.flatMap(({ units }) => units ?? []);
    const where = this.view ? places(this.view.facts) : new Map<string, Hex>();
    const same = this.picked.length > 0 && where.get(this.picked[0]!) === hex;
    if (same && !more) {
      // A second click takes one unit less, down to none: from the whole stack to its top unit.
      this.picked = this.picked.slice(0, -1);
    } else {
      this.picked = units;
    }
    this.fanned = units.length > 1 && this.picked.length ? hex : null;
    return this.#scout();
  }

  /** How far all picked units can go together. */
  async #scout(): Promise<void> {
    this.aim = null;
    this.scouted = null;
    const picked = this.picked;
    if (!picked.length) {
      this.reach = null;
      return;
    }
    const all = await Promise.all(picked.map((unit) => api.reach(this.token, unit).catch(() => null)));
    if (picked !== this.picked) return;
    this.reach = common(all.filter((reach) => reach !== null));
  }

  /** How far the units in hand can still go. */
  async #scoutHand(): Promise<void> {
    const [first] = this.inHand;
    const at = this.live?.number;
    if (!first || !sendsHand(this.offers)) return;
    const reach = await api.reach(this.token, first).catch(() => null);
    if (at === this.live?.number && this.inHand[0] === first && !this.past) this.reach = reach;
  }

  async #send(request: () => Promise<Moment>): Promise<void> {
    try {
      this.refusal = null;
      await this.#answer(request);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    const rule = error instanceof Refused ? error.rule : null;
    this.refusal = { rule, why: error instanceof Error ? error.message : String(error) };
  }

  #arrive(moment: Moment): void {
    // What was on its way when the battle ended is no news.
    if (this.over && !isOver(moment)) return;
    // Before a battle begins there is no log, not even of moment 0.
    const known = this.live && hasBegun(this.live) ? this.live.number : -1;
    const asked = this.live?.view.decision?.question;
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
    if (moment.view.decision?.question !== asked) this.cursor = null;
    if (isNews) void this.#scoutHand();
    this.#oddsCache.clear();
    this.rolls.see(moment);
  }

  #letGo(): void {
    this.picked = [];
    this.aim = null;
    this.reach = null;
    this.scouted = null;
    this.fanned = null;
    this.facing = false;
    this.odds = null;
  }
}

/** Whether nobody is waited for before the first decision. */
function hasBegun({ number, pending }: Moment): boolean {
  return number > 0 || pending.seats.length + pending.links.length === 0;
}
