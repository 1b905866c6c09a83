/** Words for the screen: plain, short, naming the unit and the hex. */

import type { Piece, Side } from "./types";

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

const SAYINGS: Record<string, string> = {
  place: "Set up in",
  plot: "Bombard",
  "call-off": "Call off",
  chaos: "Chaos of War in",
  to: "Go to",
  fire: "Fire at",
  lay: "Lay the bridge of",
  drop: "Drop the bridge of",
  take: "Take the bridge with",
  with: "Move along",
  add: "Fires too:",
  all: "All who can fire",
  support: "Officer supports:",
  resolve: "Fire now",
  lose: "Lose",
  historical: "Historical set-up",
  hold: "Keep the bridge back",
  done: "Done",
  stop: "Stop here",
};

/** A choice as a button says it: "Fire at 1519", "Move Company A, 13th US". */
export function saying(choice: string, pieces: ReadonlyMap<string, Piece>): string {
  const [verb = "", ...objects] = choice.split(" ");
  const what = objects.map((object) => pieces.get(object)?.title ?? object).join(" ");
  const lead = SAYINGS[verb] ?? inWords(verb);
  return what ? `${lead} ${what}` : lead;
}
