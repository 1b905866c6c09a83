/** A new battle as the start page proposes it. */

import type { NewBattle, ScenarioText, SeatWanted, Side, SystemFacts } from "../types";

/** A battle with every wish spelled out. */
export interface Plan extends Required<NewBattle> {
  seats: Record<Side, Required<SeatWanted>>;
}

/** What a list of scenarios says for one from a file. */
export const FROM_FILE = "";
/** What it says for one that is made from a form: no scenario has such a name. */
export const FROM_FORM = "#";

/** One player against the computer at its middle level, with the first side where none is named. */
export function duel(system: SystemFacts, mine = system.sides[0]): Plan {
  // Two people at a real table share a phone, and mend what they mistyped.
  const { shared } = system.card;
  const level = Math.floor(system.levels.length / 2) + 1;
  const seats = system.sides.map(
    (side) => [side, { who: shared || side === mine ? "me" : "computer", level }] as const,
  );
  const scenario = system.scenarios[0]?.slug ?? FROM_FILE;
  const options = usualOptions(system, scenario);
  return {
    system: system.slug,
    scenario,
    options: shared ? { ...options, undo: "free" } : options,
    seats: Object.fromEntries<Required<SeatWanted>>(seats),
    seed: null,
    open_book: false,
  };
}

/** The options with which a scenario is usually played; `own` are those of one from a file. */
export function usualOptions(
  system: SystemFacts,
  scenario: string,
  own: NewBattle["options"] = {},
): Required<NewBattle>["options"] {
  const usual = Object.fromEntries(system.options.map(({ name, default: value }) => [name, value]));
  return { ...usual, ...system.scenarios.find(({ slug }) => slug === scenario)?.options, ...own };
}

/** Files as the server takes them: the scenario first, its table after it. */
export function scenarioFirst(files: readonly ScenarioText[]): ScenarioText[] {
  const isTable = ({ name, text }: ScenarioText): boolean =>
    name.includes(".table.") || text.split("\n").some((line) => line.startsWith("[[piece]]"));
  return [...files].sort((one, other) => Number(isTable(one)) - Number(isTable(other)));
}

/** Who may play a side, and how a list says it. */
export function players(system: SystemFacts): (Required<SeatWanted> & { words: string })[] {
  const levels = system.levels.map((title, at) => ({
    who: "computer" as const,
    level: at + 1,
    words: `computer, level ${at + 1} (${title})`,
  }));
  return [{ who: "me", level: 1, words: "me" }, { who: "friend", level: 1, words: "a friend, by link" }, ...levels];
}

/** Whether the computer's thoughts may be read as it plays: they would help one player against another. */
export function mayOpenBook({ seats }: Plan): boolean {
  const who = Object.values(seats).map((seat) => seat.who);
  return who.includes("computer") && !who.includes("friend");
}
