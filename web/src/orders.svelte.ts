/** Orders that outlive a decision: marches that go on turn after turn, who holds, the last shift, standing answers.
 *
 * The record knows none of them: each time they are carried out as small choices. They are kept in this browser. */

import { recallAs, remember } from "./storage";
import type { Battle } from "./battle.svelte";
import type { Facts, Hex, Offer, Standing } from "./types";

/** Each unit with the place it marches to, and how it stood when the order was given. */
export interface March {
  title: string;
  /** what they do, in words */
  told?: string;
  /** a hex of its own; on a measured table the order, with a blank for the units */
  goals: Record<string, string>;
  condition: Record<string, string>;
}

/** A question that is answered in the same way each time. */
export interface Answer {
  rule: string;
  question: string;
  text: string;
  label: string;
}

interface Kept {
  marches: March[];
  answers: Answer[];
}

const NONE: Kept = { marches: [], answers: [] };

/** What the enemy can do to a unit: a change of this ends its march. */
function condition(standing: Standing | undefined): string {
  return [standing?.steps?.left ?? standing?.strength ?? "", ...(standing?.states ?? [])].join(" ");
}

export class Orders {
  marches = $state.raw<March[]>([]);
  answers = $state.raw<Answer[]>([]);
  /** units that stand, until the phase ends */
  held = $state.raw<ReadonlySet<string>>(new Set());
  /** the last shift that was ordered */
  last = $state.raw<{ from: Hex; to: Hex } | null>(null);
  #phase = "";

  constructor(readonly battle: Battle) {
    const kept = this.#read();
    this.marches = kept.marches;
    this.answers = kept.answers;
  }

  /** Units stand: they are neither asked for nor counted until the phase ends. */
  hold(units: readonly string[]): void {
    this.held = new Set([...this.held, ...units]);
  }

  /** Whether this is another phase: then whoever stood is asked again. */
  see(facts: Facts): boolean {
    const phase = `${facts.turn} ${facts.phase} ${facts.phasing ?? ""}`;
    const isNew = phase !== this.#phase;
    if (isNew && this.held.size) this.held = new Set();
    this.#phase = phase;
    return isNew;
  }

  /** These units march on, each to its place, until they are there, cancelled or interrupted. */
  keep(title: string, told: string, goals: Record<string, string>, facts: Facts): void {
    const units = new Set(Object.keys(goals));
    const others = this.marches
      .map((march) => ({
        ...march,
        goals: Object.fromEntries(Object.entries(march.goals).filter(([unit]) => !units.has(unit))),
      }))
      .filter(({ goals }) => Object.keys(goals).length);
    const before = Object.fromEntries([...units].map((unit) => [unit, condition(facts.units[unit])]));
    this.marches = [...others, { title, told, goals, condition: before }];
    this.#write();
  }

  cancel(march: March): void {
    this.marches = this.marches.filter((one) => one !== march);
    this.#write();
  }

  /** The units of a march that have still to go, unless the enemy has hurt them since. */
  onTheWay(march: March, facts: Facts, where: ReadonlyMap<string, Hex>): Record<string, Hex> {
    return Object.fromEntries(
      Object.entries(march.goals).filter(
        ([unit, goal]) =>
          where.has(unit) && where.get(unit) !== goal && condition(facts.units[unit]) === march.condition[unit],
      ),
    );
  }

  /** From now on a question is answered like this. */
  always({ text, label }: Offer): void {
    const asked = this.battle.view?.decision;
    if (!asked) return;
    const others = this.answers.filter(({ rule }) => rule !== asked.rule);
    this.answers = [...others, { rule: asked.rule, question: asked.question, text, label }];
    this.#write();
  }

  ask(answer: Answer): void {
    this.answers = this.answers.filter((one) => one !== answer);
    this.#write();
  }

  /** How the question is answered without being asked. */
  answerTo(rule: string, offers: readonly Offer[]): Offer | undefined {
    const standing = this.answers.find((one) => one.rule === rule);
    return standing && offers.find(({ text }) => text === standing.text);
  }

  get #key(): string {
    return `longroll.orders.${this.battle.token}`;
  }

  #read(): Kept {
    return { ...NONE, ...recallAs<Partial<Kept>>(this.#key, {}) };
  }

  #write(): void {
    remember(this.#key, JSON.stringify({ marches: this.marches, answers: this.answers }));
  }
}
