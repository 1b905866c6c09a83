/** What a map sheet has besides the land: grid, numbers, frame, scale. */

import { around, centre, corners, isOnMap, ROOT3, type Grid } from "./geometry";
import type { Box, Point } from "../ink/plane";
import { label } from "../ink/labels";
import { path } from "../ink/lines";
import { INK, PAPER } from "../ink/palette";
import { tiled } from "../ink/tiles";
import type { Hex } from "../types";

export function scaleBar([x, y]: Point, grid: Grid): string {
  const unit = grid.radius * ROOT3 * 2;
  const bars = [0, 1]
    .map(
      (i) =>
        `<rect x="${x + i * unit}" y="${y}" width="${unit}" height="5" fill="${i ? PAPER : INK}" stroke="${INK}" stroke-width=".8"/>`,
    )
    .join("");
  return bars + label([x + unit, y - 5], "four hexes", 13.5, "note");
}

/** Every hexside once: three sides a hex, and the far rim. */
export function hexgrid(grid: Grid, hexes: readonly Hex[]): string {
  const lines = hexes.map((hex) => {
    const c = corners(grid, hex);
    const top = path([c[3]!, c[4]!, c[5]!, c[0]!]);
    const below = around(grid, hex).slice(2, 5);
    return { at: c[3]!, d: below.every((next) => isOnMap(grid, next)) ? top : path(c, true) };
  });
  return tiled(lines, ` fill="none" stroke="${INK}" stroke-width=".6" stroke-opacity=".22"`);
}

export function hexNumbers(grid: Grid, hexes: readonly Hex[]): string {
  return hexes
    .map((hex) => {
      const [x, y] = centre(grid, hex);
      return `<text x="${x.toFixed(1)}" y="${(y - grid.radius * 0.66).toFixed(1)}">${hex}</text>`;
    })
    .join("");
}

/** A margin of bare paper over whatever ran beyond it, and the two lines of the frame. */
export function frame({ right: w, bottom: h }: Box, k: number): string {
  const [outer, inner] = [8 * k, 12 * k];
  return (
    `<path d="M0 0H${w}V${h}H0ZM${inner} ${inner}V${h - inner}H${w - inner}V${inner}Z" fill="${PAPER}"/>` +
    `<path d="M${outer} ${outer}H${w - outer}V${h - outer}H${outer}Z" fill="none" stroke="${INK}"/>` +
    `<path d="M${inner} ${inner}H${w - inner}V${h - inner}H${inner}Z" fill="none" stroke="${INK}" stroke-width=".5"/>`
  );
}
