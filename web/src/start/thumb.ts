/** The picture on a card: the works on the map, manned, with a line coming on. */

import { counter, type Counter } from "../ink/counters";
import { engrave } from "../board/engrave";
import { around, centre, type Grid } from "../board/geometry";
import type { Box } from "../ink/plane";
import { boxRound, isWithin } from "../ink/plane";
import { random } from "../ink/random";
import { sheetThumb } from "../sheet/thumb";
import { umpireThumb } from "../umpire/thumb";
import type { AnyTable, Hex, MapFacts } from "../types";

export const WIDE = 322;
export const HIGH = 170;

export interface Thumb {
  svg: string;
  viewBox: string;
}

const RADIUS = 15;

function staged(side: string): Counter {
  return { side, kind: "infantry", name: "", strength: "", right: "", marks: [], done: false };
}

interface Scene {
  /** top left corner and size of what is shown */
  focus: Box;
  defender: string;
  attacker: string;
  manned: Hex[];
  /** where in the picture, in parts of it, the attackers come on */
  coming: Box;
}

/** A work of several hexes, with a line before it. */
function wall(grid: Grid, manned: Hex[]): Scene | null {
  const chained = manned.some((hex) => around(grid, hex).some((next) => manned.includes(next)));
  const round = boxRound(
    manned.map((hex) => centre(grid, hex)),
    RADIUS * 2.2,
  );
  if (!chained || !round) return null;
  const bottom = round.top + (round.bottom - round.top) * 0.82;
  return {
    focus: { left: 12, top: round.top, right: 12 + ((bottom - round.top) * WIDE) / HIGH, bottom },
    defender: "confederate",
    attacker: "union",
    manned,
    coming: { left: 0.36, top: 0.06, right: 0.72, bottom: 0.86 },
  };
}

/** A town, the batteries round it manned, and columns out of the north-west. */
function town(grid: Grid, box: Box, map: MapFacts, hexes: readonly Hex[], redans: Hex[]): Scene {
  const houses = hexes.filter((hex) => map.terrain[hex] === "town").map((hex) => centre(grid, hex));
  const mean = (k: 0 | 1): number => houses.reduce((sum, at) => sum + at[k], 0) / houses.length;
  const [x, y] = houses.length ? [mean(0), mean(1)] : [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const wide = Math.min(box.right - box.left, RADIUS * 30);
  const high = (wide * HIGH) / WIDE;
  const left = Math.max(box.left + 12, Math.min(box.right - wide - 12, x - wide * 0.68));
  const top = Math.max(box.top + 12, Math.min(box.bottom - high - 12, y - high * 0.62));
  return {
    focus: { left, top, right: left + wide, bottom: top + high },
    defender: "union",
    attacker: "confederate",
    manned: redans,
    coming: { left: 0.06, top: 0.06, right: 0.5, bottom: 0.55 },
  };
}

export function thumb(map: MapFacts): Thumb {
  const { grid, box, ground } = engrave(map, RADIUS, "small");
  const hexes = Object.keys(map.terrain).sort();
  const redans = hexes.filter((hex) => map.terrain[hex] === "redan");
  const { focus, defender, attacker, manned, coming } = wall(grid, redans) ?? town(grid, box, map, hexes, redans);
  const [width, height] = [focus.right - focus.left, focus.bottom - focus.top];
  const r = random("thumb", map.title);
  const attackers = hexes.filter((hex) => {
    const [x, y] = centre(grid, hex);
    const [dx, dy] = [(x - focus.left) / width, (y - focus.top) / height];
    const open = /^(open|clear)/.test(map.terrain[hex] ?? "");
    return open && isWithin(coming, [dx, dy]) && r.next() < 0.16 * (1.5 - dx);
  });
  const draw = (side: string, hex: string): string => {
    const [x, y] = centre(grid, hex);
    return counter(staged(side), "far", x, y, RADIUS * 1.15);
  };
  const men = manned.map((hex) => draw(defender, hex)).join("") + attackers.map((hex) => draw(attacker, hex)).join("");
  return {
    svg: ground + men,
    viewBox: [focus.left, focus.top, width, height].map((value) => value.toFixed(0)).join(" "),
  };
}

/** The picture of any table. */
export function thumbOf(table: AnyTable): Thumb {
  if (table.map) return thumb(table.map);
  if (table.sheet) return sheetThumb(table.sheet, WIDE, HIGH);
  return umpireThumb(WIDE, HIGH);
}
