/**
 * What the server takes and sends. Made from its own types; to make it again:
 * python -m longroll.server.typescript web/src/wire.ts
 */

/** A decision as it leaves the engine. */
export interface Asked {
  question: string;
  rule: string;
  choices: string[];
}

/** One line of the reckoning of a battle. */
export interface Score {
  side: string;
  points: number;
  reason: string;
  rule: string;
}

/** How a battle ended: the winner (None for a draw), the level, and the rule that says so. */
export interface Result {
  winner: string | null;
  level: string;
  rule: string;
  reason: string;
  scores: Score[];
}

/** All that a side may know now. Only views leave the engine. */
export interface View {
  system: string;
  scenario: string;
  side: string;
  facts: unknown;
  waiting_for: string | null;
  decision: Asked | null;
  result: Result | null;
}

/** Who is to play a side. */
export interface SeatWanted {
  who: "computer" | "friend" | "me";
  level?: number;
}

/** A battle to begin. Sides not named are played by the computer. */
export interface NewBattle {
  system: string;
  scenario?: string | null;
  options?: Record<string, boolean | number | string>;
  seats?: Record<string, SeatWanted>;
  seed?: number | null;
  nonce?: string | null;
  open_book?: boolean;
}

/** A choice, or a gesture of several, at the moment `at`. */
export interface Choose {
  at: number;
  choice: string;
}

export interface TakeBack {
  to: number;
}

export interface Consent {
  agree: boolean;
}

/** `choose` over the WebSocket. */
export interface ChooseFrame {
  type: "choose";
  at: number;
  choice: string;
}

/** `undo` over the WebSocket. */
export interface UndoFrame {
  type: "undo";
}

export interface Trouble {
  where: string;
  what: string;
  rule: string | null;
}

/** Every answer that is not what was asked for. */
export interface ErrorBody {
  error: Trouble;
}

export interface ErrorFrame {
  type: "error";
  error: Trouble;
}

export interface ScenarioFacts {
  slug: string;
  title: string;
}

export interface OptionFacts {
  name: string;
  meaning: string;
  default: boolean | number | string;
  values: (boolean | number | string)[] | null;
}

export interface SystemFacts {
  slug: string;
  title: string;
  sides: string[];
  scenarios: ScenarioFacts[];
  options: OptionFacts[];
}

export interface RuleFacts {
  id: string;
  section: string;
  kind: string;
  duty: string;
}

/** A battle and the tokens of its human seats; whoever has `watch` may look on. */
export interface Created {
  battle: string;
  seats: Record<string, string>;
  watch: string;
}

/**
 * One line of the log, as the seat may know it.
 *
 * `reason` is what the computer thought; without an open book it stays empty until the battle
 * is over.
 */
export interface Entry {
  number: number;
  side: string;
  text: string;
  rules: string[];
  details: string[];
  dice: number[];
  kind: string;
  reason: string;
}

/** The commitment, and what it was to, once the battle is over. */
export interface DiceFacts {
  commitment: string | null;
  revealed: string | null;
  secret: string | null;
  nonces: Record<string, string>;
}

/** What waits for a person: consent to a take-back, or seats nobody has taken yet. */
export interface Pending {
  take_back: number | null;
  by: string | null;
  seats: string[];
}

/** All a seat may know of a moment. `log` has the entries numbered above `after`. */
export interface Moment {
  battle: string;
  seat: string;
  number: number;
  after: number;
  view: View;
  log: Entry[];
  names: Record<string, string>;
  dice: DiceFacts;
  undo: boolean;
  pending: Pending;
}

/** A Moment over the WebSocket. */
export interface MomentFrame {
  type: "moment";
  battle: string;
  seat: string;
  number: number;
  after: number;
  view: View;
  log: Entry[];
  names: Record<string, string>;
  dice: DiceFacts;
  undo: boolean;
  pending: Pending;
}

export interface Bars {
  rule: string;
  why: string;
}

export interface OutcomeFacts {
  probability: string;
  percent: number;
  effects: string[];
}

export interface LineFacts {
  value: number;
  reason: string;
  rule: string;
}

export interface OddsFacts {
  outcomes: OutcomeFacts[];
  ledger: LineFacts[];
  rules: string[];
}

/** One battle of the list of my battles. */
export interface MyBattle {
  token: string;
  battle: string;
  system: string;
  scenario: string;
  side: string;
  turn: string;
  yours: boolean;
  over: boolean;
  number: number;
}

export interface CommitmentFacts {
  commitment: string | null;
  nonces: Record<string, string>;
}

/** What bars a line: the rule, the reason, and the place where it has one. */
export interface Bar {
  rule: string;
  why: string;
  hex: string | null;
}

/** A line between two places: what it crosses, and everything that bars it. */
export interface Sight {
  clear: boolean;
  line: string[][];
  bars: Bar[];
}

/** Where a unit could go, with the cost, and what it could fire at, with its strength. */
export interface Reach {
  move: Record<string, number>;
  fire: Record<string, number>;
}
