/** What a player has in hand on a board of hexes: the units picked, what is aimed at, how far they reach. */

import { filled } from "../blanks";
import { common, faces, isMovePick, isShot, places, sendsHand, strongest } from "../choices";
import { api } from "../socket";
import type { Battle, Follower } from "../battle.svelte";
import type { Hand } from "../commands";
import type { Looking } from "../looking.svelte";
import type { Hex, Offer, Reach } from "../types";

/** A choice that waits for its confirmation, with its other ways of doing it. */
export interface Aim {
  hex: Hex;
  text: string;
  saying: string;
  /** the choice without the gesture: who fires is picked one by one */
  singly: string | null;
}

export class HexHand implements Hand, Follower {
  readonly end = null;
  hover = $state<Hex | null>(null);
  cursor = $state<Hex | null>(null);
  fanned = $state<Hex | null>(null);
  picked = $state.raw<string[]>([]);
  aim = $state.raw<Aim | null>(null);
  reach = $state.raw<Reach | null>(null);
  /** the unit whose reach is shown, whoever it belongs to */
  scouted = $state<string | null>(null);
  /** the next letter chooses a facing */
  facing = $state(false);

  /** The facings that may be chosen now, by their degrees clockwise from north. */
  faces = $derived.by(() => faces(this.battle.offers));
  /** Units on the move, which may go on as far as they can reach. */
  inHand = $derived.by((): readonly string[] => {
    const goes = sendsHand(this.battle.offers) || this.faces.size > 0;
    return goes ? (this.battle.view?.facts.hand ?? []) : [];
  });
  /** Where the units in hand stand. */
  handHex = $derived.by((): Hex | null => this.#placeOf(this.inHand[0]) ?? null);
  /** Hexes that may be clicked now. */
  lit = $derived.by((): Set<Hex> => {
    if (this.picked.length && this.reach) return new Set(Object.keys(this.reach.move));
    const far = this.inHand.length && this.reach ? Object.keys(this.reach.move) : [];
    return new Set([...this.battle.offers.byHex.keys(), ...far]);
  });
  /** What the question is about: the units in hand, and the places it names. */
  about = $derived.by((): Set<Hex> => {
    const facts = this.battle.view?.facts;
    if (!facts || this.battle.past) return new Set();
    const where = places(facts);
    const hand = [...this.picked, ...facts.hand].flatMap((unit) => where.get(unit) ?? []);
    return new Set([...hand, ...(this.battle.view?.decision?.about ?? [])]);
  });
  #question: string | undefined;

  constructor(
    readonly battle: Battle,
    readonly looking: Looking,
  ) {
    battle.follow(this);
  }

  /** A click, a tap or Enter on a hex. `sure` is false where the first touch only previews. */
  async press(hex: Hex, sure: boolean, more = false): Promise<void> {
    if (this.battle.past || this.battle.busy) return;
    this.cursor = hex;
    this.battle.refusal = null;
    if (this.aim?.hex === hex) return this.confirm();
    if (this.reach && hex in this.reach.move && (this.picked.length || this.inHand.length)) {
      const saying = this.picked.length ? `Move to ${hex}` : `Go to ${hex}`;
      return this.#take({ hex, text: this.#sent(hex), saying, singly: null }, sure);
    }
    const here = this.battle.offers.byHex.get(hex) ?? [];
    const moves = here.filter(isMovePick);
    if (moves.length) return this.#pickStack(hex, moves, more);
    const [shot, ...others] = here.filter(({ hexes }) => hexes?.includes(hex));
    if (shot?.whole && !others.length) {
      return this.#take({ hex, text: shot.whole, saying: this.battle.say(shot.text), singly: shot.text }, false);
    }
    const only = strongest(here);
    if (only) {
      return this.#take({ hex, text: only.text, saying: this.battle.say(only.text), singly: null }, sure);
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
    const offers = this.battle.offers.byUnit.get(unit) ?? [];
    const move = offers.find(isMovePick);
    if (move) {
      const rest = this.picked.filter((id) => id !== unit);
      this.picked = rest.length < this.picked.length ? rest : [...rest, unit];
      return this.#scoutPicked();
    }
    const only = strongest(offers);
    if (only) return this.battle.choose(only.text);
  }

  /** Take the picked units in hand, to turn and form them and to go step by step. */
  async takeUp(): Promise<void> {
    const gesture = this.#pick?.takes_up;
    if (gesture) await this.battle.choose(filled(gesture, { units: this.picked.join(" ") }));
  }

  async confirm(): Promise<void> {
    if (this.aim) await this.battle.choose(this.aim.text);
  }

  choose(): void {
    const hex = this.cursor ?? this.hover;
    if (this.aim) void this.confirm();
    else if (hex) void this.press(hex, true);
  }

  back(): void {
    if (this.battle.refusal) this.battle.refusal = null;
    else if (this.aim) this.aim = this.looking.odds = null;
    else if (!this.looking.putAway()) {
      this.letGo();
      this.looking.letGo();
    }
  }

  /** Show how far the top unit of the hex pointed at can go and fire, or hide it again. */
  showReach(): void {
    if (this.scouted) return void this.scout(null);
    const hex = this.hover ?? this.cursor;
    const stack = this.battle.view?.facts.stacks.find((one) => one.hex === hex && one.units?.length);
    const unit = stack?.units?.at(-1);
    if (unit) void this.scout(unit);
  }

  /** Show how far a unit can go and fire, whoever it belongs to. */
  async scout(unit: string | null): Promise<void> {
    this.scouted = unit;
    this.reach = unit ? await api.reach(this.battle.token, unit).catch(() => null) : null;
  }

  async whyNot(hex: Hex): Promise<void> {
    const text = this.picked.length ? this.#sent(hex) : filled(this.battle.offers.points, { hex });
    if (!text || !this.battle.yours) return;
    try {
      const [first] = await api.whyNot(this.battle.token, text);
      this.battle.refusal = first ? { rule: first.rule, why: first.why } : null;
    } catch (error) {
      this.battle.refuse(error);
    }
  }

  /** Point at a hex: its odds come a moment later, where it may be chosen. */
  point(hex: Hex | null): void {
    if (hex === this.hover) return;
    this.hover = hex;
    // While a shot is aimed its odds stay, wherever the pointer goes to read them.
    if (this.aim) return;
    const here = hex ? (this.battle.offers.byHex.get(hex) ?? []) : [];
    const shot = here.find(isShot) ?? here.find(({ rolls }) => rolls);
    if (shot) this.looking.consider(shot.whole ?? shot.text, shot.text);
    else this.looking.consider(null);
  }

  letGo(): void {
    this.picked = [];
    this.aim = null;
    this.reach = null;
    this.scouted = null;
    this.fanned = null;
    this.facing = false;
  }

  arrive(isNews: boolean): void {
    const question = this.battle.live?.view.decision?.question;
    if (question !== this.#question) this.cursor = null;
    this.#question = question;
    if (isNews) void this.#scoutInHand();
  }

  /** The offer by which the first of the picked units was picked. */
  get #pick(): Offer | undefined {
    return this.battle.offers.byUnit.get(this.picked[0] ?? "")?.find(isMovePick);
  }

  #placeOf(unit: string | undefined): Hex | undefined {
    const facts = this.battle.view?.facts;
    return unit && facts ? places(facts).get(unit) : undefined;
  }

  /** What sends the picked units to a hex, or those in hand. */
  #sent(hex: Hex): string {
    const gesture = this.picked.length ? this.#pick?.sends : sendsHand(this.battle.offers);
    return filled(gesture ?? "", { hex, units: this.picked.join(" ") });
  }

  /** A click on another stack of one's own ends the move in progress; true where it did. */
  async #putDown(hex: Hex): Promise<boolean> {
    const { live, view, ending } = this.battle;
    const side = live?.view.decision && live.seat;
    const own = view?.facts.stacks.some((stack) => stack.hex === hex && stack.side === side);
    if (!own || hex === this.handHex || !this.inHand.length || ending?.ends !== "act") return false;
    await this.battle.choose(ending.text);
    return this.battle.live?.number !== live?.number && this.battle.offers.byHex.has(hex);
  }

  /** Do it where that is sure; else aim at it and show the odds. */
  #take(aim: Aim, sure: boolean): Promise<void> {
    if (sure) return this.battle.choose(aim.text);
    this.aim = aim;
    return this.looking.weigh(aim.text, aim.singly ?? undefined);
  }

  #pickStack(hex: Hex, moves: Offer[], more: boolean): Promise<void> {
    const units = moves.flatMap(({ units }) => units ?? []);
    if (this.#placeOf(this.picked[0]) === hex && !more) {
      // A second click takes one unit less, down to none: from the whole stack to its top unit.
      this.picked = this.picked.slice(0, -1);
    } else {
      this.picked = units;
    }
    this.fanned = units.length > 1 && this.picked.length ? hex : null;
    return this.#scoutPicked();
  }

  /** How far all picked units can go together. */
  async #scoutPicked(): Promise<void> {
    this.aim = null;
    this.scouted = null;
    const picked = this.picked;
    if (!picked.length) {
      this.reach = null;
      return;
    }
    const all = await Promise.all(picked.map((unit) => api.reach(this.battle.token, unit).catch(() => null)));
    if (picked !== this.picked) return;
    this.reach = common(all.filter((reach) => reach !== null));
  }

  /** How far the units in hand can still go. */
  async #scoutInHand(): Promise<void> {
    const [first] = this.inHand;
    const at = this.battle.live?.number;
    if (!first || !sendsHand(this.battle.offers)) return;
    const reach = await api.reach(this.battle.token, first).catch(() => null);
    if (at === this.battle.live?.number && this.inHand[0] === first && !this.battle.past) this.reach = reach;
  }
}
