/** The wire contract: what the server sends and takes. */

export type Hex = string;
export type Side = string;

export interface Option {
  name: string;
  meaning: string;
  default: string | number | boolean;
  values: (string | number | boolean)[] | null;
}

export interface SystemInfo {
  slug: string;
  title: string;
  sides: Side[];
  scenarios: { slug: string; title: string }[];
  options: Option[];
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

export interface Result {
  winner: Side | null;
  level: string;
  rule: string;
  reason: string;
  scores: { side: Side; points: number; reason: string; rule: string }[];
}

export interface View {
  system: string;
  scenario: string;
  side: Side;
  facts: Facts;
  waiting_for: Side | null;
  decision: { question: string; rule: string; choices: string[] } | null;
  result: Result | null;
}

export interface Entry {
  number: number;
  side: Side;
  text: string;
  rules: string[];
  details: string[];
  dice: number[];
  kind: string;
  /** what the computer thought; empty until the battle is over */
  reason: string;
}

export interface Moment {
  battle: string;
  seat: Side | "spectator";
  number: number;
  /** `log` has the entries numbered above this */
  after: number;
  view: View;
  log: Entry[];
  names: Record<Side, string>;
  dice: { commitment: string | null; revealed: string | null; secret: string | null; nonces: Record<Side, string> };
  undo: boolean;
  pending: { take_back: number | null; by: Side | null; seats: Side[] };
}

export type Who = "me" | "friend" | "computer";

export interface NewBattle {
  system: string;
  scenario: string;
  options: Record<string, string | number | boolean>;
  seats: Record<Side, { who: Who; level: number }>;
  seed: number | null;
  nonce: string;
}

export interface Seats {
  battle: string;
  seats: Record<Side, string>;
  watch: string;
}

export interface MyBattle {
  token: string;
  battle: string;
  system: string;
  scenario: string;
  side: Side;
  turn: string;
  yours: boolean;
  over: boolean;
  number: number;
}

export interface Refusal {
  rule: string | null;
  why: string;
}

export interface Odds {
  outcomes: { probability: string; percent: number; effects: string[] }[];
  ledger: { value: number; reason: string; rule: string }[];
}

export interface Sight {
  clear: boolean;
  line: Hex[][];
  bars: { rule: string; why: string; hex: Hex | null }[];
}

export interface Reach {
  move: Record<Hex, number>;
  fire: Record<Hex, number>;
}

export interface RuleText {
  id: string;
  section: string;
  kind: string;
  duty: string;
}

export interface Fault {
  error: { where: string; what: string; rule: string | null };
}
