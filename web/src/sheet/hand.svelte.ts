/** What a player has in hand on a measured table: the unit picked, the order in the making, what it would come to. */

import { api } from "../socket";
import { Company } from "./company.svelte";
import { isPick, Offered } from "./offered.svelte";
import {
  aslant,
  cutTo,
  hasFront,
  isMarch,
  joined,
  shifted,
  towards,
  turned,
  written,
  type Draft,
  type Leg,
  type Way,
} from "./orders";
import { Pump } from "./pump";
import { farFrom, said } from "./scale";
import type { Hand } from "../commands";
import type { Point } from "../ink/plane";
import type { Battle } from "../battle.svelte";
import type { Looking } from "../looking.svelte";
import type { Orders } from "../orders.svelte";
import { counted } from "../words";
import type { Act, Body, Offer, Preview, Prospect } from "../types";

/** How far one press of a key goes: hundredths, and tenths of a degree. */
const STEP: Record<Way, number> = { ahead: 50, back: 50, left: 50, right: 50 };

/** What an order comes to; `of` is the draft or choice that was asked about. */
interface Seen {
  of: Draft | Offer;
  preview: Preview;
}

export class SheetHand extends Offered implements Hand {
  picked = $state<string | null>(null);
  prospect = $state.raw<Prospect | null>(null);
  /** a choice that waits for its confirmation */
  aim = $state.raw<Offer | null>(null);
  /** marching obliquely instead of wheeling */
  slanting = $state(false);
  arcs = $state(true);
  /** which of the shots the card shows */
  shot = $state<number | null>(null);
  /** how near to a unit a press still counts as on it, in hundredths; more where the table is drawn small */
  near = 25;
  /** whoever is given the order together with the unit picked */
  readonly company: Company;
  /** the march that was ordered last */
  #last = $state.raw<Pick<Draft, "legs" | "pace"> | null>(null);
  #draft = $state.raw<Draft | null>(null);
  #seen = $state.raw<Seen | null>(null);
  #previews: Pump<{ asked: Draft | Offer; cut: Draft | null; preview: Preview }>;
  #sights: Pump<void>;
  /** what the unit picked could be told, once it is known */
  #scouted: Promise<void> = Promise.resolve();
  /** what was dragged: from where, and the legs before this drag */
  #dragged: { grip: Point; body: Body; kept: readonly Leg[] } | null = null;

  constructor(
    battle: Battle,
    readonly looking: Looking,
    orders: Orders,
  ) {
    super(battle);
    this.company = new Company(battle, orders, (unit) => this.formOf(unit));
    this.#previews = new Pump(({ asked, cut, preview }) => {
      // What was changed since then is kept.
      const isLast = this.#draft === asked;
      if (cut && isLast) this.#draft = cut;
      this.#seen = { of: cut && isLast ? cut : asked, preview };
    });
    this.#sights = new Pump(() => undefined);
  }

  /** A draft belongs to the moment it was begun in. */
  get draft(): Draft | null {
    return this.#draft?.at === this.battle.live?.number && !this.battle.past ? this.#draft : null;
  }

  /** What is about to be ordered. */
  get order(): Draft | Offer | null {
    return this.draft ?? this.aim;
  }

  get preview(): Preview | null {
    return this.order ? (this.#seen?.preview ?? null) : null;
  }

  /** Where the unit would stand. */
  get ghost(): Body | null {
    return this.preview?.stages.at(-1)?.body ?? null;
  }

  /** What lies before the picked unit: from where it would stand, or from where it stands. */
  get before(): Prospect | null {
    return this.preview?.prospect ?? this.prospect;
  }

  /** Whether the order was previewed and nothing bars it. */
  get isReady(): boolean {
    if (this.company.title !== null && this.draft) return this.company.isReady(this.draft);
    return this.#seen !== null && this.#seen.of === this.order && this.#seen.preview.legal;
  }

  /** What is on the table just now, for whoever watches a learner. */
  get tries(): { reach: boolean; odds: boolean; why: boolean } {
    const { preview } = this;
    const why = this.battle.refusal !== null || Boolean(preview?.refusals.length || preview?.beyond.length);
    return { reach: this.prospect !== null, odds: preview !== null, why };
  }

  // What may be chosen

  /** The enemies that the picked unit may be sent against: the second unit of its choices. */
  get targets(): Map<string, Offer> {
    const bodies = this.facts?.bodies ?? {};
    const found = new Map<string, Offer>();
    for (const offer of this.picked ? this.offersOf(this.picked) : []) {
      const [, target = "", more] = offer.units ?? [];
      if (target in bodies && more === undefined && !found.has(target)) found.set(target, offer);
    }
    return found;
  }

  /** The target of the choice that is aimed. */
  get target(): string | undefined {
    return this.aim?.units?.[1];
  }

  /** Whether the picked unit may be told where to go. */
  get moves(): boolean {
    return this.picked !== null && this.formOf(this.picked) !== null;
  }

  /** Whether it has a front to turn. */
  get hasFront(): boolean {
    const form = this.picked === null ? null : this.formOf(this.picked);
    return form !== null && hasFront(form);
  }

  /** What it could do next on the spot. */
  get acts(): readonly Act[] {
    const form = this.picked === null ? null : this.formOf(this.picked);
    if (!form) return [];
    const isUnderWay = this.draft && isMarch(form) && this.preview?.acts.length;
    return isUnderWay ? this.preview.acts : (form.acts ?? []);
  }

  /** The follow-up question, once a unit is picked. */
  get asks(): string | undefined {
    if (this.company.title !== null)
      return `${this.company.title}, ${counted(this.company.units.length, "unit")}: where to?`;
    if (!this.picked || !(this.moves || this.asked.includes(this.picked))) return undefined;
    const { title, label } = this.pieceOf(this.picked);
    const who = title === label ? title : `${title} (${label})`;
    if (this.moves) return `${who}: where to?`;
    return this.targets.size ? `${who}: at whom?` : undefined;
  }

  /** What ends the picked unit's action: standing still. */
  get end(): Offer | null {
    return (this.picked && !this.draft && this.offersOf(this.picked).find(({ ends }) => ends === "act")) || null;
  }

  /** How many could still be given something to do when a step is about to end. */
  get left(): number {
    return this.asked.length;
  }

  readonly kind = "unit";

  /** Whether units are picked one after another, to be given orders. */
  get steps(): boolean {
    return this.offers.some(isPick);
  }

  /** Whether the orders of the picked unit have not come yet. */
  get isWaiting(): boolean {
    return this.picked !== null && !this.knows(this.picked);
  }

  // What the player does

  choose(): void {
    if (this.order) void this.confirm();
    else this.step(1);
  }

  showReach(): void {
    this.arcs = !this.arcs;
  }

  /** The unit at a point of the table: commanders come before their men. */
  at(point: Point): string | null {
    const near = Object.entries(this.facts?.bodies ?? {})
      .map(([id, body]) => ({ id, far: farFrom(body, point) - (this.isGeneral(id) ? 1 : 0) }))
      .filter(({ far }) => far < this.near)
      .sort((a, b) => a.far - b.far);
    return near[0]?.id ?? null;
  }

  pick(unit: string | null): void {
    if (unit !== this.picked) this.shot = null;
    this.picked = unit;
    this.aim = null;
    this.company.letGo();
    this.#forget();
    this.battle.refusal = null;
    this.#scouted = this.scout();
  }

  /** Pick several units, which are given one order; whoever is in the middle of the list is drawn. */
  pickMany(title: string, units: readonly string[]): void {
    const able = units.filter((unit) => this.company.may(unit));
    if (able.length < 2) return this.pick(able[0] ?? null);
    this.pick(able[Math.floor(able.length / 2)]!);
    this.company.take(title, able);
  }

  get formation(): string | null {
    return this.company.title;
  }

  /** A part of the order of battle. */
  pickGroup(id: string): void {
    this.pickMany(this.battle.groups.get(id)?.title ?? id, this.company.ofGroup(id));
  }

  /** One unit more, or less. */
  pickMore(unit: string): void {
    const now = this.company.title !== null ? this.company.units : this.picked ? [this.picked] : [];
    const rest = now.filter((one) => one !== unit);
    const units = rest.length < now.length ? rest : [...rest, unit];
    this.pickMany(counted(units.length, "unit"), units);
  }

  /** From the unit to its brigade or division, then to what that belongs to. */
  widen(): void {
    const wider = this.picked && this.company.wider(this.picked);
    if (wider) this.pickMany(wider.title, wider.units);
  }

  /** The last march again, for whoever is picked: it is shown first. */
  repeat(): void {
    const last = this.#last;
    if (last && this.moves) this.#set(() => last);
  }

  get hasLast(): boolean {
    return this.#last !== null;
  }

  /** March now, and on in later turns until stopped; with nothing in hand, standing marches go on. */
  marchOn(): void {
    const { draft, company } = this;
    if (!draft) return this.resume();
    if (!this.isReady || !draft.form.many) return;
    const units = company.title !== null ? company.units : [draft.unit];
    company.keep(draft, units, company.title ?? this.pieceOf(draft.unit).title, this.preview?.detail ?? "");
    void this.confirm();
  }

  resume(): void {
    const [text] = this.picked ? [] : this.company.onward;
    if (text) void this.battle.choose(text);
  }

  /** Ask what lies before the picked unit where it stands. */
  async scout(): Promise<void> {
    const unit = this.picked;
    const at = this.battle.live?.number;
    const reach = unit ? await api.reach(this.battle.token, unit).catch(() => null) : null;
    if (unit === null || unit !== this.picked || at !== this.battle.live?.number) return;
    this.prospect = reach?.prospect ?? null;
    this.keep(unit, reach?.orders ?? []);
  }

  /** A click or a tap on the table. */
  async press(point: Point, more = false): Promise<void> {
    if (this.battle.past || this.battle.busy) return;
    const hit = this.at(point);
    this.battle.refusal = null;
    if (hit && more && this.company.may(hit)) {
      this.pickMore(hit);
      return;
    }
    if (hit && this.isWaiting) await this.#scouted;
    if (this.picked && hit && this.targets.has(hit)) return this.take(this.targets.get(hit)!);
    if (hit) this.pick(hit);
    else if (this.moves) this.goTo(point);
    else this.pick(null);
  }

  /** Preview a choice; taking it a second time confirms it. */
  async take(offer: Offer): Promise<void> {
    if (this.aim?.text === offer.text) return this.confirm();
    this.#forget();
    this.aim = offer;
    this.shot = null;
    this.#ask();
  }

  /** Do what a button says; a choice with a target is previewed first. */
  async answer(offer: Offer): Promise<void> {
    const [unit = "", target] = offer.units ?? [];
    if (isPick(offer)) this.pick(unit);
    else if (target === undefined) await this.battle.end(offer, this.left);
    else {
      if (unit !== this.picked) this.pick(unit);
      await this.take(offer);
    }
  }

  /** Propose the way to a point. */
  goTo(point: Point): void {
    const from = this.#body();
    if (this.picked && from) this.#propose(from.kept, from.body, point);
  }

  /** Whether a drag from here moves a unit. */
  grip(point: Point): boolean {
    if (this.battle.past || this.battle.busy) return false;
    const ghost = this.ghost;
    if (this.draft && ghost && farFrom(ghost, point) < this.near) {
      this.#dragged = { grip: point, body: ghost, kept: this.draft.legs };
      return true;
    }
    const hit = this.at(point);
    if (!hit || !this.formOf(hit)) return false;
    this.#dragged = { grip: point, body: this.facts!.bodies[hit]!, kept: [] };
    this.#gripped = hit;
    return true;
  }

  #gripped: string | null = null;

  drag(to: Point): void {
    const held = this.#dragged;
    if (!held) return;
    if (this.#gripped && (this.#gripped !== this.picked || this.draft)) {
      if (this.#gripped !== this.picked) this.pick(this.#gripped);
      this.#draft = null;
    }
    this.#gripped = null;
    const { grip, body, kept } = held;
    this.#propose(kept, body, [body.x + to[0] - grip[0], body.y + to[1] - grip[1]]);
  }

  /** Add a step or a wheel. */
  nudge(way: Way): void {
    const form = this.picked === null ? null : this.formOf(this.picked);
    if (!form || !hasFront(form)) return;
    const leg = { way, size: STEP[way] };
    // The answer to the step before may still be on its way: the draft is what counts.
    this.#set((draft) => (isMarch(form) ? { legs: joined([...draft.legs, leg]) } : shifted(draft, leg)));
  }

  /** Add an act to the order. */
  say({ text }: Act): void {
    const form = this.picked === null ? null : this.formOf(this.picked);
    if (form) this.#set((draft) => (isMarch(form) ? { legs: [...draft.legs, { way: "act", text }] } : { act: text }));
  }

  /** Face the other way, where an order says how to stand. */
  turnAbout(): void {
    this.#set(({ heading }) => ({ heading: turned(heading, 1800) }));
  }

  /** Another pace, or the usual one again. */
  setPace({ text }: Act): void {
    if (this.draft) this.#set(({ form, pace }) => ({ pace: pace === text ? (form.pace ?? "") : text }));
  }

  /** Where a point of the window lies on the table, while one is shown. */
  under: ((x: number, y: number) => Point) | null = null;

  /** A counter was let go over the table: it is placed on the unit there. */
  drop(x: number, y: number): void {
    const hit = this.under ? this.at(this.under(x, y)) : null;
    if (hit) this.place(hit);
  }

  /** Place a counter on a unit, or one more: its order has the next of the paces. */
  place(unit: string): void {
    const form = this.battle.busy ? null : this.formOf(unit);
    if (!form) return;
    if (unit !== this.picked) this.pick(unit);
    const paces = [form.pace ?? "", ...(form.paces ?? []).map(({ text }) => text)];
    const has = this.draft !== null;
    this.#set(({ pace }) => ({ pace: (has && paces[paces.indexOf(pace) + 1]) || pace }));
  }

  async confirm(): Promise<void> {
    const { draft, company } = this;
    if (!this.isReady) return;
    if (draft && isMarch(draft.form)) this.#last = { legs: draft.legs, pace: draft.pace };
    await this.battle.choose(draft && company.title !== null ? company.textOf(draft) : this.#seen!.preview.order);
  }

  back(): void {
    if (this.battle.refusal) this.battle.refusal = null;
    else if (this.battle.ended) this.battle.ended = null;
    else if (this.draft) this.#forget();
    else if (this.aim) {
      this.aim = null;
      this.#forget();
    } else if (!this.looking.putAway()) this.pick(null);
  }

  /** Lay the ruler from one point or unit to another. */
  measure(from: Point, to: Point): void {
    const [a, b] = [this.at(from) ?? said(from), this.at(to) ?? said(to)];
    this.#sights.want(() => this.looking.look(a, b));
  }

  /** A new moment has come: drop what was begun before it. */
  arrive(): void {
    this.aim = null;
    this.#forget();
    this.company.letGo();
    if (!this.picked || !this.asked.includes(this.picked)) this.picked = null;
    this.prospect = null;
    if (this.picked) this.#scouted = this.scout();
  }

  /** Pick the next unit that has something to choose, for the keyboard. */
  step(by: 1 | -1): boolean {
    const units = this.asked;
    const at = this.picked ? units.indexOf(this.picked) : by > 0 ? -1 : units.length;
    const next = units[at + by];
    if (next === undefined) return false;
    this.pick(next);
    return true;
  }

  #body(): { kept: readonly Leg[]; body: Body } | null {
    const unit = this.picked;
    const stands = unit ? this.facts?.bodies[unit] : undefined;
    if (!stands) return null;
    const draft = this.draft;
    return draft && this.ghost ? { kept: draft.legs, body: this.ghost } : { kept: [], body: stands };
  }

  #propose(kept: readonly Leg[], body: Body, to: Point): void {
    const form = this.picked ? this.formOf(this.picked) : null;
    if (!form) return;
    if (!isMarch(form))
      return this.#set(() => ({ place: [Math.max(0, Math.round(to[0])), Math.max(0, Math.round(to[1]))] }));
    if (!form.legs) return;
    const way = this.slanting ? aslant(body, to, form.legs.widest) : towards(body, to);
    const legs = joined([...kept, ...way]);
    if (legs.length) this.#set(() => ({ legs }));
    else this.#forget();
  }

  #set(change: (draft: Draft) => Partial<Draft>): void {
    const [unit, at] = [this.picked, this.battle.live?.number];
    const form = unit === null ? null : this.formOf(unit);
    const body = unit === null ? undefined : this.facts?.bodies[unit];
    if (unit === null || !form || !body || at === undefined) return;
    this.aim = null;
    const fresh: Draft = {
      form,
      unit,
      at,
      legs: [],
      pace: form.pace ?? "",
      place: [body.x, body.y],
      heading: body.heading,
      act: form.act ?? "",
    };
    const draft = this.draft?.unit === unit ? this.draft : fresh;
    this.#draft = { ...draft, ...change(draft) };
    this.#ask();
  }

  #forget(): void {
    this.#draft = null;
    this.#seen = null;
    this.#previews.drop();
    this.company.forget();
  }

  /** Ask what the order would come to; a march that goes too far is shortened to what is allowed. */
  #ask(): void {
    const [draft, asked] = [this.draft, this.order];
    if (!asked) return;
    if (draft) this.company.work(draft);
    this.#previews.want(async () => {
      const preview = await api.preview(
        this.battle.token,
        draft ? written(draft) : (asked as Offer).text,
        draft !== null,
      );
      // Together with others each goes as far as it may: the order itself stays.
      const isAlone = this.company.title === null;
      const cut = draft && isAlone && preview.cut !== null ? { ...draft, legs: cutTo(draft.legs, preview.cut) } : null;
      return { asked, cut, preview };
    });
  }
}
