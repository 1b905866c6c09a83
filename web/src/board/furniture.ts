/** What a map sheet has besides the land: grid, numbers, frame, north arrow, scale. */

import { around, centre, corners, isOnMap, ROOT3, type Box, type Grid, type Point } from "./geometry";
import { label } from "./labels";
import { path } from "./lines";
import { INK, PAPER } from "./palette";
import { tiled } from "./tiles";
import type { Hex } from "../types";

export function north([x, y]: Point, r: number): string {
  const degrees = Array.from({ length: 24 }, (_, k) => {
    const a = (k * 15 * Math.PI) / 180;
    const far = r * (k % 3 ? 0.72 : 0.8);
    const [sx, sy] = [Math.sin(a), -Math.cos(a)];
    return path([
      [r * 0.62 * sx, r * 0.62 * sy],
      [far * sx, far * sy],
    ]);
  }).join("");
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${r * 0.62}" fill="${PAPER}" fill-opacity=".8" stroke="${INK}" stroke-width=".8"/>` +
    `<path d="${degrees}" stroke="${INK}" stroke-width=".7"/>` +
    `<path d="M0 ${-r * 1.1}L${r * 0.17} 0L0 ${r * 0.8}Z" fill="${INK}"/>` +
    `<path d="M0 ${-r * 1.1}L${-r * 0.17} 0L0 ${r * 0.8}Z" fill="${PAPER}" stroke="${INK}" stroke-width=".9"/>` +
    `<path d="M${-r * 0.62} 0H${r * 0.62}" stroke="${INK}" stroke-width=".7"/></g>` +
    label([x, y - r * 1.2], "N", r * 0.5, "title")
  );
}

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
