/** A measured table under the hand: who is picked, what he is about to be told, what it would come to. */

import { api } from "../socket";
import { Offered } from "./offered";
import { aslant, joined, readMove, shifted, towards, written, type Draft, type Legs } from "./orders";
import { Pump } from "./pump";
import { farFrom, said } from "./scale";
import type { Hand } from "../hand";
import type { Point } from "../ink/plane";
import type { Table } from "../store.svelte";
import type { Body, Offer, Preview, Prospect } from "../types";

interface Seen {
  text: string;
  preview: Preview;
}

export class Measured extends Offered implements Hand {
  picked = $state<string | null>(null);
  prospect = $state.raw<Prospect | null>(null);
  /** a choice that waits for its confirmation */
  aim = $state<string | null>(null);
  /** marching aslant instead of wheeling */
  slanting = $state(false);
  arcs = $state(true);
  /** which of the shots the card tells of */
  shot = $state<number | null>(null);
  /** how near to a unit a press still means it, in hundredths; more where the table is drawn small */
  near = 25;
  #draft = $state.raw<Draft | null>(null);
  #seen = $state.raw<Seen | null>(null);
  #previews: Pump<{ asked: Draft | null; cut: Draft | null; preview: Preview }>;
  #sights: Pump<void>;
  /** what was dragged: from where, and the legs before this drag */
  #dragged: { grip: Point; body: Body; kept: Legs } | null = null;

  constructor(table: Table) {
    super(table);
    this.#previews = new Pump(({ asked, cut, preview }) => {
      // What was said since then is not lost.
      if (cut && this.#draft === asked) this.#draft = cut;
      this.#seen = { text: preview.order, preview };
    });
    this.#sights = new Pump(() => undefined);
  }

  /** A draft belongs to the moment it was begun in. */
  get draft(): Draft | null {
    return this.#draft?.at === this.table.live?.number && !this.table.past ? this.#draft : null;
  }

  /** The order as it stands, in words. */
  get order(): string | null {
    return this.draft ? written(this.draft, this.isGeneral(this.draft.unit)) : this.aim;
  }

  get preview(): Preview | null {
    return this.order ? (this.#seen?.preview ?? null) : null;
  }

  /** Where the unit would stand. */
  get ghost(): Body | null {
    return this.preview?.stages.at(-1)?.body ?? null;
  }

  /** What lies before the unit that is spoken of: from there, or from where it stands. */
  get before(): Prospect | null {
    return this.preview?.prospect ?? this.prospect;
  }

  /** Whether the order at hand was looked at and nothing bars it. */
  get isReady(): boolean {
    return this.#seen !== null && this.#seen.text === this.order && this.#seen.preview.legal;
  }

  // What may be chosen

  /** Whom the picked unit may be sent against: the last word of its choices. */
  get targets(): Map<string, string> {
    const bodies = this.facts?.bodies ?? {};
    const found = new Map<string, string>();
    for (const { text } of this.picked ? this.offersOf(this.picked) : []) {
      const [, , target = "", more] = text.split(" ");
      if (target in bodies && more === undefined && !found.has(target)) found.set(target, text);
    }
    return found;
  }

  /** Whether the picked unit may be told where to go. */
  get moves(): boolean {
    return this.picked !== null && this.verbOf(this.picked) !== null;
  }

  /** Whether it has a front to turn and ranks to form. */
  get forms(): boolean {
    return this.picked !== null && !this.isGeneral(this.picked) && this.verbOf(this.picked) !== "blind";
  }

  /** The question within the question, once somebody is picked. */
  get asks(): string | undefined {
    if (!this.picked || !this.offersOf(this.picked).length) return undefined;
    const { title, label, kind } = this.pieceOf(this.picked);
    const who = `${/^\d/.test(title) ? "the " : ""}${title}${kind === "officer" ? "" : ` (${label})`}`;
    if (this.moves) return `Where does ${who} go?`;
    return this.targets.size ? `Whom does ${who} aim at?` : undefined;
  }

  /** Standing still ends the matter of whoever is picked. */
  get end(): Offer | null {
    return (this.picked && !this.draft && this.offersOf(this.picked).find(({ verb }) => verb === "hold")) || null;
  }

  // What a hand does

  choose(): void {
    if (this.order) void this.confirm();
    else this.step(1);
  }

  reach(): void {
    this.arcs = !this.arcs;
  }

  /** The unit at a point of the table: commanders stand in front of their men. */
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
    this.#forget();
    this.table.refusal = null;
    void this.scout();
  }

  /** What the picked unit has before it where it stands. */
  async scout(): Promise<void> {
    const unit = this.picked;
    const at = this.table.live?.number;
    const reach = unit ? await api.reach(this.table.token, unit).catch(() => null) : null;
    if (unit === this.picked && at === this.table.live?.number) this.prospect = reach?.prospect ?? null;
  }

  /** A click or a tap on the table. */
  async press(point: Point): Promise<void> {
    if (this.table.past || this.table.busy) return;
    const hit = this.at(point);
    this.table.refusal = null;
    if (this.picked && hit && this.targets.has(hit)) return this.take(this.targets.get(hit)!);
    if (hit) return this.pick(hit);
    if (this.moves) return this.goTo(point);
    this.pick(null);
  }

  /** Take a choice up to see what it would come to; a second time does it. */
  async take(text: string): Promise<void> {
    if (this.aim === text) return this.confirm();
    this.#forget();
    this.aim = text;
    this.shot = null;
    this.#ask();
  }

  /** Do what a button says; fire and charges are looked at first. */
  async answer({ verb, text }: Offer): Promise<void> {
    if (verb !== "fire" && verb !== "charge") return this.table.choose(text);
    const unit = text.split(" ")[1] ?? "";
    if (unit !== this.picked) this.pick(unit);
    return this.take(text);
  }

  /** Propose the way to a point. */
  goTo(point: Point): void {
    const from = this.#body();
    if (this.picked && from) this.#propose(from.kept, from.body, point);
  }

  /** Whether a drag from here moves a unit. */
  grip(point: Point): boolean {
    if (this.table.past || this.table.busy) return false;
    const ghost = this.ghost;
    if (this.draft && ghost && farFrom(ghost, point) < this.near) {
      this.#dragged = { grip: point, body: ghost, kept: this.draft.legs };
      return true;
    }
    const hit = this.at(point);
    if (!hit || !this.verbOf(hit)) return false;
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

  /** Say one thing more of the move at hand. */
  add(leg: string): void {
    const from = this.#body();
    if (!from || !this.picked) return;
    // The answer to the step before may still be on its way: the words are what counts.
    if (this.verbOf(this.picked) === "move") this.#set({ legs: joined([...(this.draft?.legs ?? []), leg]) });
    else this.#set(shifted(this.#standing(from.body), this.draft, leg));
  }

  /** Double, or not. */
  setPace(pace: string): void {
    if (this.draft) this.#set({ pace: this.draft.pace === pace ? "" : pace });
  }

  async confirm(): Promise<void> {
    const order = this.order;
    if (!order || !this.isReady) return;
    await this.table.choose(order);
  }

  back(): void {
    if (this.table.refusal) this.table.refusal = null;
    else if (this.draft) this.#forget();
    else if (this.aim) {
      this.aim = null;
      this.#forget();
    } else if (this.table.sight) this.table.sight = null;
    else if (this.table.tool === "sight") this.table.tool = "choose";
    else this.pick(null);
  }

  /** Lay the ruler from one point or unit to another. */
  measure(from: Point, to: Point): void {
    const [a, b] = [this.at(from) ?? said(from), this.at(to) ?? said(to)];
    this.#sights.want(() => this.table.look(a, b));
  }

  /** A new moment has come: what was begun before it is over. */
  arrive(): void {
    this.aim = null;
    this.#forget();
    const still = this.picked && this.facts && this.picked in this.facts.bodies && !this.table.past;
    if (!still || !this.offersOf(this.picked!).length) this.picked = null;
    this.prospect = null;
    if (this.picked) void this.scout();
  }

  /** The next unit that something may be said of, for the keyboard. */
  step(by: 1 | -1): boolean {
    const units = this.asked;
    const at = this.picked ? units.indexOf(this.picked) : by > 0 ? -1 : units.length;
    const next = units[at + by];
    if (next === undefined) return false;
    this.pick(next);
    return true;
  }

  #body(): { kept: Legs; body: Body } | null {
    const unit = this.picked;
    const stands = unit ? this.facts?.bodies[unit] : undefined;
    if (!stands) return null;
    const draft = this.draft;
    return draft && this.ghost ? { kept: draft.legs, body: this.ghost } : { kept: [], body: stands };
  }

  /** Where something that is set down would stand, by its words. */
  #standing(body: Body): Pick<Body, "x" | "y" | "heading"> {
    const [x, y] = this.draft?.place ?? [body.x, body.y];
    return { x, y, heading: this.draft?.heading ?? body.heading };
  }

  #propose(kept: Legs, body: Body, to: Point): void {
    const verb = this.picked ? this.verbOf(this.picked) : null;
    if (verb !== "move") return this.#set({ place: [Math.max(0, Math.round(to[0])), Math.max(0, Math.round(to[1]))] });
    const legs = joined([...kept, ...(this.slanting ? aslant(body, to) : towards(body, to))]);
    if (legs.length) this.#set({ legs });
    else this.#forget();
  }

  #set(change: Partial<Draft>): void {
    const [unit, at] = [this.picked, this.table.live?.number];
    const verb = unit === null ? null : this.verbOf(unit);
    if (unit === null || verb === null || at === undefined) return;
    this.aim = null;
    const { heading = 0 } = this.facts?.bodies[unit] ?? {};
    // Guns off their limbers go by hand.
    const pace = this.facts?.units[unit]?.formation === "unlimbered" ? "manhandle" : "";
    const fresh: Draft = { unit, verb, at, legs: [], pace, place: null, heading, formation: "" };
    this.#draft = { ...(this.draft?.unit === unit ? this.draft : fresh), ...change };
    this.#ask();
  }

  #forget(): void {
    this.#draft = null;
    this.#seen = null;
    this.#previews.drop();
  }

  /** Ask what the order at hand comes to; a march that goes too far is cut to what may be done. */
  #ask(): void {
    const [draft, aim] = [this.draft, this.aim];
    const text = draft ? written(draft, this.isGeneral(draft.unit)) : aim;
    if (!text) return;
    this.#previews.want(async () => {
      const preview = await api.preview(this.table.token, text, draft !== null);
      const cut = draft && preview.order !== text ? { ...draft, ...readMove(preview.order) } : null;
      return { asked: draft, cut, preview };
    });
  }
}
