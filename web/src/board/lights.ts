/** Everything lit or drawn over the map for the choice at hand, from what the table points at. */

import { centre, type Grid } from "./geometry";
import { livery } from "../ink/livery";
import { figure, fireLines, laneFigure, lit, litField, sightLine, trailLine } from "./overlays";
import type { Pile } from "./pieces";
import { outline } from "./terrain";
import { wayTo } from "./ways";
import type { Table } from "../store.svelte";
import { points } from "../words";
import type { Hex, Lane, Side } from "../types";

type Shown = Pick<Table, "lit" | "picked" | "inHand" | "reach" | "scouted" | "aim" | "hover" | "cursor" | "odds" | "sight">;

function choices(table: Shown, grid: Grid, many: number): string {
  const hexes = [...table.lit];
  if ((table.picked.length || table.inHand.length) && table.reach) return litField(outline(grid, hexes), 0.2);
  if (hexes.length > many) return litField(outline(grid, hexes), 0.07);
  return hexes.map((hex) => lit(grid, hex, "legal")).join("");
}

function scouted({ reach, scouted: unit }: Shown, grid: Grid): string {
  if (!reach || !unit) return "";
  const fire = Object.keys(reach.fire).map((hex) => lit(grid, hex, "threat"));
  return fire.join("") + litField(outline(grid, Object.keys(reach.move)), 0.2);
}

/** Where the units in question start from. */
function startOf({ picked, inHand, scouted: unit }: Shown, piles: readonly Pile[]): Hex | undefined {
  const id = picked[0] ?? unit ?? inHand[0];
  return piles.find(({ ids }) => id && ids.includes(id))?.hex;
}

function way(table: Shown, grid: Grid, piles: readonly Pile[], to: Hex): string {
  const start = startOf(table, piles);
  if (!table.reach || !start || !(to in table.reach.move)) return "";
  return trailLine(
    wayTo(table.reach.before, start, to).map((hex) => centre(grid, hex)),
    grid.radius,
  );
}

/** The chance that a shot does anything, as the panel has it. */
export function chance({ outcomes }: NonNullable<Shown["odds"]>["odds"]): string {
  // Whoever fires their last round has hit nobody by it.
  const none = outcomes.filter(({ kind }) => kind === "nothing" || kind === "other" || kind === "ammunition");
  const some = 100 - none.reduce((sum, { percent }) => sum + percent, 0);
  if (some <= 0) return "no effect";
  return `${some < 1 ? "<1" : some > 99 && some < 100 ? ">99" : Math.round(some)}% hit`;
}

function fire({ odds }: Shown, grid: Grid, scale: number): string {
  return (odds?.odds.shots ?? [])
    .map(({ start, to }) => fireLines(start.map((hex) => centre(grid, hex)), centre(grid, to), grid.radius, chance(odds!.odds), 14 / scale))
    .join("");
}

/** Where a choice is being made: the hex that is aimed at, else the one pointed at. */
function atHand({ aim, hover }: Shown): Hex | null {
  return aim?.hex ?? hover;
}

/** What may be chosen, or how far a unit that is looked at could go and fire. */
export function offered(table: Shown, grid: Grid, many: number): string {
  return choices(table, grid, many) + scouted(table, grid);
}

/** What is chosen, and what is pointed at. */
export function rings(table: Shown, grid: Grid, chosen: ReadonlySet<Hex>): string {
  const at = atHand(table);
  const all = [...chosen].map((hex) => lit(grid, hex, "chosen"));
  if (at && (table.lit.has(at) || table.aim)) all.push(lit(grid, at, "hover"));
  return all.join("");
}

/** What each hex in reach costs. */
export function costs({ reach }: Shown, grid: Grid, far: boolean): string {
  return Object.entries(reach?.move ?? {})
    .map(([hex, cost]) => figure(grid, hex, points(cost), far))
    .join("");
}

/** The hexes a leader commands, inside one line of dashes and dots in the colour of his side. */
export function commanded({ reach }: Shown, grid: Grid, side: Side): string {
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
export function drawnLines(table: Shown, grid: Grid, piles: readonly Pile[], scale: number): string {
  const at = atHand(table);
  const { sight } = table;
  return (
    (at ? way(table, grid, piles, at) : "") +
    fire(table, grid, scale) +
    (sight ? sightLine(grid, sight.from, sight.to, sight.sight) : "")
  );
}
