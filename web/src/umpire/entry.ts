/** Entries, made of what was tapped: the desk says how they are written. */

import { filled } from "../blanks";
import type { Button, Chip, Die, EntryForm, Field, Line, Scene, Throw } from "../types";

/** What was filled in, by the names of the fields. */
export type Values = Readonly<Record<string, string | number>>;

/** A part of an entry: whom it is about, what was filled in and what is true. */
export interface Part {
  unit: string;
  target: string;
  values: Values;
  words: readonly string[];
}

/** A field as it is written; a number that is the usual one need not be told. */
export function told(
  { text = "{value}", kind, usual, told: always }: Field,
  value: string | number,
  target = "",
): string {
  const isUsual = kind === "number" && value === usual && !always;
  return value === "" || isUsual ? "" : filled(text, { value, target });
}

/** Fields with nothing told yet: numbers as usual, options and words to come. */
export function fresh(fields: readonly Field[]): Record<string, string | number> {
  return Object.fromEntries(fields.map(({ name, kind, usual }) => [name, kind === "number" ? (usual ?? 0) : ""]));
}

/** Whether everything is filled in that has to be. */
export function isFull(fields: readonly Field[], values: Values): boolean {
  return fields.every(({ name, kind }) => kind !== "choice" || values[name] !== "");
}

/** An entry of one unit. */
export function ofOne(form: EntryForm, unit: string, reasons: readonly string[], words: readonly string[]): string {
  return filled(form.text, { unit, reasons: reasons.join(" "), words: words.join(" ") });
}

/** An entry of a unit and those it does something to. */
export function atOthers(form: EntryForm, unit: string, parts: readonly Part[]): string {
  const fields = form.fields?.[unit] ?? [];
  const written = parts.map(({ target, values, words }) =>
    filled(form.part ?? "", {
      ...Object.fromEntries(fields.map((field) => [field.name, told(field, values[field.name] ?? "")])),
      target,
      words: words.join(" "),
    }),
  );
  return filled(form.text, { unit, parts: written.join(` ${form.joint ?? ""} `) });
}

/** One unit of an entry between units: its number for each enemy, and what is true of it. */
export interface Fighter {
  unit: string;
  blows: Readonly<Record<string, number>>;
  words: readonly string[];
}

/** An entry between units of both sides. */
export function between(form: EntryForm, fighters: readonly Fighter[]): string {
  const written = fighters.map(({ unit, blows, words }) => {
    const field = form.fields?.[unit]?.[0];
    const struck = Object.entries(blows).filter(([, number]) => number > 0);
    return filled(form.part ?? "", {
      unit,
      blows: field ? struck.map(([enemy, number]) => told(field, number, enemy)).join(" ") : "",
      words: words.join(" "),
    });
  });
  return filled(form.text, { parts: written.join(` ${form.joint ?? ""} `) });
}

/** An entry with the dice that the players rolled, after the word for them; a die may be left out. */
export function withDice(
  entry: string,
  thrown: string,
  dice: readonly Die[],
  faces: readonly (number | null)[],
): string {
  const shown = faces.flatMap((face, i) => (face === null ? [] : [dice[i]?.word ?? "", String(face)]));
  return shown.length ? [entry, thrown, ...shown].filter(Boolean).join(" ") : entry;
}

/** The entry of a throw; its word for dice comes only with dice. */
export function thrownEntry({ text, thrown = "", dice }: Throw, faces: readonly (number | null)[]): string {
  return withDice(text, thrown, dice, faces);
}

/** The units that a scene is about. */
export function unitsOf({ where = [], shots = [], losses = [] }: Scene): string[] {
  return [...where, ...shots.flatMap(({ start, to }) => [...start, to]), ...losses.map(({ unit }) => unit)];
}

/** Whether a button is shown for a unit, may be tapped, and is true already. */
export function stateOf({ units = [], on = [] }: Button, unit: string): { shown: boolean; off: boolean; on: boolean } {
  const [may, is] = [units.includes(unit), on.includes(unit)];
  return { shown: may || is, off: !may, on: is };
}

/** A number told off to so many, as evenly as can be, the first with more. */
export function toldOff(number: number, enemies: readonly string[]): Record<string, number> {
  const [each, over] = [Math.floor(number / enemies.length), number % enemies.length];
  return Object.fromEntries(enemies.map((enemy, i) => [enemy, each + (i < over ? 1 : 0)]));
}

/** Chips that may be told of a unit, and of whom it does something to. */
export function tellable(chips: readonly Chip[], unit: string, target = ""): Chip[] {
  return chips.filter(
    ({ units = null, targets = null }) =>
      (units === null || units.includes(unit)) && (targets === null || targets.includes(target)),
  );
}

/** The words after a chip was tapped: taken back, or added in place of the others of its group. */
export function toggled(words: readonly string[], chip: Chip, chips: readonly Chip[]): string[] {
  if (words.includes(chip.word)) return words.filter((word) => word !== chip.word);
  const rivals = new Set(chip.group ? chips.filter(({ group }) => group === chip.group).map(({ word }) => word) : []);
  return [...words.filter((word) => !rivals.has(word)), chip.word];
}

/** Lines of the arithmetic that no tapped chip accounts for: what the roster knows. */
export function known(lines: readonly Line[], words: readonly string[], chips: readonly Chip[]): Line[] {
  const said = chips
    .filter(({ word }) => words.includes(word))
    .map(({ rule = "", value = null }) => `${rule} ${value}`);
  return lines.filter(({ rule, value }) => {
    const at = said.indexOf(`${rule} ${value}`);
    if (at >= 0) said.splice(at, 1);
    return at < 0;
  });
}

/** Chips that still say something: what the roster knows need not be told. */
export function untold(chips: readonly Chip[], words: readonly string[], fixed: readonly Line[]): Chip[] {
  const sure = new Set(fixed.map(({ rule }) => rule));
  return chips.filter(({ word, rule = "" }) => words.includes(word) || !sure.has(rule));
}

/** Options that are offered after the words chosen so far. */
export function fitting({ options = [] }: Field, chosen: readonly (string | number)[]): NonNullable<Field["options"]> {
  return options.filter(({ when = [] }) => !when.length || when.some((word) => chosen.includes(word)));
}
