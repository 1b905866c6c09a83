/** What a player has in hand on a board of hexes: the units picked, what is aimed at, how far they reach. */

import { filled } from "../blanks";
import { common, faces, isMovePick, isShot, places, sendsHand, strongest } from "../choices";
import { api } from "../socket";
import type { Battle, Follower } from "../battle.svelte";
import type { Hand } from "../commands";
import type { Looking } from "../looking.svelte";
import { Orders, type March } from "./orders.svelte";
import type { Danger, Firepower, Hex, Marched, Offer, Reach } from "../types";

/** An order for many is said again so often at most: each time it goes on with whoever is left. */
const AGAIN = 40;
/** Before the dangers of a way are asked for, in milliseconds. */
const WAIT = 140;

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
  /** what the picked units are called, where they stand in several hexes */
  formation = $state<string | null>(null);
  /** what would come of the order for them */
  plan = $state.raw<Marched | null>(null);
  /** what the fire that is aimed comes to, with so many firers */
  fires = $state.raw<Firepower | null>(null);
  firers = $state(0);
  /** what waits on the way of a single move */
  dangers = $state.raw<readonly Danger[]>([]);
  readonly orders: Orders;

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
    if (this.orders.held.size) return new Set([...this.battle.offers.byHex.keys()].filter((hex) => this.#isOpen(hex)));
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
  /** Who fires, of those who could. */
  firing = $derived.by((): readonly string[] => this.fires?.rungs[this.firers - 1]?.units ?? []);
  #question: string | undefined;

  constructor(
    readonly battle: Battle,
    readonly looking: Looking,
  ) {
    this.orders = new Orders(battle);
    battle.follow(this);
  }

  /** What is on the table just now, for whoever watches a learner. */
  get tries(): { reach: boolean; odds: boolean; why: boolean } {
    const { looking, battle } = this;
    return { reach: this.scouted !== null, odds: looking.odds !== null, why: battle.refusal !== null };
  }

  /** Whether anybody in a hex may still be told something, and was not told to stand. */
  #isOpen(hex: Hex): boolean {
    const here = this.battle.offers.byHex.get(hex) ?? [];
    return here.some(({ units }) => !units?.length || units.some((unit) => !this.orders.held.has(unit)));
  }

  /** The hexes from which somebody may be sent, in the order of their offers. */
  get idle(): Hex[] {
    return [...this.battle.offers.byHex].flatMap(([hex, offers]) =>
      offers.some(isMovePick) && this.#isOpen(hex) ? [hex] : [],
    );
  }

  /** The hexes that may be fired at or attacked. */
  get targets(): Hex[] {
    return [...this.battle.offers.byHex].flatMap(([hex, offers]) => (offers.some(isShot) ? [hex] : []));
  }

  /** How many stacks, or targets, are left when a phase is about to end. */
  get left(): number {
    return this.idle.length || this.targets.length;
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
    const { aim, fires } = this;
    if (!aim || !fires) return;
    this.firers = Math.max(0, Math.min(fires.rungs.length, count));
    const rung = fires.rungs[this.firers - 1];
    this.aim = { ...aim, text: rung?.text ?? "" };
    if (rung) void this.looking.weigh(rung.text, aim.singly ?? undefined);
    else this.looking.odds = null;
  }

  /** Where the picked units are reckoned from: the hex in the middle of them. */
  get anchor(): Hex | undefined {
    return this.#placeOf(this.#lead);
  }

  /** Whoever of the picked units stands nearest to the middle; troops rather than officers. */
  get #lead(): string | undefined {
    const troops = this.picked.filter((unit) => this.battle.pieces.get(unit)?.kind !== "officer");
    const at = (troops.length ? troops : this.picked).flatMap((unit) => {
      const hex = this.#placeOf(unit);
      return hex ? [{ unit, x: Number(hex.slice(0, 2)), y: Number(hex.slice(2)) }] : [];
    });
    const mean = (of: (one: { x: number; y: number }) => number): number =>
      at.reduce((sum, one) => sum + of(one), 0) / (at.length || 1);
    const [x, y] = [mean((one) => one.x), mean((one) => one.y)];
    return at.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0]?.unit;
  }

  /** Take up a formation: whoever of it may still go. */
  async pickFormation(title: string, units: readonly string[]): Promise<void> {
    const able = units.filter(
      (unit) => this.battle.offers.byUnit.get(unit)?.some(({ marches }) => marches) && !this.orders.held.has(unit),
    );
    this.letGo();
    if (!able.length) return;
    this.picked = able;
    this.formation = title;
    return this.#scoutPicked();
  }

  /** From the stack to its brigade, then to what that belongs to. */
  widen(): void {
    const { statics, pieces } = this.battle;
    if (!statics || !this.picked.length) return;
    const parentOf = (id: string): string => statics.groups.find((group) => group.id === id)?.parent ?? "";
    const now = statics.groups.find(({ title }) => title === this.formation);
    const own = this.picked.map((unit) => pieces.get(unit)?.group ?? "").find(Boolean);
    const wider = now ? parentOf(now.id) : own;
    if (wider) void this.pickGroup(wider);
  }

  /** A part of the order of battle with everything below it. */
  async pickGroup(id: string): Promise<void> {
    const groups = this.battle.statics?.groups ?? [];
    const group = groups.find((one) => one.id === id);
    const below = (parent: string): string[] =>
      groups
        .filter((one) => one.id === parent || one.parent === parent)
        .flatMap((one) => (one.id === parent ? one.pieces : below(one.id)));
    if (group) await this.pickFormation(group.title, below(id));
  }

  /** The next stack that may still go, or the one before; where nobody can, the next target. */
  step(by: 1 | -1): Hex | null {
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
    const { last } = this.orders;
    if (!last || !this.picked.length) return;
    this.#going = { text: this.#marching(last.from, last.to), left: AGAIN };
    void this.battle.choose(this.#going.text);
  }

  /** Go now, and on in later turns until they are there. */
  marchOn(): void {
    const facts = this.battle.view?.facts;
    if (!this.plan || !facts) return this.resume();
    const goals = this.plan.legs.flatMap(({ units, goal }) => units.map((unit) => [unit, goal] as const));
    this.orders.keep(this.formation ?? "March", Object.fromEntries(goals), facts);
    void this.confirm();
  }

  /** What standing marches come to now, as one order; null where nobody has to go on. */
  get onward(): string | null {
    const facts = this.battle.view?.facts;
    if (!facts || !this.idle.length || this.picked.length) return null;
    const where = places(facts);
    const goals = this.orders.marches.flatMap((march: March) =>
      Object.entries(this.orders.onTheWay(march, facts, where)).filter(([unit]) => this.battle.offers.byUnit.has(unit)),
    );
    const verb = this.#marchOffer?.marches?.split(" ")[0];
    return goals.length && verb ? [verb, ...goals.flat()].join(" ") : null;
  }

  /** Standing marches go on. */
  resume(): void {
    const text = this.onward;
    if (!text) return;
    this.#going = { text, left: AGAIN };
    void this.battle.choose(text);
  }

  #going: { text: string; left: number } | null = null;

  get #marchOffer(): Offer | undefined {
    return this.battle.offers.all.find(({ marches }) => marches);
  }

  #marching(from: Hex, to: Hex): string {
    return filled(this.#marchOffer?.marches ?? "", { from, to, units: this.picked.join(" ") });
  }

  /** Show what would come of an order for the formation. */
  async #planTo(hex: Hex): Promise<void> {
    const from = this.anchor;
    if (!from || from === hex) return;
    const text = this.#marching(from, hex);
    this.aim = { hex, text, saying: "March there", singly: null };
    this.plan = null;
    const plan = await api.march(this.battle.token, text).catch(() => null);
    const aim = this.aim as Aim | null;
    if (aim?.text === text) this.plan = plan;
  }

  /** A click, a tap or Enter on a hex. `sure` is false where the first touch only previews. */
  async press(hex: Hex, sure: boolean, more = false): Promise<void> {
    if (this.battle.past || this.battle.busy) return;
    this.cursor = hex;
    this.battle.refusal = null;
    this.#going = null;
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
    if (aim.text === this.sweeps) this.#going = { text: aim.text, left: AGAIN };
    if (this.formation && this.anchor) {
      this.orders.last = { from: this.anchor, to: aim.hex };
      this.#going = { text: aim.text, left: AGAIN };
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
    else if (this.aim) this.aim = this.looking.odds = this.plan = this.fires = null;
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
    this.#weighWay(hex);
  }

  /** Ask a moment later what waits on the way to a hex in reach. */
  #weighWay(hex: Hex | null): void {
    clearTimeout(this.#timer);
    if (this.dangers.length) this.dangers = [];
    if (!hex || this.formation || !this.picked.length || !this.reach || !(hex in this.reach.move)) return;
    const text = this.#sent(hex);
    this.#timer = setTimeout(() => {
      if (!this.picked.length) return; // it went off, or was let go
      void api
        .risks(this.battle.token, text)
        .then((dangers) => {
          if (this.hover === hex && this.picked.length) this.dangers = dangers;
        })
        .catch(() => undefined);
    }, WAIT);
  }

  #timer: ReturnType<typeof setTimeout> | undefined;

  letGo(): void {
    this.picked = [];
    this.aim = null;
    this.reach = null;
    this.scouted = null;
    this.fanned = null;
    this.facing = false;
    this.formation = null;
    this.plan = null;
    this.fires = null;
    this.dangers = [];
  }

  arrive(isNews: boolean): void {
    const question = this.battle.live?.view.decision?.question;
    if (question !== this.#question) this.cursor = null;
    this.#question = question;
    const view = this.battle.live?.view;
    // What was ordered ends with its phase, whatever else is asked on the way.
    if (view && this.orders.see(view.facts)) this.#going = null;
    if (isNews) void this.#scoutInHand();
    if (isNews && view?.decision) void this.#goOn(view.decision.rule);
  }

  /** Answer what has a standing answer; carry an order for many on after dice have stopped it. */
  async #goOn(rule: string): Promise<void> {
    const at = this.battle.live?.number;
    // The choice that brought this moment is still being answered.
    await new Promise((resolve) => setTimeout(resolve));
    if (at !== this.battle.live?.number || this.battle.past) return;
    const answer = this.orders.answerTo(rule, this.battle.offers.plain);
    if (answer) return this.battle.choose(answer.text);
    const going = this.#going;
    if (!going || going.left < 1 || !this.battle.yours) return;
    const isLeft = await this.#isLeft(going.text);
    if (at !== this.battle.live?.number || this.#going !== going || isLeft === null) return;
    // Nobody is left who could go, or nothing to fire at.
    this.#going = isLeft ? { ...going, left: going.left - 1 } : null;
    if (isLeft) await this.battle.choose(going.text);
  }

  /** Whether there is something left of an order that goes on; null where something else is asked. */
  async #isLeft(text: string): Promise<boolean | null> {
    const { token } = this.battle;
    if (text === this.sweeps) return !(await api.whyNot(token, text).catch(() => [null])).length;
    if (this.battle.offers.all.some(({ sweeps }) => sweeps)) return false;
    const plan = await api.march(token, text).catch(() => null);
    return plan?.legs.some(({ steps }) => steps.length) ?? null;
  }

  /** One stack more, or less. */
  async #pickMore(hex: Hex): Promise<void> {
    const units = (this.battle.offers.byHex.get(hex) ?? []).filter(isMovePick).flatMap(({ units }) => units ?? []);
    const all = units.every((unit) => this.picked.includes(unit));
    const rest = this.picked.filter((unit) => !units.includes(unit));
    const picked = all ? rest : [...rest, ...units];
    const where = new Set(picked.map((unit) => this.#placeOf(unit)));
    return this.pickFormation(where.size === 1 ? "the stack" : `${where.size} stacks`, picked);
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
    if (aim.singly) void this.#countFirers(aim);
    return this.looking.weigh(aim.text, aim.singly ?? undefined);
  }

  async #countFirers(aim: Aim): Promise<void> {
    const fires = await api.firepower(this.battle.token, aim.singly ?? "").catch(() => null);
    if (this.aim !== aim || !fires?.rungs.length) return;
    this.fires = fires;
    this.firers = fires.best + 1 || fires.rungs.length;
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
    this.plan = null;
    this.scouted = null;
    const picked = this.picked;
    if (!picked.length) {
      this.reach = null;
      return;
    }
    if (this.formation) {
      const reach = await api.reach(this.battle.token, this.#lead ?? "").catch(() => null);
      if (picked === this.picked) this.reach = reach;
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
