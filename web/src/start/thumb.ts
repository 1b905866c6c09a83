/** The picture on a card: a part of the map, with units on it, or of the sheet. */

import { counter, type Counter } from "../ink/counters";
import { engrave } from "../board/engrave";
import { centre, gridOf, sheet } from "../board/geometry";
import type { Box } from "../ink/plane";
import { sheetThumb } from "../sheet/thumb";
import { umpireThumb } from "../umpire/thumb";
import type { Statics, MapFacts, Picture } from "../types";

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

/** A window of the card's shape, `wide` across, around a point but within the map. */
function windowAt([x, y]: readonly [number, number], wide: number, box: Box): Box {
  const high = (wide * HIGH) / WIDE;
  const left = Math.max(box.left, Math.min(box.right - wide, x - wide / 2));
  const top = Math.max(box.top, Math.min(box.bottom - high, y - high / 2));
  return { left, top, right: left + wide, bottom: top + high };
}

export function thumb(map: MapFacts, picture: Picture | null): Thumb {
  const grid = gridOf(map, RADIUS);
  const box = sheet(grid);
  const whole = box.right - box.left;
  const shown = picture
    ? windowAt(centre(grid, picture.around), Math.min(whole, picture.across * 1.5 * RADIUS), box)
    : windowAt([(box.left + box.right) / 2, (box.top + box.bottom) / 2], whole, box);
  // Strokes and trees of a hex reach beyond it.
  const { ground } = engrave(map, RADIUS, "small", {
    left: shown.left - 2 * RADIUS,
    top: shown.top - 2 * RADIUS,
    right: shown.right + 2 * RADIUS,
    bottom: shown.bottom + 2 * RADIUS,
  });
  const units = Object.entries(picture?.stands ?? {}).flatMap(([side, hexes]) =>
    hexes.map((hex) => {
      const [x, y] = centre(grid, hex);
      return counter(staged(side), "far", x, y, RADIUS * 1.15);
    }),
  );
  return {
    svg: ground + units.join(""),
    viewBox: [shown.left, shown.top, shown.right - shown.left, shown.bottom - shown.top]
      .map((value) => value.toFixed(0))
      .join(" "),
  };
}

/** The picture of any statics. */
export function thumbOf(statics: Statics, picture: Picture | null): Thumb {
  if (statics.map) return thumb(statics.map, picture);
  if (statics.sheet) return sheetThumb(statics.sheet, WIDE, HIGH);
  return umpireThumb(WIDE, HIGH);
}
