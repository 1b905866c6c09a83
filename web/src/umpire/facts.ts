/** What an umpired table knows besides what every table does: the roster, what is due, the words of entries. */

import type { AnyTable, Facts, Side } from "../types";

export interface RangeBand {
  inches: string;
  label: string;
  factor: number | null;
}

/** A word of an entry; of the chips of one group only one holds. */
export interface Chip {
  word: string;
  label: string;
  rule: string;
  value: number | null;
  group: string;
}

export interface UnitRow {
  id: string;
  title: string;
  side: Side;
  arm: string;
  quality: string;
  weapon: string;
  figures: number;
  original: number;
  /** figures or guns that could fire now */
  able: number;
  formation: string;
  formations: string[];
  place: "table" | "reserve" | "gone";
  standing: string;
  states: string[];
  general: string;
  charges: string;
  melee: string[];
  did: string[];
  /** the unit whose screen it is */
  parent: string;
  bands: RangeBand[];
}

export interface GeneralRow {
  id: string;
  title: string;
  side: Side;
  role: string;
  joined: string;
  place: string;
}

export interface DueRow {
  unit: string;
  verb: "morale" | "fatigue" | "risk";
  step: string;
  number: string;
  rule: string;
  reasons: string[];
}

export interface UmpireFacts extends Facts {
  scenario: string;
  step: string;
  clock: string;
  first: string;
  initiative: string;
  roster: UnitRow[];
  generals: GeneralRow[];
  due: DueRow[];
  chips: Record<"fire" | "morale" | "melee", Chip[]>;
}

/** Whether the table is the players' own: there is neither a map nor a sheet to draw. */
export function isUmpired(table: Pick<AnyTable, "map" | "sheet">): boolean {
  return !table.map && !table.sheet;
}

/** The kind of counter that stands for an arm. */
export function kindOf(arm: string): string {
  if (arm.endsWith("artillery") || arm === "artillery_crew") return "artillery";
  return arm.endsWith("cavalry") ? "cavalry" : arm;
}

const REASONS: Record<string, string> = {
  before_charge: "before charging",
  receive_charge: "it is charged",
  charger_hit: "hit while charging",
  melee_lost: "lost its melee",
  friends_routing: "friends rout",
  rally: "to rally",
  losses: "losses",
  alarm: "an alarm",
};

export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}
