/**
 * What the server takes and sends. Made from its own types; to make it again:
 * python -m longroll.server.typescript web/src/wire.ts
 */

/** A decision as it leaves the engine; `open` where more may be chosen than is listed. */
export interface Asked {
  question: string;
  rule: string;
  choices: string[];
  open: boolean;
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
  open_book?: boolean;
}

/** A choice, or a gesture of several, at the moment `at`. */
export interface Choose {
  at: number;
  choice: string;
}

/** An invitation, and the token that the guest has drawn for the seat. */
export interface Accept {
  invitation: string;
  token: string;
}

export interface Tokens {
  tokens: string[];
}

/** What a player brings to the dice, once it has seen what the server is committed to. */
export interface Sit {
  commitment: string;
  nonce?: string | null;
  anchor?: string | null;
}

/** A player's link for a batch of dice. */
export interface GiveLink {
  batch: number;
  link: string;
}

export interface TakeBack {
  to: number;
}

/** An answer to a take-back, which names what it is about. */
export interface Consent {
  to: number;
  agree: boolean;
}

/**
 * What to do where a computer player failed: let it try again, hand its side to chance, or
 * play it yourself.
 */
export interface Rescue {
  how: "again" | "chance" | "me";
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

/** `link` over the WebSocket. */
export interface LinkFrame {
  type: "link";
  batch: number;
  link: string;
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

/**
 * A battle, the tokens of your seats, and an invitation for each seat of a friend.
 *
 * Whoever has `watch` may look on. The server is committed to its part of the dice.
 */
export interface Created {
  battle: string;
  seats: Record<string, string>;
  invitations: Record<string, string>;
  watch: string;
  commitment: string | null;
}

/** The seat that an invitation was for. */
export interface Joined {
  battle: string;
  side: string;
  commitment: string | null;
}

/** The side that goes on, and its token for whoever plays it now. */
export interface Rescued {
  side: string;
  token: string | null;
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

/** A batch of dice that waits for this seat's link, and what binds the decision behind it. */
export interface LinkWanted {
  batch: number;
  bind: string;
}

/** What everybody brought to the dice; the secret only when no more of them can fall. */
export interface DiceFacts {
  kind: "committed" | "linked" | "scripted" | "seeded";
  commitment: string | null;
  revealed: string | null;
  secret: string | null;
  nonces: Record<string, string>;
  anchors: Record<string, string>;
  wanted: LinkWanted | null;
}

/**
 * What waits for a person: consent to a take-back, seats to be taken, links for the dice, and
 * what to do about a computer player that failed.
 */
export interface Pending {
  take_back: number | null;
  by: string | null;
  seats: string[];
  links: string[];
  failure: string | null;
}

/**
 * All a seat may know of a moment. `log` has the entries numbered above `after`.
 *
 * All numbers are counts of this seat's own. `abandoned` is the side that ended the battle
 * before its time.
 */
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
  abandoned: string | null;
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
  abandoned: string | null;
}

export interface Bars {
  rule: string;
  why: string;
}

/** One outcome of a choice; `error` is in percent too, and 0 where the odds are exact. */
export interface OutcomeFacts {
  probability: string;
  percent: number;
  effects: string[];
  kind: "ammunition" | "capture" | "destruction" | "end" | "leader" | "loss" | "nothing" | "other" | "pin" | "retreat" | "rout";
  error: number;
}

export interface LineFacts {
  value: number;
  reason: string;
  rule: string;
}

/** The odds of a choice: exact, or `sampled` in so many trials. */
export interface OddsFacts {
  outcomes: OutcomeFacts[];
  ledger: LineFacts[];
  rules: string[];
  sampled: number;
}

/** One battle of the list of my battles; `fault` says why one cannot be opened. */
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
  fault: string;
}

/** What bars a line: the rule, the reason, and the place where it has one. */
export interface Bar {
  rule: string;
  why: string;
  hex: string | null;
}

/**
 * A point of a line seen from the side: how far along it lies, in hexes or inches, and how
 * high.
 *
 * `top` is the top of `what` stands there, or of the ground itself; at the two ends of the line
 * it is the height one looks from.
 */
export interface Rise {
  hex: string;
  at: number;
  ground: number;
  top: number;
  what: string;
}

/**
 * A line between two places: what it crosses, and everything that bars it.
 *
 * `profile` is the ground along it, from end to end, where heights decide. On a measured table
 * places are points such as `12.5,30`, the line has its two ends, and `length` is the distance
 * as the rules measure it, in hundredths of an inch.
 */
export interface Sight {
  clear: boolean;
  line: string[][];
  bars: Bar[];
  profile: Rise[];
  length: number;
}

/**
 * Where a unit stands on a measured table: the middle of its front in hundredths of an inch,
 * its heading in tenths of a degree, and the corners of its bases, front rank first.
 *
 * `kinds` and `figures` say what each base is and how many figures are left on it; `side` whose
 * it is.
 */
export interface Body {
  side: string;
  x: number;
  y: number;
  heading: number;
  bases: (([number, number])[])[];
  kinds: string[];
  figures: number[];
}

/** A range band before a front: where it begins and ends, and what it says. */
export interface Band {
  near: number;
  far: number;
  label: string;
}

/** One line of arithmetic: a value, its reason and its rule. */
export interface Line {
  value: number;
  reason: string;
  rule: string;
}

/** A value and what it is of. */
export interface Note {
  label: string;
  value: string;
}

/**
 * What a unit could do to another from where it stands, with its arithmetic.
 *
 * `verb` is fire or charge; `total` is the sum of the `lines`; `sums` go on from there, each
 * with its value, down to the result.
 */
export interface Shot {
  verb: string;
  unit: string;
  target: string;
  note: string;
  lines: Line[];
  total: string;
  sums: Note[];
}

/**
 * What a unit has before it: its arc to either side of its front, the bands of its weapon,
 * everything it could do to the enemy, its commander and how far his command reaches.
 */
export interface Prospect {
  unit: string;
  body: Body;
  arc: number;
  bands: Band[];
  shots: Shot[];
  commander: string;
  radius: number;
  notes: Note[];
}

/**
 * Where a unit could go, with the cost, and what it could fire at, with its strength.
 *
 * `before` is the hex before each on the cheapest way; `command` are the hexes a leader commands.
 * On a measured table the `prospect` says it all.
 */
export interface Reach {
  move: Record<string, number>;
  fire: Record<string, number>;
  before: Record<string, string>;
  command: string[];
  prospect: Prospect | null;
}

/** A rule that bars something, and why, in a plain sentence. */
export interface Refusal {
  rule: string;
  why: string;
}

/** One act of an order: how the unit stands after it, and what the act is in words. */
export interface Stage {
  body: Body;
  text: string;
}

/**
 * What an order comes to: every rule that bars it, act by act, what is left of the allowance
 * (below nothing where it goes too far), and what follows from it.
 *
 * `order` is the order that is shown; where one was cut to what may be done, `beyond` is every
 * rule that bars going on.
 */
export interface Preview {
  order: string;
  legal: boolean;
  beyond: Refusal[];
  refusals: Refusal[];
  stages: Stage[];
  headline: string;
  detail: string;
  left: number | null;
  lines: Line[];
  prospect: Prospect | null;
}

/** The map sheet; hexes are four digits, column and row. */
export interface MapFacts {
  title: string;
  columns: [number, number];
  rows: [number, number];
  high: string;
  terrain: Record<string, string>;
  level: Record<string, number>;
  roads: Record<string, string[]>;
  hexsides: Record<string, ([string, string])[]>;
  zones: Record<string, string[]>;
  labels: Record<string, string>;
}

/**
 * A piece of terrain on a measured table: an area's corners, or a line's course and width.
 *
 * Everything is in hundredths of an inch; `level` is the height inside a hill's contour.
 */
export interface GroundFacts {
  kind: string;
  name: string;
  shape: string;
  points: ([number, number])[];
  width: number;
  level: number;
}

/** A measured table, in hundredths of an inch; a later piece lies on the earlier ones. */
export interface SheetFacts {
  title: string;
  width: number;
  height: number;
  pieces: GroundFacts[];
}

/**
 * A counter as it is printed.
 *
 * `label` is the short name on it, `tag` the shorter one of its group, `strength` and `right`
 * the figures in its corners. `group` is the innermost group it belongs to, "" where it has
 * none. `values` are all its printed values, for a list.
 */
export interface PieceFacts {
  id: string;
  title: string;
  label: string;
  tag: string;
  side: string;
  kind: string;
  group: string;
  strength: string;
  right: string;
  values: Note[];
}

/**
 * A part of the order of battle, within its parent; "" where nothing is above it.
 *
 * `kind` is army, division, brigade, regiment or the like; `pieces` are those directly in it.
 */
export interface GroupFacts {
  id: string;
  title: string;
  kind: string;
  side: string;
  parent: string;
  pieces: string[];
}

/** A phase; `side` is None where both sides act in it, or each in its turn. */
export interface PhaseFacts {
  number: string;
  title: string;
  side: string | null;
}

/** A chart or table of the rules: its columns, and its rows, each with its own heading first. */
export interface ChartFacts {
  title: string;
  rule: string;
  head: string[];
  rows: string[][];
}

/**
 * All a client draws the table from: a map of hexes, or a measured sheet.
 *
 * `ground` says in a few words what a terrain does.
 */
export interface SystemTable {
  slug: string;
  title: string;
  sides: string[];
  map: MapFacts | null;
  sheet: SheetFacts | null;
  pieces: PieceFacts[];
  groups: GroupFacts[];
  phases: PhaseFacts[];
  turns: number;
  ground: Record<string, string>;
  charts: ChartFacts[];
}

/** The counters of a side in a hex, the lowest first; None where the viewer may not look. */
export interface StackFacts {
  hex: string;
  side: string;
  units: string[] | null;
}

/**
 * Something along a front on a measured table, smoke or a trench: the two ends of its line,
 * and how deep it lies before it.
 */
export interface Strip {
  name: string;
  start: [number, number];
  end: [number, number];
  depth: number;
}

/** Something that goes on between two units: a charge, a melee, a commander with his men. */
export interface Link {
  name: string;
  unit: string;
  other: string;
}

/** Strength boxes left, of all there were. */
export interface Steps {
  left: number;
  of: number;
}

/** Where a front lies, in degrees clockwise from north, and how wide it is. */
export interface Facing {
  degrees: number;
  arc: number;
}

/**
 * How a unit stands, as far as that is not printed on it.
 *
 * `states` are names such as pinned or routed; `values` replace printed ones of the same label.
 */
export interface Standing {
  strength?: string | null;
  steps?: Steps | null;
  formation?: string | null;
  facing?: Facing | null;
  states?: string[];
  right?: string | null;
  values?: Note[];
  done?: boolean;
}

/** Something that lies in a hex and is no unit, and whose it is, where it is anybody's. */
export interface MarkFacts {
  name: string;
  hex: string;
  side: string | null;
}

/** How a group of the order of battle stands: a note such as "7 of 11 boxes", and states. */
export interface GroupStanding {
  note: string;
  states: string[];
  steps: Steps | null;
}

/** A hexside from `hex` towards `to`, and how many points of fire may still go through it. */
export interface Lane {
  hex: string;
  to: string;
  left: number;
}

/**
 * The table as one player sees it, always in the same order.
 *
 * `when` is the moment in words. `phasing` is the side whose turn it is, None where both act.
 * `hand` are the units that the question is about, those on the move for one.
 */
export interface Facts {
  when: string;
  turn: number;
  turns: number;
  phase: string;
  phasing: string | null;
  stacks: StackFacts[];
  bodies: Record<string, Body>;
  strips: Strip[];
  links: Link[];
  units: Record<string, Standing>;
  marks: MarkFacts[];
  notes: Note[];
  groups: Record<string, GroupStanding>;
  lanes: Lane[];
  hand: string[];
  lost: string[];
}
