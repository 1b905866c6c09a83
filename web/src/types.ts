/** What the client works with: the wire's own types under the names it uses. */

import type * as wire from "./wire";

export type {
  Act,
  Band,
  Bars,
  Body,
  Book,
  Briefing,
  Button,
  Buttons,
  Chapter,
  Chip,
  Created,
  Danger,
  Desk as DeskFacts,
  Detail,
  DiceFacts,
  DiceLuck,
  Die,
  Due,
  Entry,
  EntryForm,
  ErrorBody,
  Facts,
  Field,
  Filled,
  GeneratorForm,
  GroundFacts,
  GroupFacts,
  Joined,
  Lane,
  Leg,
  Lesson,
  LessonStep,
  Legs,
  Line,
  Link,
  MapFacts,
  Firepower,
  Glimpse,
  Marched,
  Made,
  MarkFacts,
  MyBattle,
  NewBattle,
  NewRun,
  Note,
  OddsFacts,
  AdviceFacts,
  Offer,
  OptionFacts,
  Picture,
  OrderForm,
  OwnScenario,
  PieceFacts as Piece,
  Page as DeskPage,
  PointsLuck,
  Preview,
  Prospect,
  Reach,
  ReadDuty,
  Reader,
  Reading,
  Rescue,
  Rescued,
  Result,
  Row as RosterRow,
  RuleFacts,
  RunFacts,
  Ruling,
  Sample,
  Scene,
  ScenarioText,
  SeatWanted,
  Section,
  SheetFacts,
  Shot,
  Sight,
  Sign,
  Sit,
  StackFacts as Stack,
  Score,
  Stake,
  Stakes,
  Standing,
  Strip,
  SystemFacts,
  SystemTable as Statics,
  Throw,
  Token,
  Tray,
  Volley,
} from "./wire";

/** What never changes in a battle on a map of hexes. */
export type HexStatics = wire.SystemTable & { map: wire.MapFacts };
/** What never changes in a battle on a measured table. */
export type SheetStatics = wire.SystemTable & { sheet: wire.SheetFacts };

export type Hex = string;
export type Side = string;

export type View = Omit<wire.View, "facts"> & { facts: wire.Facts };
export type Aftermath = Omit<wire.Aftermath, "view"> & { view: View };
export type Moment = Omit<wire.Moment, "view"> & { view: View };
/** Whether a battle has its result, or was ended before; nothing changes after that. */
export function isOver(moment: Moment): boolean {
  return moment.view.result !== null || moment.abandoned !== null;
}

export type Frame = (Omit<wire.MomentFrame, "view"> & { view: View }) | wire.ErrorFrame;

/** Why something was not done; the rule is missing where no rule says so. */
export interface Refusal {
  rule: string | null;
  why: string;
}
