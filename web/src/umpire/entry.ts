/** Entries in words, made of what was tapped. */

import type { Chip, RangeBand } from "./facts";

/** A group of a unit that fires at one target. */
export interface Group {
  target: string;
  inches: string;
  /** 0: everybody who can */
  firing: number;
  words: readonly string[];
}

const joined = (...words: (string | number)[]): string => words.filter((word) => word !== "").join(" ");
const dice = (thrown: readonly number[]): string => (thrown.length ? `${thrown.length > 1 ? "dice" : "die"} ${thrown.join(" ")}` : "");

export function fireEntry(unit: string, groups: readonly Group[], die: number | null = null): string {
  const told = groups.map(({ target, inches, firing, words }) => joined(target, inches, firing ? `firing ${firing}` : "", ...words));
  return joined("fire", unit, told.join(" and "), dice(die === null ? [] : [die]));
}

export function moraleEntry(unit: string, reasons: readonly string[], words: readonly string[], die: number | null = null): string {
  return joined("morale", unit, ...reasons, ...words, dice(die === null ? [] : [die]));
}

export function chargeEntry(unit: string, target: string, words: readonly string[], die: number | null = null): string {
  return joined("charge", unit, target, ...words, dice(die === null ? [] : [die]));
}

/** One unit of a melee: how many of its figures strike each enemy, and what is true of it. */
export interface Fighter {
  unit: string;
  strikes: Readonly<Record<string, number>>;
  words: readonly string[];
}

export function meleeEntry(fighters: readonly Fighter[], thrown: readonly number[] = []): string {
  const blows = (strikes: Fighter["strikes"]): string[] => Object.entries(strikes).flatMap(([enemy, figures]) => (figures ? [`${enemy} ${figures}`] : []));
  const told = fighters.map(({ unit, strikes, words }) => joined(unit, ...blows(strikes), ...words));
  return joined("melee", told.join(" and "), dice(thrown));
}

/** Figures told off to so many enemies, as evenly as can be, the first with more. */
export function toldOff(figures: number, enemies: readonly string[]): Record<string, number> {
  const [each, over] = [Math.floor(figures / enemies.length), figures % enemies.length];
  return Object.fromEntries(enemies.map((enemy, i) => [enemy, each + (i < over ? 1 : 0)]));
}

/** The words after a chip was tapped: taken back, or added in place of the others of its group. */
export function toggled(words: readonly string[], chip: Chip, chips: readonly Chip[]): string[] {
  if (words.includes(chip.word)) return words.filter((word) => word !== chip.word);
  const rivals = new Set(chip.group ? chips.filter(({ group }) => group === chip.group).map(({ word }) => word) : []);
  return [...words.filter((word) => !rivals.has(word)), chip.word];
}

export interface Known {
  reason: string;
  value: number;
  rule: string;
}

/** Lines of the arithmetic that no tapped chip accounts for: what the roster knows. */
export function known(lines: readonly Known[], words: readonly string[], chips: readonly Chip[]): Known[] {
  const told = chips.filter(({ word }) => words.includes(word)).map(({ rule, value }) => `${rule} ${value}`);
  return lines.filter(({ rule, value }) => {
    const at = told.indexOf(`${rule} ${value}`);
    if (at >= 0) told.splice(at, 1);
    return at < 0;
  });
}

/** Chips that still say something: what the roster knows need not be told. */
export function untold(chips: readonly Chip[], words: readonly string[], fixed: readonly Known[]): Chip[] {
  const sure = new Set(fixed.map(({ rule }) => rule));
  return chips.filter(({ word, rule }) => words.includes(word) || !sure.has(rule));
}

/** The arithmetic of a melee by unit: each begins with its line of the fighting table. */
export function byFighter(lines: readonly Known[]): Known[][] {
  const found: Known[][] = [];
  for (const line of lines) {
    if (line.rule.includes(":melee.base.")) found.push([]);
    else found.at(-1)?.push(line);
  }
  return found;
}

/** The bands in which there is a shot; whether there are others. */
export function shots(bands: readonly RangeBand[]): { with: RangeBand[]; more: boolean } {
  const found = bands.filter(({ factor }) => factor !== null);
  return { with: found, more: found.length < bands.length };
}
