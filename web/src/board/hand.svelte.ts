/** What a player has in hand on a board of hexes: the units picked, what is aimed at, how far they reach. */

import { filled } from "../blanks";
import { faces, isMovePick, isShot, places, sendsHand, strongest } from "../choices";
import { api } from "../socket";
import type { Battle, Follower } from "../battle.svelte";
import type { Hand } from "../commands";
import type { Looking } from "../looking.svelte";
import { counted } from "../words";
import { Firing } from "./firing.svelte";
import { unitsBelow, widerThan } from "../formations";
import { Going } from "./going";
import { Marches } from "./marches.svelte";
import { Orders } from "../orders.svelte";
import { Scout } from "./scout.svelte";
import { idleIn, isOpen, targetsIn } from "./undone";
import type { Hex, Offer } from "../types";

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
  /** the next letter chooses a facing */
  facing = $state(false);
  readonly orders: Orders;
  /** the order for units of several hexes */
  readonly marches: Marches;
  /** who fires at what is aimed at */
  readonly firing: Firing;
  /** how far units reach */
  readonly ranges: Scout;
  readonly #going: Going;

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
    const { held } = this.orders;
    const { offers } = this.battle;
    if (held.size) return new Set([...offers.byHex.keys()].filter((hex) => isOpen(offers, held, hex)));
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
    this.orders = new Orders(battle);
    this.marches = new Marches(battle, this.orders, () => this.picked);
    this.firing = new Firing(battle.token);
    this.ranges = new Scout(battle.token);
    this.#going = new Going(battle);
    battle.follow(this);
  }

  get reach(): Scout["reach"] {
    return this.ranges.reach;
  }

  /** The unit whose reach is shown, whoever it belongs to. */
  get scouted(): string | null {
    return this.ranges.unit;
  }

  get dangers(): Scout["dangers"] {
    return this.ranges.dangers;
  }

  /** What is on the table just now, for whoever watches a learner. */
  get tries(): { reach: boolean; odds: boolean; why: boolean } {
    const { looking, battle } = this;
    return { reach: this.scouted !== null, odds: looking.odds !== null, why: battle.refusal !== null };
  }

  /** What the picked units are called, where they stand in several hexes. */
  get formation(): string | null {
    return this.marches.formation;
  }

  get plan(): Marches["plan"] {
    return this.marches.plan;
  }

  /** The hexes from which somebody may be sent, in the order of their offers. */
  get idle(): Hex[] {
    return idleIn(this.battle.offers, this.orders.held);
  }

  /** The hexes that may be fired at or attacked. */
  get targets(): Hex[] {
    return targetsIn(this.battle.offers);
  }

  /** How many stacks, or targets, are left when a phase is about to end. */
  get left(): number {
    return this.idle.length || this.targets.length;
  }

  get kind(): string {
    return this.idle.length ? "stack" : "target";
  }

  get steps(): boolean {
    return this.left > 0;
  }

  /** What does the best of all that is offered, then the next best. */
  get sweeps(): string | undefined {
    return this.battle.past ? undefined : this.battle.offers.all.find(({ sweeps }) => sweeps)?.sweeps;
  }

  /** Everything is fired at that is worth it: asked once. */
  sweep(): void {
    const text = this.sweeps;
    if (!text) return;
    this.letGo();
    const { length } = this.targets;
    this.aim = { hex: "", text, saying: length === 1 ? "Fire at the target" : `Fire at all ${length}`, singly: null };
  }

  /** Fire at what is aimed at with this many. */
  fireWith(count: number): void {
    const { aim, firing } = this;
    if (!aim || !firing.fires) return;
    firing.take(count);
    this.aim = { ...aim, text: firing.rung?.text ?? "" };
    if (firing.rung) void this.looking.weigh(firing.rung.text, aim.singly ?? undefined);
    else this.looking.odds = null;
  }

  /** Take up a formation: whoever of it may still go. */
  async pickFormation(title: string, units: readonly string[]): Promise<void> {
    const able = units.filter(
      (unit) => this.battle.offers.byUnit.get(unit)?.some(({ marches }) => marches) && !this.orders.held.has(unit),
    );
    this.letGo();
    if (!able.length) return;
    this.picked = able;
    this.marches.formation = title;
    return this.#scoutPicked();
  }

  /** From the stack to its brigade, then to what that belongs to. */
  widen(): void {
    const { statics, pieces } = this.battle;
    const units = this.picked.map((unit) => pieces.get(unit));
    const wider = units.length && widerThan(statics?.groups ?? [], this.formation, units);
    if (wider) void this.pickGroup(wider);
  }

  /** A part of the order of battle with everything below it. */
  async pickGroup(id: string): Promise<void> {
    const group = this.battle.groups.get(id);
    if (group) await this.pickFormation(group.title, unitsBelow(this.battle.statics?.groups ?? [], id));
  }

  /** The next stack that may still go, or the one before; where nobody can, the next target. Whoever is on the move
   * stops first. */
  async step(by: 1 | -1): Promise<Hex | null> {
    const { ending } = this.battle;
    if (this.inHand.length && ending?.ends === "act") await this.battle.choose(ending.text);
    const idle = this.idle;
    if (!idle.length) return this.#nextTarget(by);
    const here = this.#placeOf(this.picked[0]);
    const at = here ? idle.indexOf(here) : by > 0 ? -1 : 0;
    const next = idle.at((at + by) % (idle.length || 1));
    if (next === undefined) return null;
    this.letGo();
    void this.#pickStack(next, (this.battle.offers.byHex.get(next) ?? []).filter(isMovePick), false);
    return next;
  }

  #nextTarget(by: 1 | -1): Hex | null {
    const all = this.targets;
    const at = this.aim ? all.indexOf(this.aim.hex) : by > 0 ? -1 : 0;
    const next = all.at((at + by) % (all.length || 1));
    if (next === undefined) return null;
    this.letGo();
    void this.press(next, false);
    return next;
  }

  /** The picked units stand where they are; the next come up. */
  hold(): void {
    if (!this.picked.length) return;
    this.orders.hold(this.picked);
    this.letGo();
  }

  /** The picked units do what was ordered last. */
  repeat(): void {
    const text = this.marches.again;
    if (text) this.#carryOn(text);
  }

  /** Go now, and on in later turns until they are there. */
  marchOn(): void {
    if (!this.plan) return this.resume();
    this.marches.keep();
    void this.confirm();
  }

  /** What standing marches come to now, as one order; null where nobody has to go on. */
  get onward(): string | null {
    return this.idle.length ? this.marches.onward : null;
  }

  /** Standing marches go on. */
  resume(): void {
    const text = this.onward;
    if (text) this.#carryOn(text);
  }

  #carryOn(text: string): void {
    this.#going.begin(text);
    void this.battle.choose(text);
  }

  /** Show what would come of an order for the formation. */
  async #planTo(hex: Hex): Promise<void> {
    const from = this.marches.anchor;
    if (!from || from === hex) return;
    const text = this.marches.textOf(from, hex);
    this.aim = { hex, text, saying: "March there", singly: null };
    await this.marches.work(text, () => this.aim?.text === text);
  }

  /** A click, a tap or Enter on a hex. `sure` is false where the first touch only previews. */
  async press(hex: Hex, sure: boolean, more = false): Promise<void> {
    if (this.battle.past || this.battle.busy) return;
    this.cursor = hex;
    this.battle.refusal = null;
    this.#going.end();
    if (this.aim?.hex === hex) return this.confirm();
    if (this.formation && this.battle.offers.byHex.get(hex)?.some(isMovePick) && more) return this.#pickMore(hex);
    if (this.formation) return this.#planTo(hex);
    if (this.reach && hex in this.reach.move && (this.picked.length || this.inHand.length)) {
      const saying = this.picked.length ? `Move to ${hex}` : `Go to ${hex}`;
      return this.#take({ hex, text: this.#sent(hex), saying, singly: null }, sure);
    }
    const here = this.battle.offers.byHex.get(hex) ?? [];
    const moves = here.filter(isMovePick);
    if (moves.length && more && this.picked.length && moves.some(({ marches }) => marches)) return this.#pickMore(hex);
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
    const aim = this.aim;
    if (!aim?.text) return;
    if (aim.text === this.sweeps) this.#going.begin(aim.text, true);
    const from = this.marches.anchor;
    if (this.formation && from) {
      this.orders.last = { from, to: aim.hex };
      this.#going.begin(aim.text);
      this.cursor = null;
    }
    await this.battle.choose(aim.text);
  }

  choose(): void {
    const hex = this.cursor ?? this.hover;
    if (this.aim) void this.confirm();
    else if (hex) void this.press(hex, true);
  }

  back(): void {
    if (this.battle.ended) this.battle.ended = null;
    else if (this.battle.refusal) this.battle.refusal = null;
    else if (this.aim) {
      this.aim = this.looking.odds = this.marches.plan = null;
      this.firing.letGo();
    } else if (!this.looking.putAway()) {
      this.letGo();
      this.looking.letGo();
    }
  }

  /** Show how far the top unit of the hex pointed at can go and fire, or hide it again. */
  showReach(): void {
    if (this.scouted) return void this.ranges.show(null);
    const hex = this.hover ?? this.cursor;
    const stack = this.battle.view?.facts.stacks.find((one) => one.hex === hex && one.units?.length);
    const unit = stack?.units?.at(-1);
    if (unit) void this.ranges.show(unit);
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
    const sends = hex && !this.formation && this.picked.length && this.reach && hex in this.reach.move;
    this.ranges.weighWay(sends ? this.#sent(hex) : null, () => this.hover === hex && this.picked.length > 0);
  }

  letGo(): void {
    this.picked = [];
    this.aim = null;
    this.ranges.letGo();
    this.fanned = null;
    this.facing = false;
    this.marches.letGo();
    this.firing.letGo();
  }

  arrive(isNews: boolean): void {
    const question = this.battle.live?.view.decision?.question;
    if (question !== this.#question) this.cursor = null;
    this.#question = question;
    const view = this.battle.live?.view;
    // What was ordered ends with its phase, whatever else is asked on the way.
    if (view && this.orders.see(view.facts)) this.#going.end();
    if (isNews) void this.#scoutInHand();
    if (isNews && view?.decision) void this.#goOn(view.decision.rule);
  }

  /** Answer what has a standing answer; carry an order for many on after dice have stopped it. */
  async #goOn(rule: string): Promise<void> {
    const at = this.battle.live?.number;
    const isStill = (): boolean => at === this.battle.live?.number && !this.battle.past;
    // The choice that brought this moment is still being answered.
    await new Promise((resolve) => setTimeout(resolve));
    if (!isStill()) return;
    const answer = this.orders.answerTo(rule, this.battle.offers.plain);
    const text = answer ? answer.text : await this.#going.next(isStill);
    if (text !== null) await this.battle.choose(text);
  }

  /** One stack more, or less. */
  async #pickMore(hex: Hex): Promise<void> {
    const units = (this.battle.offers.byHex.get(hex) ?? []).filter(isMovePick).flatMap(({ units }) => units ?? []);
    const all = units.every((unit) => this.picked.includes(unit));
    const rest = this.picked.filter((unit) => !units.includes(unit));
    const picked = all ? rest : [...rest, ...units];
    const where = new Set(picked.map((unit) => this.#placeOf(unit)));
    return this.pickFormation(where.size === 1 ? "the stack" : counted(where.size, "stack"), picked);
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
    if (aim.singly) void this.firing.weigh(aim.singly, () => this.aim === aim);
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
    this.marches.plan = null;
    this.ranges.unit = null;
    // A formation goes as far as whoever stands in its middle.
    const units = this.formation ? [this.marches.lead ?? ""] : this.picked;
    await this.ranges.ask(units);
  }

  /** How far the units in hand can still go. */
  async #scoutInHand(): Promise<void> {
    const [first] = this.inHand;
    const at = this.battle.live?.number;
    if (!first || !sendsHand(this.battle.offers)) return;
    await this.ranges.ask([first], () => at === this.battle.live?.number && !this.battle.past);
  }
}
