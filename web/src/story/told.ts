/** A report on the map: the marches, and its moments by the same numbers as in its list. */

import { livery } from "../ink/livery";
import { INK, RED } from "../ink/palette";
import { lossPill, marchLine, pin } from "../ink/pins";
import type { Point } from "../ink/plane";
import type { Report } from "./report";
import type { Side } from "../types";

/** How large a number is on the screen, in pixels. */
const SIZE = 10;

interface Ground {
  /** where a place lies, null where it is not on the map */
  at: (place: string) => Point | null;
  /** from the middle of a place to where its number stands */
  reach: number;
  /** pixels for a unit of the drawing */
  scale: number;
}

export function drawTold({ marches, moments }: Report, mine: Side, { at, reach, scale }: Ground): string {
  const size = SIZE / scale;
  const ways = marches.map(({ side, from, to }) => {
    const [a, b] = [at(from), at(to)];
    return a && b ? marchLine(a, b, livery(side).text, size, reach) : "";
  });
  const taken = new Map<string, number>();
  const pins = moments.map(({ entry, lost }, i) => {
    const place = entry.scene.where?.[0] ?? "";
    const middle = at(place);
    if (!middle) return "";
    const [x, y] = middle;
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    const sum = [...lost.values()].reduce((all, one) => all + one, 0);
    const where: Point = [x - reach + before * 2 * size, y - reach];
    return (
      pin(where, String(i + 1), size, lost.get(mine) ? RED : INK) +
      (sum ? lossPill([x + reach, y + reach - before * 1.5 * size], sum, size * 0.9) : "")
    );
  });
  return ways.join("") + pins.join("");
}
