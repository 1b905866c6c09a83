/** What the client works with: the wire's own types, and the facts of a table, which the wire leaves open. */

import type * as wire from "./wire";

export type {
  Bars,
  Created,
  Entry,
  ErrorBody,
  MyBattle,
  NewBattle,
  OddsFacts,
  OptionFacts,
  Reach,
  Result,
  RuleFacts,
  SeatWanted,
  Sight,
  SystemFacts,
} from "./wire";

export type Hex = string;
export type Side = string;

export type View = Omit<wire.View, "facts"> & { facts: Facts };
export type Moment = Omit<wire.Moment, "view"> & { view: View };
export type Frame = (Omit<wire.MomentFrame, "view"> & { view: View }) | wire.ErrorFrame;

/** Why something was not done; the rule is missing where no rule says so. */
export interface Refusal {
  rule: string | null;
  why: string;
}

export interface MapFacts {
  title: string;
  columns: [number, number];
  rows: [number, number];
  high: "even" | "odd";
  terrain: Record<Hex, string>;
  level: Record<Hex, number>;
  roads: Record<string, Hex[]>;
  hexsides: Record<string, [Hex, Hex][]>;
  zones: Record<string, Hex[]>;
  labels: Record<Hex, string>;
}

export interface Piece {
  id: string;
  title: string;
  side: Side;
  kind: string;
  regiment: string;
  movement: number;
  /** "morale": as strong as the morale of the side */
  fire: number | "morale";
  range: number;
}

export interface Regiment {
  name: string;
  title: string;
  side: Side;
}

export interface TableFacts {
  slug: string;
  title: string;
  sides: Side[];
  map: MapFacts;
  pieces: Piece[];
  regiments: Regiment[];
  phases: { number: string; title: string; side: Side | null }[];
  turns: number;
  defence: Record<string, number>;
}

export interface Stack {
  hex: Hex;
  side: Side;
  /** null where the viewer may not look into the stack */
  units: string[] | null;
}

export interface Facts {
  assault: number;
  turn: number;
  turns: number;
  phase: string;
  morale: number;
  option: number;
  stacks: Stack[];
  bridges: { hex: Hex; up: string; carrier: string | null }[];
  markers: { side: Side; hex: Hex; tried: boolean }[];
  carnage: Hex[];
  chaos: Record<Hex, Side>;
  union_held: Hex[];
  lost: string[];
  spent: string[];
  fired_into: Hex[];
}
