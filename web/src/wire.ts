/**
 * What the server takes and sends. Generated from its own types; to generate it again:
 * python -m longroll.server.typescript web/src/wire.ts
 */

/**
 * Where a unit stands on a measured table: the middle of its front in hundredths of its
 * unit, its heading in tenths of a degree, and the corners of its bases, front rank first.
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

/** The counters of a side in a hex, the lowest first; None if the viewer may not look. */
export interface StackFacts {
  hex: string;
  side: string;
  units: string[] | null;
}

/**
 * A word that may be chosen; without a word it is only a remark.
 *
 * With `when` it is offered after one of those words was chosen before.
 */
export interface Option {
  word: string;
  label: string;
  note?: string;
  when?: string[];
}

/**
 * Something to fill in: one of the options, a number from `least` to `most`, or words.
 *
 * It goes into the blank of its `name`, written as `text` says with a blank {value}; a number is
 * left out while it is the usual one, unless it is always `told`.
 */
export interface Field {
  name: string;
  label: string;
  kind: "choice" | "number" | "words";
  text?: string;
  options?: Option[];
  least?: number;
  most?: number;
  usual?: number;
  told?: boolean;
}

/**
 * A list with the same fields in every row, from `least` to `most` of them; `usual` are the
 * rows at first, and `row` is what one is called.
 */
export interface Rows {
  name: string;
  label: string;
  row: string;
  fields: Field[];
  usual: (Record<string, string | number>)[];
  least: number;
  most: number;
}

/** What may be chosen: `title` is what a list of scenarios says for it. */
export interface GeneratorForm {
  title: string;
  about: string;
  fields: Field[];
  lists: Rows[];
}

/** Troops that come on in a turn. */
export interface Arrival {
  turn: number;
  side: string;
  who: string;
}

/**
 * A scenario before it begins: what it is about, what each side has to do, how it is won.
 *
 * An empty line in `about` begins a new paragraph; `rules` are those of victory. `minutes` is
 * about how long it takes: the shortest scenario is offered first. `hint` is what a newcomer
 * should know before the first choice, with its rule.
 */
export interface Briefing {
  about: string;
  when: string;
  tasks: Record<string, string>;
  won: string;
  rules: string[];
  forces: Record<string, string>;
  minutes: number;
  length: string;
  arrivals: Arrival[];
  hint: string;
  hint_rule: string;
}

/**
 * The part of a hex map on the card: the hex in the middle, how many hexes across, and where
 * units of each side are.
 */
export interface Picture {
  around: string;
  across: number;
  stands: Record<string, string[]>;
}

/**
 * A choice as data: the text to send, the words for a person, and what it is about.
 *
 * `facing` is a direction it names, in degrees clockwise from north. Gestures as in `Verb`, with
 * the choice's own objects filled in.
 */
export interface Offer {
  text: string;
  label: string;
  verb: string;
  units?: string[];
  hexes?: string[];
  group?: string;
  names?: string[];
  facing?: number | null;
  ends?: "" | "act" | "step";
  rolls?: boolean;
  whole?: string;
  sends?: string;
  takes_up?: string;
  marches?: string;
  sweeps?: string;
}

/**
 * How the parts of a march are written, with blanks {length} and {angle}.
 *
 * Wheels turn on the corner of the front that they are named after. An oblique march keeps its
 * front; its angle is positive to the right and negative to the left, at most `widest` tenths of
 * a degree.
 */
export interface Legs {
  ahead: string;
  back: string;
  left: string;
  right: string;
  oblique: string;
  widest: number;
}

/**
 * A word of an order that is chosen rather than drawn: a pace, a change of formation.
 *
 * Those with the same `group` are offered in one list of that name.
 */
export interface Act {
  text: string;
  label: string;
  group?: string;
}

/**
 * An order that some units may be given; choices of the same `verb` may be listed too.
 *
 * `text` has a blank {unit}. A march has {pace} and {legs}, made of `legs` and of `acts` on the
 * spot. An order to be somewhere has {x} and {y}, {heading} if it says which way to face, and
 * {act} if one of the acts may be given. Blanks that are not filled in are left out. `pace` and
 * `act` are the defaults; `label` is the text of the button. `many` is the same order to several
 * units, with a blank {units}; empty if each is told apart.
 */
export interface OrderForm {
  verb: string;
  text: string;
  label: string;
  units: string[];
  legs?: Legs | null;
  pace?: string;
  paces?: Act[];
  act?: string;
  acts?: Act[];
  many?: string;
}

/** A rule that bars something, and why, in a plain sentence. */
export interface Refusal {
  rule: string;
  why: string;
}

/**
 * A decision as it leaves the engine; `open` if more may be chosen than is listed.
 *
 * `points` is what pointing at any hex means now, as a choice with a blank {hex}: to go to a
 * distant one, or to hear why one may not be chosen; "" if it means nothing. `forms` are orders
 * that are drawn by hand. `about` are the places that the question is about, and `unended` what
 * keeps it from being ended by the word that ends it. `sensible` is the answer if only one makes
 * sense, so that nobody needs to be asked; "" if there is something to think about.
 */
export interface Asked {
  question: string;
  rule: string;
  choices: Offer[];
  open: boolean;
  points: string;
  forms: OrderForm[];
  about: string[];
  unended: Refusal[];
  sensible: string;
}

/** One line of the final score of a battle. */
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

/** A heading of the log: an event that begins a turn, or a phase of it, perhaps of one side. */
export interface Begins {
  title: string;
  turn?: number;
  side?: string;
}

/** One line of the details of an event: its value if it has one, what it is, and its rule. */
export interface Detail {
  value: string;
  text: string;
  rule: string;
}

/**
 * Units that went from one place to another; not named if the viewer may not know them.
 *
 * A unit that entered has no `start`, one that left has no `to`.
 */
export interface Move {
  units: string[];
  start: string;
  to: string;
}

/** Fire or blows from some places, or units on a measured table, against another. */
export interface Volley {
  start: string[];
  to: string;
}

/** What a unit lost, in the points its strength counts; all of them if it is gone. */
export interface Loss {
  unit: string;
  number: number;
  gone: boolean;
}

/**
 * What an event looks like on a board: where it is, who moves, who fires, who is lost.
 *
 * Places are hexes; on a measured table they are the units that stand there, and moves go from
 * point to point, such as `12.5,30`. `where` begins with the place that the event is about.
 */
export interface Scene {
  where?: string[];
  moves?: Move[];
  shots?: Volley[];
  losses?: Loss[];
}

/** Who is to play a side; the computer at a level that the system has. */
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

/** Battles for the lab to play, computer against computer: a level for each side. */
export interface NewRun {
  system: string;
  players: Record<string, number>;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  games?: number;
  seed?: number;
}

/** A file of a player's own: its name and its contents. */
export interface ScenarioText {
  name: string;
  text: string;
}

/** A scenario of a player's own: its file first, then those that it names. */
export interface ScenarioFiles {
  system: string;
  files: ScenarioText[];
}

/** The form of a system's scenarios, filled in. */
export interface Filled {
  system: string;
  answers: Record<string, string | number | (Record<string, string | number>)[]>;
}

/** A battle to begin of a scenario of the player's own. */
export interface OwnBattle {
  battle: NewBattle;
  files: ScenarioText[];
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

/** A player's part of the dice, given after seeing what the server is committed to. */
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

/** An answer to a take-back, which names the moment it is about. */
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

/**
 * A scenario to choose; `options` are those it is usually played with, if it has its own.
 *
 * It begins in turn `first` and ends with turn `turns`, or has no turns to count: 0.
 */
export interface ScenarioFacts {
  slug: string;
  title: string;
  first: number;
  turns: number;
  briefing: Briefing | null;
  options: Record<string, boolean | number | string>;
}

/** A scenario of a player's own that can be played, as the one text that names it. */
export interface OwnScenario {
  scenario: string;
  title: string;
  options: Record<string, boolean | number | string>;
}

export interface OptionFacts {
  name: string;
  meaning: string;
  default: boolean | number | string;
  values: (boolean | number | string)[] | null;
}

/**
 * What the start page says of a system; `rules` is how hard they are, out of five.
 *
 * With `shared` both sides use one screen, as with an umpire.
 */
export interface CardFacts {
  name: string;
  when: string;
  length: string;
  rules: number;
  sides: Record<string, string>;
  shared: boolean;
  picture: Picture | null;
}

/**
 * A system as the start page shows it.
 *
 * `levels` are the names of the computer's levels, the first is number 1; if they are not `own`,
 * they are those for any system. `lesson` is an invitation to it, "" if there is none. With
 * `files` it plays scenarios of the players' own; with a `generator` it makes some from a form.
 */
export interface SystemFacts {
  slug: string;
  title: string;
  sides: string[];
  card: CardFacts;
  scenarios: ScenarioFacts[];
  options: OptionFacts[];
  levels: string[];
  own: boolean;
  lesson: string;
  files: boolean;
  generator: GeneratorForm | null;
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
 * Anybody who has `watch` may spectate. The server is committed to its part of the dice.
 */
export interface Created {
  battle: string;
  seats: Record<string, string>;
  invitations: Record<string, string>;
  watch: string;
  commitment: string | null;
}

/** A moment of a record that is being read, as a spectator sees it. */
export interface Glimpse {
  number: number;
  turn: number;
  when: string;
  stacks: StackFacts[];
  bodies: Record<string, Body>;
}

/**
 * A line of the answer while a record is read.
 *
 * The first says what the record is, then come moments in their order, and at last the battle, or
 * what is wrong with the record.
 */
export interface Reading {
  system?: string;
  scenario?: string;
  lines?: number;
  glimpse?: Glimpse | null;
  read?: number;
  created?: Created | null;
  error?: Trouble | null;
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
 * One line of the log, as the seat may know it, and what it looks like on the board.
 *
 * `kind` only says which lines are alike. `reason` is what the computer thought; without an open
 * book it stays empty until the battle is over.
 */
export interface Entry {
  number: number;
  side: string;
  text: string;
  rules: string[];
  details: Detail[];
  dice: number[];
  scene: Scene;
  kind: string;
  reason: string;
  gesture: number;
  effect: "ammunition" | "capture" | "destruction" | "end" | "leader" | "loss" | "nothing" | "other" | "pin" | "retreat" | "rout";
  severity: number;
  begins: Begins | null;
}

/**
 * What the dice cost a side in its choices of one kind, in the points of its strength.
 *
 * `side` chose and `loser` lost; `due` is what was due on average, give or take the `error`.
 */
export interface PointsLuck {
  side: string;
  what: string;
  loser: string;
  due: number;
  lost: number;
  error: number;
}

/**
 * The dice of a side for one kind of thing: how many, what they come to on average, and what
 * they came to.
 */
export interface DiceLuck {
  side: string;
  what: string;
  dice: number;
  due: number;
  rolled: number;
}

/**
 * All of a battle that is over, with nothing hidden: the whole log, the facts as each side
 * knew its own troops, and the luck of the dice.
 */
export interface Aftermath {
  battle: string;
  seat: string;
  view: View;
  names: Record<string, string>;
  abandoned: string | null;
  log: Entry[];
  facts: Record<string, unknown>;
  luck: DiceLuck[];
}

/** A batch of dice that waits for this seat's link, and what binds the decision behind it. */
export interface LinkWanted {
  batch: number;
  bind: string;
}

/** What everybody gave for the dice; the secret only when no more dice can be rolled. */
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
 * All that a seat may know of a moment. `log` has the entries numbered above `after`.
 *
 * All numbers are this seat's own counts. `abandoned` is the side that ended the battle early.
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

/** One outcome of a choice; `error` is also in percent, and 0 if the odds are exact. */
export interface OutcomeFacts {
  probability: string;
  percent: number;
  effects: string[];
  kind: "ammunition" | "capture" | "destruction" | "end" | "leader" | "loss" | "nothing" | "other" | "pin" | "retreat" | "rout";
  error: number;
}

/**
 * The odds of a choice: exact, or `sampled` in this many trials.
 *
 * `shots` are the fire or blows that are worked out.
 */
export interface OddsFacts {
  outcomes: OutcomeFacts[];
  working: Detail[];
  rules: string[];
  shots: Volley[];
  sampled: number;
}

/** A decision that the computer would make: the text to send, the words for it, and why. */
export interface AdvisedStep {
  text: string;
  label: string;
  reason: string;
}

/** What the computer would do here, up to its first dice, and the odds of those. */
export interface AdviceFacts {
  steps: AdvisedStep[];
  odds: OddsFacts | null;
}

/** One entry of the list of my battles; `fault` says why it cannot be opened. */
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
  title: string;
  opponent: string;
  changed: string;
  winner: string;
}

/** A run of the lab: how far it is, who has won how often, and whether its report is there. */
export interface RunFacts {
  id: string;
  title: string;
  state: "done" | "failed" | "playing" | "stopped" | "waiting";
  games: number;
  played: number;
  won: Record<string, number>;
  drawn: number;
  failed: number;
  fault: string;
  report: boolean;
}

/** What bars a line: the rule, the reason, and the place if it has one. */
export interface Bar {
  rule: string;
  why: string;
  hex: string | null;
}

/**
 * A point of a line seen from the side: how far along it is, in hexes or in units of the
 * table, and how high.
 *
 * `top` is the top of `what` is there, or of the ground itself; at the two ends of the line it is
 * the height of the viewer's eye.
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
 * `profile` is the ground along it, from end to end, if heights matter. On a measured table
 * places are points such as `12.5,30`, the line has its two ends, and `length` is the distance
 * as the rules measure it, in hundredths of the unit of the table. Lines of the profile's scale
 * are `step` apart, in whatever heights are given in.
 */
export interface Sight {
  clear: boolean;
  line: string[][];
  bars: Bar[];
  profile: Rise[];
  length: number;
  step: number;
}

/** A range band before a front: where it begins and ends, and its label. */
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

/**
 * What a unit could do to another from where it stands, with the arithmetic.
 *
 * `verb` is that of the choice that does it, and `does` its words between the two units. `lines`
 * are added up; `sums` continue from there, the total first, down to the result.
 */
export interface Shot {
  verb: string;
  does: string;
  unit: string;
  target: string;
  note: string;
  lines: Line[];
  sums: Detail[];
}

/** A value and its label. */
export interface Note {
  label: string;
  value: string;
}

/**
 * What lies before a unit: its arc to either side of its front, the bands of its weapon,
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
 * `before` is the previous hex on the cheapest way to each; `command` are the hexes a leader
 * commands. On a measured table the `prospect` says it all, and `orders` are the choices it would
 * have if the side that is asked picked it now.
 */
export interface Reach {
  move: Record<string, number>;
  fire: Record<string, number>;
  before: Record<string, string>;
  command: string[];
  prospect: Prospect | null;
  orders: Offer[];
}

/** One act of an order: the unit's place after it, and the act in words. */
export interface Stage {
  body: Body;
  text: string;
}

/**
 * What an order spends: the parts that a unit has, and how many of them it takes, in
 * hundredths of a part.
 */
export interface Allowance {
  parts: number;
  spent: number;
}

/**
 * An entry that is made with one tap.
 *
 * If it is about a unit, `text` has a blank {unit}: it may be tapped for `units`, and is shown as
 * true of those it is `on` for. `confirm` is asked first.
 */
export interface Button {
  text: string;
  label: string;
  units?: string[];
  on?: string[];
  confirm?: string;
}

/**
 * A die of the players: its name, what it may show, and the word before its score.
 *
 * An `optional` one may be left out: the program rolls it if it is needed.
 */
export interface Die {
  label: string;
  faces: number[];
  word?: string;
  optional?: boolean;
}

/**
 * What an order leads to: every rule that bars it, its acts one by one, what is left of the
 * allowance (negative if it goes too far), and what follows from it.
 *
 * `order` is the order that is shown. If its last leg was cut to what may be done, `cut` is what
 * is left of it, in hundredths or tenths, and `beyond` every rule that bars going further. `acts`
 * are what the unit could do next on the spot, if its acts are ordered one by one.
 *
 * At an umpire's desk `known` are the lines that nobody needs to report, by the unit of each part,
 * `first` is what would have to be entered before, and `dice` are those of the entry, if they are
 * not the same for every entry of its kind.
 */
export interface Preview {
  order: string;
  legal: boolean;
  cut: number | null;
  beyond: Refusal[];
  refusals: Refusal[];
  stages: Stage[];
  headline: string;
  detail: string;
  left: number | null;
  allowance: Allowance | null;
  lines: Line[];
  acts: Act[];
  known: Record<string, Line[]>;
  first: Button | null;
  dice: Die[];
  prospect: Prospect | null;
}

/**
 * What comes of an order for many for the units of one hex.
 *
 * `to` is where they would stand, `path` how they get there, `why` what keeps them from their
 * goal. `risky` if dice or the enemy wait on the way. `steps` are the small choices. On a measured
 * table `bodies` is where the unit would be after each part of its order, and `words` the order.
 */
export interface Leg {
  units: string[];
  start: string;
  goal: string;
  to: string;
  path: string[];
  why: string;
  rule: string;
  risky: boolean;
  steps: string[];
  bodies: Body[];
  words: string;
}

/**
 * A die or a question to the other side on the way: where, how likely it does harm in percent
 * (None if nobody can say), and what it is.
 */
export interface Danger {
  place: string;
  percent: number | null;
  what: string;
  rule: string;
  units: string[];
}

/** An order for many, stack by stack, with the dangers on the way. */
export interface Marched {
  legs: Leg[];
  dangers: Danger[];
}

/** A fire with so many units: the gesture for it, its strength, and what that comes to. */
export interface Rung {
  text: string;
  units: string[];
  strength: string;
  result: string;
}

/**
 * The fires that are possible at one target, from the fewest units to all of them.
 *
 * `best` is the number of the first that no other does better than; -1 if nobody can do any
 * harm. `worth` compares targets: the more, the better. `shares` is the strength of each unit.
 */
export interface Firepower {
  target: string;
  rungs: Rung[];
  best: number;
  worth: number;
  shares: Record<string, number>;
}

/**
 * Something that counts for victory: what it is, where, who has it now, and its rule.
 *
 * `where` are hexes; on a measured table it is a point such as `24,30`. `worth` is what it
 * counts, `now` how it stands, both in words.
 */
export interface Stake {
  what: string;
  where?: string[];
  holder?: string | null;
  now?: string;
  worth?: string;
  rule?: string;
}

/** A level of victory, whose it is and what it asks; `reached` if the battle stands there. */
export interface Level {
  title: string;
  side?: string | null;
  asks?: string;
  reached?: boolean;
}

/**
 * How the battle would end if it ended now, and why.
 *
 * `levels` are from the best for one side to the best for the other; `changes` says in sentences
 * what would lead to another result.
 */
export interface Stakes {
  verdict: string;
  winner?: string | null;
  counts?: Stake[];
  levels?: Level[];
  changes?: string[];
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
 * Everything is in hundredths of the unit of the table; `level` is the height inside a hill's
 * contour. `label` is what is written on the table, if that is shorter than its name.
 */
export interface GroundFacts {
  kind: string;
  name: string;
  label: string;
  shape: string;
  points: ([number, number])[];
  width: number;
  level: number;
}

/**
 * A measured table, in hundredths of its `unit`; later pieces lie on top of earlier ones.
 *
 * `counts` is what the strength of a unit is counted in, `turn` the rulebook's word for a turn.
 */
export interface SheetFacts {
  title: string;
  unit: string;
  width: number;
  height: number;
  pieces: GroundFacts[];
  counts: string;
  turn: string;
}

/**
 * A counter as it is printed.
 *
 * `label` is the short name on it, `tag` the shorter one of its group, `strength` and `right`
 * the figures in its corners. `group` is the innermost group it belongs to, "" if it has
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
 * A part of the order of battle, within its parent; "" if nothing is above it.
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

/**
 * A phase; `side` is None if both sides act in it, or each in its turn.
 *
 * Its title omits the word "phase".
 */
export interface PhaseFacts {
  number: string;
  title: string;
  side: string | null;
}

/**
 * A chart of the rules: its columns, and its rows, each beginning with its heading.
 *
 * `basis` says how it is known if the book could not be read: stated, inferred, reconstructed.
 * `file` is the data file of the system in which an owner of the book may replace it.
 */
export interface ChartFacts {
  title: string;
  rule: string;
  head: string[];
  rows: string[][];
  basis: string;
  file: string;
}

/**
 * All a client draws the table from: a map of hexes, or a measured sheet.
 *
 * `ground` says in a few words what each terrain does.
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

/**
 * Something along a front on a measured table, smoke or a trench: the two ends of its line,
 * and how far it extends to the front.
 */
export interface Strip {
  name: string;
  start: [number, number];
  end: [number, number];
  depth: number;
}

/**
 * Something between two units: one attacks the other, they are locked in a fight, or a
 * commander is with his men.
 */
export interface Link {
  name: "against" | "locked" | "with";
  unit: string;
  other: string;
}

/** Strength boxes left, out of all there were. */
export interface Steps {
  left: number;
  of: number;
}

/** The direction of a front, in degrees clockwise from north, and how wide it is. */
export interface Facing {
  degrees: number;
  arc: number;
}

/**
 * The condition of a unit, as far as it is not printed on the counter.
 *
 * `states` are names such as pinned or routed, `did` what it has just done; `flees` says that it
 * gives way. `values` replace printed ones with the same label. `counters` were placed on it, and
 * `order` is what was declared for it.
 */
export interface Standing {
  strength?: string | null;
  steps?: Steps | null;
  formation?: string | null;
  facing?: Facing | null;
  states?: string[];
  did?: string[];
  flees?: boolean;
  right?: string | null;
  values?: Note[];
  done?: boolean;
  counters?: number;
  order?: string;
}

/** Something in a hex that is not a unit, and the side it belongs to, if any. */
export interface MarkFacts {
  name: string;
  hex: string;
  side: string | null;
}

/** The condition of a group of the order of battle: a note such as "7 of 11 boxes", states. */
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
 * A chit or a card: what it is called, whose it is, and what it does in a few words.
 *
 * `bars` is what keeps its owner from using it now.
 */
export interface Token {
  id: string;
  title: string;
  kind: string;
  side?: string | null;
  words?: string;
  states?: string[];
  bars?: Refusal[];
}

/**
 * Something off the map that holds chits or units: a cup, a hand, a box of a track.
 *
 * `unknown` is how many are in it that the viewer may not know.
 */
export interface Tray {
  id: string;
  title: string;
  side?: string | null;
  tokens?: Token[];
  units?: string[];
  unknown?: number;
  note?: string;
}

/** A unit of the roster; `note` is shown beside its name, `text` says all about it. */
export interface Row {
  id: string;
  label: string;
  title: string;
  side: string;
  kind: string;
  note: string;
  text: string;
  left: number;
  of: number;
  formation: string;
  place: "gone" | "reserve" | "table";
  states: string[];
}

/**
 * An entry with dice: the players' own after the word `thrown`, or none for the program to
 * roll.
 */
export interface Throw {
  title: string;
  rule: string;
  text: string;
  dice: Die[];
  thrown?: string;
}

/**
 * Something that the rules call for.
 *
 * `title` names it, `does` says it of the unit, `reasons` say why. It is due `now`, or its step
 * is `past`, or still to come. If it has a page, the entry there begins with `words`, and a button
 * that leads there says what it does (`act`); otherwise it is a throw of its own. With `prompt` it
 * is shown with the result that caused it.
 */
export interface Due {
  unit: string;
  title: string;
  does: string;
  rule: string;
  step: string;
  now: boolean;
  past: boolean;
  reasons?: string[];
  words?: string[];
  page?: string;
  act?: string;
  throw?: Throw | null;
  prompt?: boolean;
}

/**
 * A fact that players report: its words in the entry, its label, its value and its rule.
 *
 * Only one chip of a `group` can be true. It is reported `of` the unit or of its target, and is
 * offered if the unit is one of `units` and the target one of `targets`; None is everybody.
 */
export interface Chip {
  word: string;
  label: string;
  rule?: string;
  value?: number | null;
  group?: string;
  of?: "target" | "unit";
  units?: string[] | null;
  targets?: string[] | null;
}

/**
 * A kind of entry, to be put together on a page of its own.
 *
 * It is about `one` unit ({unit} in `text`); about a unit and those it does something to (`at`:
 * {unit}, and {parts}, each written as `part` says with a {target}); or between units of both
 * sides (`between`: {parts}, each with its {unit}). Parts are joined by the word `joint`. The
 * fields of a unit and {words} for its chips fill the other blanks; {blows} are its first field
 * once for each enemy, with a blank {target}.
 *
 * `asks` are the questions for the first unit and for the others, `tags` what they are in the
 * entry, `title` what it then is. `whys` are asked for if nothing is due. Dice come after the
 * word `thrown`, those of `between` for each unit that has a blow.
 */
export interface EntryForm {
  shape: "at" | "between" | "one";
  title: string;
  rule: string;
  text: string;
  asks: string[];
  tags: string[];
  units: string[];
  dice: Die[];
  thrown: string;
  nobody?: string;
  targets?: string[];
  part?: string;
  joint?: string;
  splits?: boolean;
  fields?: Record<string, Field[]>;
  chips?: Chip[];
  whys?: Chip[];
}

/** A page of the desk; `alert` says what is pending there. */
export interface Page {
  id: string;
  title: string;
  form: EntryForm;
  alert?: string;
}

/** Buttons under one heading, with its rule; only one button of a `choice` can be on. */
export interface Buttons {
  label: string;
  buttons: Button[];
  rule?: string;
  choice?: boolean;
}

/** How a unit is added to the roster: fields for the blanks of `text`. */
export interface Recruits {
  label: string;
  text: string;
  fields: Field[];
}

/**
 * Everything on an umpire's desk.
 *
 * `throws` and `choices` are what the moment calls for; `onward` moves on in the sequence, and
 * `at_once` does something for every unit for which it is due. `of_units` are for the sheet of a
 * unit.
 * `example` is an entry in words.
 */
export interface Desk {
  heading: string;
  roster: Row[];
  due: Due[];
  at_once: Button[];
  pages: Page[];
  throws: Throw[];
  choices: Buttons[];
  onward: Button;
  of_units: Buttons[];
  recruits: Recruits;
  ends: Button[];
  example: string;
}

/**
 * The table as one player sees it, always in the same order.
 *
 * `when` is the moment in words. `phasing` is the side whose turn it is, None if both act.
 * `hand` are the active units, which the question is about: those on the move, for example.
 * `pieces` are those in sight that came into being during the battle. `desk` is for tables that
 * are the players' own.
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
  trays: Tray[];
  pieces: PieceFacts[];
  hand: string[];
  lost: string[];
  desk: Desk | null;
}

/** One line of an example. */
export interface Figure {
  words: string;
  value: string;
}

/** A sum that the rulebook works out, line by line. */
export interface Example {
  title: string;
  lines: Figure[];
  rule: string;
}

/**
 * Something on the table to look at, or a line from it `to` something else.
 *
 * A place is a hex, a unit, or a point of a measured table such as "12.5,30".
 */
export interface Sample {
  words: string;
  at: string;
  to: string;
}

/**
 * How the battle shows that a step is done, in one of three ways.
 *
 * A tool was `tried`; an event of that kind was `logged`, `by` this side if one is named; the
 * question has a choice with the verb `asked`.
 */
export interface Sign {
  tried?: "log" | "odds" | "reach" | "rule" | "sight" | "why" | null;
  logged?: string;
  by?: string;
  asked?: string;
}

/**
 * A phase of a turn, of the reader's own part of it if each side has all the phases.
 *
 * Without a `phase` it is the whole turn.
 */
export interface Until {
  turn: number;
  phase?: string;
}

/**
 * What the reader is told, one paragraph after another, and what to do `now`.
 *
 * It is done when any sign of `done` appears, and over when the battle has gone beyond `until`.
 */
export interface LessonStep {
  title: string;
  say: string[];
  now: string;
  rules: string[];
  example: Example | null;
  samples: Sample[];
  points: "answers" | "log" | "odds" | "question" | "reach" | "rule" | "sight" | "undo" | "why" | null;
  done: Sign[];
  until: "set-up" | Until | null;
}

/**
 * The steps, and the battle they belong to: the side of the reader, the scenario ("" is the
 * first) and the seed.
 *
 * `about` is the invitation. `counts` are the facts that say how far a battle has come, the
 * slowest first; the phases follow one another within them. If each side in its turn has all the
 * phases, `player_turns` says who comes first.
 */
export interface Lesson {
  schema: 1;
  system: string;
  about: string;
  side: string;
  seed: number;
  scenario: string;
  counts: string[];
  player_turns: string[];
  steps: LessonStep[];
}

/** A duty as a reader finds it; `played` if the game carries it out. */
export interface ReadDuty {
  id: string;
  force: "may" | "must" | "never";
  text: string;
  kind: string;
  played: boolean;
}

/** Duties that belong together. */
export interface Section {
  id: string;
  number: string;
  title: string;
  duties: ReadDuty[];
}

/** Sections of a book with the same first number. */
export interface Chapter {
  number: string;
  title: string;
  sections: Section[];
}

/** A rulebook in our own words. */
export interface Book {
  slug: string;
  title: string;
  chapters: Chapter[];
  words: Record<string, string>;
}

/** What we decided where a book is silent or unclear. */
export interface Ruling {
  id: string;
  title: string;
  text: string;
}

/** A paragraph of a document, without its markup. */
export interface Block {
  kind: "code" | "heading" | "item" | "row" | "text";
  text: string;
}

/** The rules that a system is played by, and what explains them. */
export interface Reader {
  system: string;
  title: string;
  books: Book[];
  rulings: Ruling[];
  guide: Block[];
}

/** A file of a scenario: its name and its text. */
export interface MadeFile {
  name: string;
  text: string;
}

/** A scenario that was made: its files, its own first, and what is in it, in notes. */
export interface Made {
  title: string;
  files: MadeFile[];
  notes: Note[];
}
