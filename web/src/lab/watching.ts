/** A run of the lab in words. */

import type { RunFacts, SystemFacts } from "../types";
import { sideName } from "../words";

export function isOver(run: RunFacts): boolean {
  return run.state !== "waiting" && run.state !== "playing";
}

/** How far a run is: "12 of 20 battles". */
export function progress(run: RunFacts): string {
  const battles = `${run.played} of ${run.games} battles`;
  switch (run.state) {
    case "waiting":
      return "Waiting for the runs before it";
    case "playing":
      return battles;
    case "done":
      return `${run.games} ${run.games === 1 ? "battle" : "battles"}, all played`;
    case "stopped":
      return `Stopped after ${battles}`;
    case "failed":
      return `Failed after ${battles}: ${run.fault}`;
  }
}

/** Who has won how often, in the order of the sides. */
export function score(run: RunFacts): string {
  const won = Object.entries(run.won).map(([side, wins]) => `${sideName(side)} ${wins}`);
  if (run.drawn) won.push(`drawn ${run.drawn}`);
  if (run.failed) won.push(`failed ${run.failed}`);
  return won.join(", ");
}

/** The level that plays a side unless another is chosen: the regular, or the strongest. */
export function usualLevel(system: SystemFacts): number {
  const regular = system.levels.indexOf("regular");
  return regular >= 0 ? regular + 1 : system.levels.length;
}
