/** Words for the screen: plain, short, naming the unit and the hex. */

import type { Side } from "./types";

/** "graveyard_road" as "Graveyard Road". */
export function inWords(name: string): string {
  return name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** "barred_chaos_is_spent" as "Barred chaos is spent". */
export function asSentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Figures as they are printed, with a true minus. */
export function minus(figure: string): string {
  return figure.replaceAll(/(^|\s)-(?=\d)/g, "$1−");
}

export function figure(value: number): string {
  return minus(String(value));
}

/** What is added or taken: "+1", "−2"; nothing where there is no number. */
export function signed(value: number | null): string {
  return value === null ? "" : `${value > 0 ? "+" : ""}${figure(value)}`;
}

/** Text that goes into drawn SVG: names come from data files. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function sideName(side: Side): string {
  return inWords(side);
}

/** The part of a rule id that a rulebook prints: "stockade_redan:11.2.1" as "11.2.1". */
export function section(rule: string): string {
  return rule.slice(rule.indexOf(":") + 1);
}

/** A number of points, with halves as they are printed: 1.5 as "1½". */
export function points(value: number): string {
  const whole = Math.floor(value);
  return value === whole ? String(whole) : `${whole || ""}½`;
}

/** A noun for a number of things: "stack", "stacks". */
export function noun(count: number, one: string): string {
  return count === 1 ? one : `${one}s`;
}

/** A number with its noun: "1 stack", "3 stacks". */
export function counted(count: number, one: string): string {
  return `${count} ${noun(count, one)}`;
}
