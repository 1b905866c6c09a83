/** The picture on a card: the works on the map, manned, with a line coming on. */

import { counter, type Counter } from "../board/counters";
import { engrave } from "../board/engrave";
import { centre, type Box } from "../board/geometry";
import { boxRound } from "../board/pane";
import { random } from "../board/random";
import type { MapFacts } from "../types";

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

export function thumb(map: MapFacts): Thumb {
  const { grid, box, ground } = engrave(map, RADIUS, "small");
  const hexes = Object.keys(map.terrain).sort();
  const manned = hexes.filter((hex) => map.terrain[hex] === "redan");
  const round = boxRound(
    manned.map((hex) => centre(grid, hex)),
    RADIUS * 2.2,
  );
  const focus: Box = round ? { ...round, left: 12 } : box;
  const height = (focus.bottom - focus.top) * 0.82;
  const width = (height * WIDE) / HIGH;
  const r = random("thumb", map.title);
  const attackers = hexes.filter((hex) => {
    const [x, y] = centre(grid, hex);
    const [dx, dy] = [(x - focus.left) / width, (y - focus.top) / height];
    return map.terrain[hex]?.startsWith("open") && dx > 0.36 && dx < 0.72 && dy > 0.06 && dy < 0.86 && r.next() < 0.16 * (1.5 - dx);
  });
  const draw = (side: string, hex: string): string => {
    const [x, y] = centre(grid, hex);
    return counter(staged(side), "far", x, y, RADIUS * 1.15);
  };
  const men = manned.map((hex) => draw("confederate", hex)).join("") + attackers.map((hex) => draw("union", hex)).join("");
  return {
    svg: ground + men,
    viewBox: [focus.left, focus.top, width, height].map((value) => value.toFixed(0)).join(" "),
  };
}
