/** Words for the screen: plain, short, naming the unit and the hex. */

import type { GroupFacts, Piece, Side } from "./types";

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

/** A number as it is printed, with a true minus. */
export function figure(value: number): string {
  return String(value).replace("-", "−");
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

const SAYINGS: Record<string, string> = {
  place: "Set up in",
  plot: "Bombard",
  "call-off": "Call off",
  chaos: "Chaos of War in",
  to: "Go to",
  fire: "Fire at",
  lay: "Lay the bridge of",
  drop: "Drop the bridge of",
  take: "Take",
  with: "Along:",
  all: "All who can",
  support: "Officer supports:",
  resolve: "Fire now",
  lose: "Lose",
  historical: "Historical set-up",
  done: "Done",
  stop: "Stop here",
  top: "To the top",
  melee: "Attack",
  charge: "Charge with",
  rapid: "Rapid fire:",
  unfoul: "Clear the guns of",
  stand: "Stand",
  go: "Go",
  keep: "Leave it so",
  stay: "Stay",
  advance: "Advance",
  retreat: "Fall back:",
  fight: "Fight in",
  leave: "Break off in",
  post: "Take post in",
  promote: "Promote",
  rally: "Rally",
  always: "Always fire back this phase",
  never: "Never fire back this phase",
  enter: "Bring on",
  detach: "Detach",
  join: "Comes with",
  reveal: "Announce area",
  rest: "The rest of the group at once",
  default: "The usual for all the rest",
  barrage: "Open the barrage",
  back: "Back to",
  out: "Send out",
  reserve: "In reserve",
  forward: "Forward",
  elsewhere: "Elsewhere",
};

/** Choices that need more than a verb and its objects. */
const SENTENCES: Record<string, (...objects: string[]) => string> = {
  face: (way = "") => `Face ${way}`,
  form: (formation = "") => (formation === "limbered" ? "Limber up" : formation === "unlimbered" ? "Unlimber" : formation === "mounted" ? "Mount" : formation === "dismounted" ? "Dismount" : `Form ${formation}`),
  add: (unit = "", strength = "") => (strength ? `${unit}: ${strength}` : `Fires too: ${unit}`),
  extend: (leader = "", brigade = "") => `${leader} lends a point to ${brigade}`,
  attach: (brigade = "", division = "") => `Attach ${brigade} to ${division}`,
  draw: (unit = "", wagon = "") => `${unit} draws from ${wagon}`,
  share: (giver = "", taker = "") => `${giver} shares with ${taker}`,
  crew: (wagon = "", unit = "") => `${unit} mans ${wagon}`,
  commit: (formation = "") => (formation ? `Commit ${formation}` : "Attack now"),
  hold: (area = "") => (area ? `Held off area ${area}` : "Hold"),
  plot: (where = "", turn = "") => (turn ? `Area ${where}, Game-Turn ${turn}` : `Bombard ${where}`),
};

/** Verbs whose objects are parts of the order of battle where a leader has the same name; of some the first is not. */
const OF_GROUPS: Record<string, number> = { extend: 1, detach: 0, attach: 0, commit: 0, join: 0, enter: 0 };

/** Whether an object of a choice names a group rather than a piece. */
export function isGroup(verb: string, place: number, groups: ReadonlyMap<string, GroupFacts>, word: string): boolean {
  return place >= (OF_GROUPS[verb] ?? Infinity) && groups.has(word);
}

const NO_GROUPS: ReadonlyMap<string, GroupFacts> = new Map();

/** A choice as a button says it: "Fire at 1519", "Move Company A, 13th US". */
export function saying(choice: string, pieces: ReadonlyMap<string, Piece>, groups: ReadonlyMap<string, GroupFacts> = NO_GROUPS): string {
  const [verb = "", ...objects] = choice.split(" ");
  const named = objects.map((object, i) =>
    isGroup(verb, i, groups, object) ? groups.get(object)!.title : (pieces.get(object)?.title ?? groups.get(object)?.title ?? object),
  );
  const sentence = SENTENCES[verb];
  if (sentence) return sentence(...named);
  const lead = SAYINGS[verb] ?? inWords(verb);
  return named.length ? `${lead} ${named.join(" ")}` : lead;
}
