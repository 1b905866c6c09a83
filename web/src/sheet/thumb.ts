/** The picture of a measured table on a card: its middle, with a line on each side of it. */

import { engraveSheet } from "./ground";
import { INCH, MARGIN } from "./scale";
import { drawBody } from "./stands";
import type { Body, SheetFacts, Side } from "../types";

/** A staged line of stands. */
function staged(side: Side, x: number, y: number, heading: number, stands: number): Body {
  const a = (heading * Math.PI) / 1800;
  const at = (right: number, back: number): [number, number] => [
    Math.round(x + right * Math.cos(a) - back * Math.sin(a)),
    Math.round(y + right * Math.sin(a) + back * Math.cos(a)),
  ];
  const bases = Array.from({ length: stands }, (_, i) => {
    const left = (i - stands / 2) * 100;
    return [at(left, 0), at(left + 100, 0), at(left + 100, 75), at(left, 75)];
  });
  return { side, x, y, heading, bases, kinds: bases.map(() => "infantry"), figures: bases.map(() => 4) };
}

export function sheetThumb(sheet: SheetFacts, wide: number, high: number): { svg: string; viewBox: string } {
  const [cx, cy] = [sheet.width / 2, sheet.height / 2];
  const men = [
    staged("confederate", cx - 700, cy - 420, 1780, 6),
    staged("confederate", cx + 700, cy - 520, 1840, 5),
    staged("union", cx - 560, cy + 380, 30, 6),
    staged("union", cx + 330, cy + 420, 3560, 5),
    staged("union", cx + 980, cy + 330, 3500, 3),
  ];
  const width = 30 * INCH;
  const height = (width * high) / wide;
  const [left, top] = [MARGIN + (cx / 100) * INCH - width / 2, MARGIN + (cy / 100) * INCH - height / 2];
  // A tree reaches beyond its foot.
  const part = { left: left - INCH, top: top - INCH, right: left + width + INCH, bottom: top + height + 2 * INCH };
  const { ground } = engraveSheet(sheet, "full", part);
  return {
    svg: ground + men.map((body) => drawBody(body)).join(""),
    viewBox: [left, top, width, height].map((value) => value.toFixed(0)).join(" "),
  };
}
