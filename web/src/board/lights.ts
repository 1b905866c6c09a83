/** Everything lit or drawn over the map for the choice at hand, from what the player has in hand. */

import { centre, type Grid } from "./geometry";
import { stack } from "../ink/counters";
import { livery } from "../ink/livery";
import { danger, figure, fireLines, laneFigure, lit, litField, marchLine, sightLine, trailLine } from "./overlays";
import type { Pile } from "./pieces";
import { outline } from "./terrain";
import { wayTo } from "./ways";
import type { HexHand } from "./hand.svelte";
import type { Looking } from "../looking.svelte";
import { points } from "../words";
import type { Hex, Lane, OddsFacts, Side } from "../types";

type Held = Pick<HexHand, "lit" | "picked" | "inHand" | "reach" | "scouted" | "aim" | "hover">;
type Ordered = Pick<HexHand, "plan" | "dangers">;
type Looked = Pick<Looking, "shown" | "sight">;

function choices(hand: Held, grid: Grid, many: number): string {
  const hexes = [...hand.lit];
  if ((hand.picked.length || hand.inHand.length) && hand.reach) return litField(outline(grid, hexes), 0.2);
  if (hexes.length > many) return litField(outline(grid, hexes), 0.07);
  return hexes.map((hex) => lit(grid, hex, "legal")).join("");
}

function scouted({ reach, scouted: unit }: Held, grid: Grid): string {
  if (!reach || !unit) return "";
  const fire = Object.keys(reach.fire).map((hex) => lit(grid, hex, "threat"));
  return fire.join("") + litField(outline(grid, Object.keys(reach.move)), 0.2);
}

/** Where the units in question start from. */
function startOf({ picked, inHand, scouted: unit }: Held, piles: readonly Pile[]): Hex | undefined {
  const id = picked[0] ?? unit ?? inHand[0];
  return piles.find(({ ids }) => id && ids.includes(id))?.hex;
}

/** What would come of an order for many: ghosts where each stack would stand, its way there, and where dice wait. */
export function planned(
  { plan, dangers }: Ordered,
  grid: Grid,
  piles: readonly Pile[],
  size: number,
  scale: number,
): string {
  const legs = (plan?.legs ?? []).map(({ units, start, to, path, risky }) => {
    if (to === start) return lit(grid, start, "threat");
    const [x, y] = centre(grid, to);
    const pile = piles.find(({ ids }) => ids.includes(units[0] ?? ""));
    const shown = pile?.counters.filter((_, i) => units.includes(pile.ids[i]!)) ?? [];
    return (
      marchLine(path.map((hex) => centre(grid, hex))) +
      `<g opacity="${risky ? 0.5 : 0.72}">${lit(grid, to, "legal")}${stack(shown, size, "mid", x, y)}</g>`
    );
  });
  const waits = [...(plan?.dangers ?? []), ...dangers].map(({ place, percent }) => {
    if (!place) return "";
    const [x, y] = centre(grid, place);
    return danger([x, y - grid.radius * 0.75], percent, 13 / scale);
  });
  return legs.join("") + waits.join("");
}

function way(hand: Held, grid: Grid, piles: readonly Pile[], to: Hex): string {
  const start = startOf(hand, piles);
  if (!hand.reach || !start || !(to in hand.reach.move)) return "";
  return trailLine(
    wayTo(hand.reach.before, start, to).map((hex) => centre(grid, hex)),
    grid.radius,
  );
}

/** The chance that a shot does anything, as the panel has it. */
export function chance({ outcomes }: OddsFacts): string {
  // Running out of ammunition is not a hit.
  const none = outcomes.filter(({ kind }) => kind === "nothing" || kind === "other" || kind === "ammunition");
  const some = 100 - none.reduce((sum, { percent }) => sum + percent, 0);
  if (some <= 0) return "no effect";
  return `${some < 1 ? "<1" : some > 99 && some < 100 ? ">99" : Math.round(some)}% hit`;
}

function fire({ shown }: Looked, grid: Grid, scale: number): string {
  return (shown?.odds.shots ?? [])
    .map(({ start, to }) =>
      fireLines(
        start.map((hex) => centre(grid, hex)),
        centre(grid, to),
        grid.radius,
        chance(shown!.odds),
        14 / scale,
      ),
    )
    .join("");
}

/** Where a choice is being made: the hex that is aimed at, else the one pointed at. */
function atHand({ aim, hover }: Held): Hex | null {
  return aim?.hex ?? hover;
}

/** What may be chosen, or how far a unit that is looked at could go and fire. */
export function offered(hand: Held, grid: Grid, many: number): string {
  return choices(hand, grid, many) + scouted(hand, grid);
}

/** What is chosen, and what is pointed at. */
export function rings(
  hand: Held,
  grid: Grid,
  chosen: ReadonlySet<Hex>,
  targeted: readonly { hex: Hex }[] = [],
): string {
  const at = atHand(hand);
  const all = [...chosen].map((hex) => lit(grid, hex, "chosen"));
  all.push(...targeted.map(({ hex }) => lit(grid, hex, "threat")));
  if (at && (hand.lit.has(at) || hand.aim)) all.push(lit(grid, at, "hover"));
  return all.join("");
}

/** What each hex in reach costs, until an order for many is drawn there. */
export function costs(
  { reach, plan }: Held & Partial<Ordered>,
  grid: Grid,
  far: boolean,
  piles: readonly Pile[] = [],
): string {
  if (plan) return "";
  const held = new Set(piles.map(({ hex }) => hex));
  return Object.entries(reach?.move ?? {})
    .map(([hex, cost]) => figure(grid, hex, points(cost), far, held.has(hex)))
    .join("");
}

/** The hexes a leader commands, inside one line of dashes and dots in the colour of his side. */
export function commanded({ reach }: Held, grid: Grid, side: Side): string {
  if (!reach?.command.length) return "";
  const d = outline(grid, reach.command);
  return (
    `<path d="${d}" fill="none" stroke="#fffdf6" stroke-width="4.5" stroke-opacity=".8"/>` +
    `<path d="${d}" fill="${livery(side).text}" fill-opacity=".06" stroke="${livery(side).text}" stroke-width="2.2" stroke-dasharray="12 4 2 4"/>`
  );
}

/** What may still be fired through each hexside. */
export function laneFigures(lanes: readonly Lane[], grid: Grid): string {
  return lanes.map(({ hex, to, left }) => laneFigure(grid, hex, to, left)).join("");
}

/** Sight, fire, and the way to go; words stay readable at any scale. */
export function drawnLines(hand: Held, looking: Looked, grid: Grid, piles: readonly Pile[], scale: number): string {
  const at = atHand(hand);
  return (
    (at ? way(hand, grid, piles, at) : "") +
    fire(looking, grid, scale) +
    (looking.sight ? sightLine(grid, looking.sight.from, looking.sight.to, looking.sight.sight) : "")
  );
}
