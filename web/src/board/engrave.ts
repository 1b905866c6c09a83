/** The terrain layer: an engraved map, drawn from map data alone. */

import {
  around,
  centre,
  column,
  corners,
  gridOf,
  hexside,
  isOnMap,
  ROOT3,
  row,
  sheet,
  type Box,
  type Grid,
  type Point,
} from "./geometry";
import { chains, path, relax, smooth } from "./lines";
import { INK, PAPER, ROAD, SEPIA, UNION } from "./palette";
import { random } from "./random";
import { contours, hachures, relief } from "./relief";
import { ditch, outward, parapet, trace, trails } from "./works";
import { escaped, inWords } from "../words";
import type { Hex, MapFacts } from "../types";

export interface Engraving {
  grid: Grid;
  box: Box;
  ground: string;
  numbers: string;
}

function hexesOf(map: MapFacts, terrain: string): Hex[] {
  return Object.keys(map.terrain)
    .filter((hex) => map.terrain[hex] === terrain)
    .sort();
}

/** Heights: the levels of the map, and a step more where the terrain itself is an elevation. */
function heights(map: MapFacts): Map<Hex, number> {
  return new Map(
    Object.entries(map.terrain).map(([hex, name]) => [
      hex,
      (map.level[hex] ?? 0) + (name.includes("elevation") ? 1 : 0),
    ]),
  );
}

/** Symbols spread over hexes by throwing darts, drawn north to south so that they overlap well. */
export function scatter(grid: Grid, hexes: readonly Hex[], symbol: string, perHex: number, size: number): string {
  const out: [number, string][] = [];
  for (const hex of hexes) {
    const r = random(symbol, hex);
    const [cx, cy] = centre(grid, hex);
    const count = Math.floor(perHex) + (r.next() < perHex % 1 ? 1 : 0);
    const put: Point[] = [];
    for (let dart = 0; dart < count * 8 && put.length < count; dart++) {
      const angle = r.between(0, 2 * Math.PI);
      const away = Math.sqrt(r.next()) * 0.86 * grid.radius;
      const spot: Point = [cx + away * Math.cos(angle), cy + away * Math.sin(angle) * 0.92];
      const room = (grid.radius * 0.9) / Math.sqrt(count);
      if (put.every(([x, y]) => Math.hypot(x - spot[0], y - spot[1]) > room)) put.push(spot);
    }
    for (const [x, y] of put) {
      const scale = size * r.between(0.82, 1.15);
      out.push([
        y,
        `<use href="#${symbol}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})"/>`,
      ]);
    }
  }
  return out
    .sort((a, b) => a[0] - b[0])
    .map(([, svg]) => svg)
    .join("");
}

/** The smoothed outline of a set of hexes. */
export function outline(grid: Grid, hexes: Iterable<Hex>, relaxed = 0): string {
  const inside = new Set(hexes);
  const sides = [...inside].flatMap((hex) =>
    around(grid, hex)
      .filter((next) => !inside.has(next))
      .map((next) => hexside(grid, hex, next)),
  );
  return chains(sides)
    .map((line) => path(smooth(relax(line.slice(0, -1), relaxed), 1, true), true))
    .join("");
}

export function label(
  [x, y]: Point,
  text: string,
  size: number,
  kind: "place" | "water" | "title" | "note",
  turn = 0,
  fill = INK,
): string {
  const rotate = turn ? ` transform="rotate(${turn.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})"` : "";
  return (
    `<text class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="middle" fill="${fill}"${rotate} ` +
    `paint-order="stroke" stroke="${PAPER}" stroke-width="3.5" stroke-linejoin="round">${escaped(text)}</text>`
  );
}

function road(points: readonly Point[], width: number): string {
  const d = path(smooth(points, 3));
  return (
    `<path d="${d}" fill="none" stroke="${SEPIA}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${ROAD}" stroke-width="${width - 1.9}" stroke-linejoin="round"/>`
  );
}

/** A name along a line, beside its straightest stretch near the middle. */
function roadLabel(points: readonly Point[], text: string, radius: number): string {
  const half = 4;
  let best = Math.floor(points.length / 2);
  let straightest = 0;
  for (let i = half; i + half < points.length; i++) {
    const [ax, ay] = points[i - half]!;
    const [bx, by] = points[i + half]!;
    const central = 1 - 0.35 * Math.abs((2 * i) / points.length - 1);
    const straight = (Math.hypot(bx - ax, by - ay) / radius) * central;
    if (straight > straightest) [best, straightest] = [i, straight];
  }
  const [ax, ay] = points[Math.max(0, best - half)]!;
  const [bx, by] = points[Math.min(points.length - 1, best + half)]!;
  let turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  if (turn > 90) turn -= 180;
  if (turn < -90) turn += 180;
  const a = (turn * Math.PI) / 180;
  const away = radius * 0.75;
  const at: Point = [(ax + bx) / 2 + Math.sin(a) * away, (ay + by) / 2 - Math.cos(a) * away];
  return label(at, text, radius * 0.52, "place", turn);
}

/** The name of a work, low on its longest face; on the work itself, or inside it where men stand on it. */
function faceLabel(line: readonly Point[], terrain: string, radius: number): string {
  const faces = line.slice(1, -1).map((p, i) => [p, line[i + 2]!] as const).slice(0, -1);
  const long = ([[ax, ay], [bx, by]]: readonly [Point, Point]): number => Math.hypot(bx - ax, by - ay);
  const [upper, lower] = faces.reduce((best, face) => (long(face) > long(best) ? face : best)).toSorted((p, q) => p[1] - q[1]);
  const turn = Math.atan2(upper![1] - lower![1], upper![0] - lower![0]);
  const away = terrain === "ditch" ? 0.12 * radius : -radius * 1.7;
  const at: Point = [
    lower![0] * 0.78 + upper![0] * 0.22 - Math.sin(turn) * away,
    lower![1] * 0.78 + upper![1] * 0.22 + Math.cos(turn) * away,
  ];
  return label(at, inWords(terrain), radius * 0.5, terrain === "ditch" ? "water" : "place", (turn * 180) / Math.PI);
}

function north([x, y]: Point, r: number): string {
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

function scaleBar([x, y]: Point, grid: Grid): string {
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
function hexgrid(grid: Grid, hexes: readonly Hex[]): string {
  const lines = hexes.map((hex) => {
    const c = corners(grid, hex);
    const north = path([c[3]!, c[4]!, c[5]!, c[0]!]);
    const below = around(grid, hex).slice(2, 5);
    return below.every((next) => isOnMap(grid, next)) ? north : path(c, true);
  });
  return `<path d="${lines.join("")}" fill="none" stroke="${INK}" stroke-width=".6" opacity=".22"/>`;
}

function fieldWorks(grid: Grid, map: MapFacts): string {
  const r = grid.radius;
  const yard = Object.entries(map.zones)
    .filter(([name]) => name.startsWith("inside"))
    .flatMap(([, hexes]) => hexes.map((hex) => centre(grid, hex)));
  const walls = trails(grid, hexesOf(map, "redan")).map((trail) => trace(grid, trail));
  const ditches = trails(grid, hexesOf(map, "ditch")).map((trail) => trace(grid, trail));
  return (
    walls.map((wall) => `<path d="${path(wall, true)}" fill="#eadcb8"/>`).join("") +
    ditches.map((line) => ditch(line, r)).join("") +
    walls.map((wall) => parapet(wall, r, yard.length ? outward(wall, yard) : 1)).join("")
  );
}

/** Lines and areas the rules speak of: start lines dotted, set-up areas dashed. */
function zones(grid: Grid, map: MapFacts): string {
  return Object.entries(map.zones)
    .map(([name, hexes]) => {
      if (name.endsWith("_line")) {
        return trails(grid, hexes)
          .map(
            (trail) =>
              `<path d="${path(trail.map((hex) => centre(grid, hex)))}" fill="none" stroke="${UNION}" stroke-width="2.2" stroke-dasharray="2 5" stroke-linecap="round"/>`,
          )
          .join("");
      }
      if (name.startsWith("setup_")) {
        return `<path d="${outline(grid, hexes)}" fill="${UNION}" fill-opacity=".05" stroke="${UNION}" stroke-width="1.1" stroke-dasharray="5 3"/>`;
      }
      return "";
    })
    .join("");
}

function names(grid: Grid, map: MapFacts): string {
  const r = grid.radius;
  const roads = Object.entries(map.roads).map(([name, hexes]) =>
    roadLabel(
      hexes.map((hex) => centre(grid, hex)),
      inWords(name),
      r,
    ),
  );
  const lines = Object.entries(map.zones)
    .filter(([name]) => name.endsWith("_line"))
    .map(([name, hexes]) => {
      const south = [...hexes].sort((a, b) => row(b) - row(a) || column(b) - column(a))[0]!;
      const [x, y] = centre(grid, south);
      return label([x - r * 0.3, y - r * 6], name.replaceAll("_", " "), 13, "place", 90, UNION);
    });
  const areas = Object.entries(map.zones)
    .filter(([name]) => name.startsWith("setup_"))
    .map(([name, hexes]) => {
      const top = [...hexes].sort((a, b) => row(a) - row(b) || column(a) - column(b));
      const xs = hexes.map((hex) => centre(grid, hex)[0]);
      const y = Math.min(...top.map((hex) => centre(grid, hex)[1]));
      const x = (Math.min(...xs) + Math.max(...xs)) / 2;
      return label([x, y - r * 0.95], name.slice(6).replaceAll("_", " "), 14, "note", 0, UNION);
    });
  const batteries = trails(grid, map.zones["battery"] ?? []).map((trail) => {
    const points = trail.map((hex) => centre(grid, hex));
    const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const y = Math.max(...points.map((p) => p[1]));
    return label([x, y + r * 1.25], "Battery", 13, "place");
  });
  const works = ["redan", "ditch"].flatMap((terrain) =>
    trails(grid, hexesOf(map, terrain)).map((trail) => faceLabel(trace(grid, trail), terrain, r)),
  );
  return [...roads, ...lines, ...areas, ...batteries, ...works].join("");
}

/** full: everything; small: no grid and no compass; bare: only what is built, for a glance. */
export type Detail = "full" | "small" | "bare";

/** The whole map at a radius. */
export function engrave(map: MapFacts, radius: number, detail: Detail = "full"): Engraving {
  const grid = gridOf(map, radius);
  const box = sheet(grid);
  const hexes = Object.keys(map.terrain).sort();
  const surface = relief(grid, heights(map), box);
  const roads = Object.values(map.roads).map((trail) => trail.map((hex) => centre(grid, hex)));
  const covered = new Set(Object.values(map.roads).flat());
  const inside = new Set(
    Object.entries(map.zones).flatMap(([name, list]) => (name.startsWith("inside") ? list : [])),
  );
  const open = hexes.filter(
    (hex) => (map.terrain[hex] ?? "").startsWith("open") && !covered.has(hex) && !inside.has(hex),
  );
  const tops = [...new Set(heights(map).values())].sort((a, b) => a - b).slice(1);
  const lines = (parts: number[]): number[] => tops.flatMap((top) => parts.map((part) => top - 1 + part));
  const [w, h] = [box.right, box.bottom];
  const ground = [
    contours(surface, lines([0.18, 0.4, 0.62, 0.82]), 0.8),
    hachures(surface, lines([0.3, 0.55, 0.78]), radius * 0.16, radius * 0.42),
    detail !== "bare" ? `<g opacity=".75">${scatter(grid, open, "tuft", 1.3, radius * 0.15)}</g>` : "",
    roads.map((line) => road(line, Math.max(2.6, radius * 0.36))).join(""),
    fieldWorks(grid, map),
    zones(grid, map),
    detail === "full" ? hexgrid(grid, hexes) : "",
    detail !== "bare" ? names(grid, map) : "",
    detail === "full" ? north([w - radius * 4, h - radius * 4.6], 34) + scaleBar([w - radius * 14, h - radius * 3.4], grid) : "",
    `<path d="M8 8H${w - 8}V${h - 8}H8Z" fill="none" stroke="${INK}"/>`,
    `<path d="M12 12H${w - 12}V${h - 12}H12Z" fill="none" stroke="${INK}" stroke-width=".5"/>`,
  ].join("");
  const numbers = hexes
    .map((hex) => {
      const [x, y] = centre(grid, hex);
      return `<text x="${x.toFixed(1)}" y="${(y - radius * 0.66).toFixed(1)}">${hex}</text>`;
    })
    .join("");
  return { grid, box, ground, numbers };
}

/** Symbols and hatchings that the layers refer to; once a page. */
export function definitions(): string {
  return (
    `<g id="tuft"><path d="M-.5 0L-.7 -.5M-.2 0L-.22 -.75M.1 0L.2 -.7M.4 0L.68 -.45" stroke="#8d8450" stroke-width=".13" fill="none" stroke-linecap="round"/></g>` +
    `<pattern id="ruled" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 3H6" stroke="#5b4322" stroke-width="1.1" opacity=".38"/></pattern>` +
    `<pattern id="threat" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 3.5H7" stroke="#9c2f22" stroke-width="1.6"/></pattern>`
  );
}
