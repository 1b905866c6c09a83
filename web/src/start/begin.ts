/** Begin a battle and go to it; this browser keeps its seats and links. */

import { keepCommitment } from "../dice/kept";
import { keepLinks } from "../links";
import { keepSeat } from "../mine";
import { seatHash } from "../route";
import { api } from "../socket";
import { keepProgress, schoolBattle } from "../teach/lessons";
import type { Created, ScenarioText, SystemFacts } from "../types";
import type { Plan } from "./setup";

/** Go to a battle that was made here, perhaps to a moment of it. */
export function enter(made: Created, at?: number): void {
  const own = Object.values(made.seats);
  own.forEach(keepSeat);
  keepLinks(made);
  keepCommitment(made.battle, made.commitment);
  location.hash = seatHash(own[0] ?? made.watch, at);
}

export async function begin(battle: Plan, files: ScenarioText[] | null = null, taught = false): Promise<void> {
  const made = files ? await api.createOwn({ ...battle, scenario: null }, files) : await api.create(battle);
  if (taught) keepProgress(made.battle, { step: 0, since: 0, tried: [], open: true });
  enter(made);
}

/** Begin the battle of a system's lesson. */
export async function teach(system: SystemFacts): Promise<void> {
  const lesson = await api.lesson(system.slug);
  if (lesson) await begin(schoolBattle(lesson, system), null, true);
}
