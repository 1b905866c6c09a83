/** What is laid over the map: lit hexes, marks on the ground, sight lines. Pattern and colour both. */

import { around, centre, corners, type Grid } from "./geometry";
import { path } from "./lines";
import { AMBER, AMBER_LIGHT, AMBER_RING, GREEN, INK, RED } from "./palette";
import { random } from "./random";
import { livery } from "./counters";
import type { Hex, MapFacts, Side, Sight } from "../types";

export type Light = "legal" | "hover" | "chosen" | "threat";

/** legal: amber wash and double ring; hover: heavy ink ring; chosen: white and ink; threat: red hatch. */
export function lit(grid: Grid, hex: Hex, light: Light): string {
  const d = path(corners(grid, hex, 0.93), true);
  switch (light) {
    case "legal":
      return (
        `<path d="${d}" fill="${AMBER}" fill-opacity=".26" stroke="${AMBER_RING}" stroke-width="3.4"/>` +
        `<path d="${d}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="1.6"/>`
      );
    case "hover":
      return (
        `<path d="${d}" fill="${AMBER}" fill-opacity=".5" stroke="${INK}" stroke-width="4.4"/>` +
        `<path d="${path(corners(grid, hex, 0.98), true)}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="2"/>`
      );
    case "chosen":
      return (
        `<path d="${d}" fill="#fff" fill-opacity=".35" stroke="${INK}" stroke-width="3.6"/>` +
        `<path d="${d}" fill="none" stroke="#fff" stroke-width="1.5"/>`
      );
    case "threat":
      return `<path d="${d}" fill="url(#threat)" fill-opacity=".5" stroke="${RED}" stroke-width="1.2" stroke-dasharray="5 3"/>`;
  }
}

/** A lit area so large that rings would drown the map: one wash, one ring round it all. */
export function litField(outline: string, wash: number): string {
  return (
    `<path d="${outline}" fill="${AMBER}" fill-opacity="${wash}" stroke="${AMBER_RING}" stroke-width="3.4"/>` +
    `<path d="${outline}" fill="none" stroke="${AMBER_LIGHT}" stroke-width="1.6"/>`
  );
}

/** A number at the foot of a hex: what it costs to go there, or the strength it is under. */
export function figure(grid: Grid, hex: Hex, words: string, large: boolean): string {
  const [x, y] = centre(grid, hex);
  const [size, drop] = large ? [0.7, 0.25] : [0.38, 0.74];
  return `<text class="cn cost" x="${x.toFixed(1)}" y="${(y + grid.radius * drop).toFixed(1)}" font-size="${(grid.radius * size).toFixed(1)}" text-anchor="middle">${words}</text>`;
}

/** Fallen men as small crosses: on the ground, under the counters. */
export function carnage(grid: Grid, hex: Hex): string {
  const r = random("carnage", hex);
  const [cx, cy] = centre(grid, hex);
  const fallen = Array.from({ length: 8 }, () => {
    const angle = r.between(0, 6.28);
    const away = grid.radius * Math.sqrt(r.between(0.05, 0.66));
    const [x, y] = [cx + away * Math.cos(angle), cy + away * Math.sin(angle) * 0.9];
    const s = grid.radius * 0.1;
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${r.between(0, 180).toFixed(0)})" d="M${-s} 0H${s}M${-s * 0.25} ${-s * 0.7}L${s * 0.1} ${s * 0.7}"/>`;
  });
  return `<g stroke="#8c2a1e" stroke-width="1.7" stroke-linecap="round">${fallen.join("")}</g>`;
}

/** Planks over the ditch, laid towards the wall; or lying where they were dropped. */
export function bridge(grid: Grid, map: MapFacts, hex: Hex, laid: boolean): string {
  const wall = around(grid, hex).find((next) => map.terrain[next] === "redan");
  const [x, y] = centre(grid, hex);
  const [u, v] = wall && laid ? centre(grid, wall) : [x + 1, y - 0.4];
  const angle = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  const [width, half] = laid ? [grid.radius * 0.86, grid.radius * 0.6] : [grid.radius * 0.4, grid.radius * 0.62];
  const shift = laid ? 0.3 : 0;
  const rungs = Array.from({ length: 9 }, (_, i) => `M${(-half + ((i + 1) * half) / 5).toFixed(1)} ${-width / 2}V${width / 2}`);
  return (
    `<g transform="translate(${(x + (u - x) * shift).toFixed(1)} ${(y + (v - y) * shift).toFixed(1)}) rotate(${angle.toFixed(0)})">` +
    `<rect x="${-half}" y="${-width / 2}" width="${2 * half}" height="${width}" fill="#e9cf98" stroke="${INK}" stroke-width="1.1"/>` +
    `<path d="${rungs.join("")}" stroke="${INK}" stroke-width=".9"/></g>`
  );
}

/** A planned bombardment: a shell burst in the colour and outline of the side that fires it. */
export function burst(grid: Grid, hex: Hex, side: Side, spentIt: boolean): string {
  const [x, y] = centre(grid, hex);
  const look = livery(side);
  const r = grid.radius * 0.62;
  const rays = Array.from({ length: 16 }, (_, i) => {
    const a = (i * Math.PI) / 8;
    const far = i % 2 ? r * 0.55 : r;
    return [x + far * Math.sin(a), y - far * Math.cos(a)] as const;
  });
  const dash = spentIt ? ' stroke-dasharray="4 3"' : "";
  return (
    `<path d="${path(rays, true)}" fill="#fffaf0" fill-opacity=".85" stroke="${look.edge}" stroke-width="2"${dash}/>` +
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r * 0.3}" fill="${look.fill}" stroke="${look.edge}" stroke-width="1.5"/>`
  );
}

/** Chaos of War: a whirl in the corner of the hex, ringed in the colour of the side that caused it. */
export function chaos(grid: Grid, hex: Hex, side: Side): string {
  const [cx, cy] = centre(grid, hex);
  const [x, y] = [cx + grid.radius * 0.56, cy + grid.radius * 0.42];
  const look = livery(side);
  const r = grid.radius * 0.26;
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${r}" fill="#fffaf0" stroke="${look.fill}" stroke-width="2.6"/>` +
    `<circle r="${r + 1.6}" fill="none" stroke="${look.edge}" stroke-width=".8"/>` +
    `<path d="M${-r * 0.1} 0A${r * 0.2} ${r * 0.2} 0 1 1 ${r * 0.25} ${r * 0.2}A${r * 0.45} ${r * 0.45} 0 1 1 ${r * 0.4} ${-r * 0.4}" fill="none" stroke="${RED}" stroke-width="1.9" stroke-linecap="round"/></g>`
  );
}

/** A flag where the Union holds the wall. */
export function flag(grid: Grid, hex: Hex): string {
  const [cx, cy] = centre(grid, hex);
  const look = livery("union");
  return `<g transform="translate(${(cx - grid.radius * 0.62).toFixed(1)} ${(cy + grid.radius * 0.3).toFixed(1)})"><path d="M0 12V-14" stroke="${INK}" stroke-width="1.8"/><path d="M0 -14L15 -10L0 -5Z" fill="${look.fill}" stroke="#fffaf0" stroke-width=".8"/></g>`;
}

/** Sight: solid green to the block, red dashes after it, a cross on the block. */
export function sightLine(grid: Grid, from: Hex, to: Hex, sight: Sight | null): string {
  const [ax, ay] = centre(grid, from);
  const [bx, by] = centre(grid, to);
  const halo = `<path d="M${ax} ${ay}L${bx} ${by}" stroke="#fffdf6" stroke-width="7" stroke-linecap="round" opacity=".8"/>`;
  const ends = `<g fill="#fffdf6" stroke="${INK}" stroke-width="2"><circle cx="${ax}" cy="${ay}" r="5"/><circle cx="${bx}" cy="${by}" r="5"/></g>`;
  if (!sight) return `${halo}<path d="M${ax} ${ay}L${bx} ${by}" stroke="${INK}" stroke-width="2" stroke-dasharray="2 6" stroke-linecap="round"/>${ends}`;
  if (sight.clear) return `${halo}<path d="M${ax} ${ay}L${bx} ${by}" stroke="${GREEN}" stroke-width="3.4"/>${ends}`;
  const block = sight.bars.find((bar) => bar.hex)?.hex;
  const [px, py] = block ? centre(grid, block) : [bx, by];
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const t = Math.min(1, Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length));
  const [mx, my] = [ax + (bx - ax) * t, ay + (by - ay) * t];
  return (
    `${halo}<path d="M${ax} ${ay}L${mx} ${my}" stroke="${GREEN}" stroke-width="3.4"/>` +
    `<path d="M${mx} ${my}L${bx} ${by}" stroke="${RED}" stroke-width="3" stroke-dasharray="8 6"/>${ends}` +
    `<path d="M${mx - 9} ${my - 9}l18 18m0 -18l-18 18" stroke="#fffdf6" stroke-width="7"/><path d="M${mx - 9} ${my - 9}l18 18m0 -18l-18 18" stroke="${RED}" stroke-width="3.6"/>`
  );
}
