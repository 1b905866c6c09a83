/** The terrain layer: an engraved map, drawn from map data alone, layer upon layer. */

import { centre, column, corners, gridOf, row, sheet, type Grid } from "./geometry";
import type { Box, Point } from "../ink/plane";
import { frame, hexgrid, hexNumbers, scaleBar } from "./furniture";
import { faceLabel, label, roadLabel } from "../ink/labels";
import { beside, path, smooth } from "../ink/lines";
import { SEPIA, TREE, UNION, WATERLINE } from "../ink/palette";
import { bank, fieldWork, north } from "../ink/strokes";
import { contours, hachures, relief } from "./relief";
import { isLane, logBridges, roads, sides } from "./routes";
import { areas, fillOf, groundNames, growth, isWater, outline, tints, towns } from "./terrain";
import { ditch, outward, parapet, trace, trails } from "./works";
import { roadName } from "../textboard";
import type { Hex, MapFacts } from "../types";

export interface Engraving {
  grid: Grid;
  box: Box;
  /** `fine` and `coarse` groups in it are for a map seen near, and from afar */
  ground: string;
  numbers: string;
}

function hexesOf(map: MapFacts, terrain: string): Hex[] {
  return Object.keys(map.terrain)
    .filter((hex) => map.terrain[hex] === terrain)
    .sort();
}

function zoned(map: MapFacts, wanted: (name: string) => boolean): [string, Hex[]][] {
  return Object.entries(map.zones).filter(([name]) => wanted(name));
}

const isLine = (name: string): boolean => name.endsWith("_line");
const isSetUp = (name: string): boolean => name.startsWith("setup_");
const isInside = (name: string): boolean => name.startsWith("inside_redan");
const isArea = (name: string): boolean => name.startsWith("area_");
const isTrench = (name: string): boolean => name.startsWith("trench");
/** A wall of one hex is drawn by its hexsides. */
const isChain = (trail: readonly Hex[]): boolean => trail.length > 1;

/** Heights: the levels of the map, and a step more where the terrain itself is an elevation. */
function heights(map: MapFacts): Map<Hex, number> {
  return new Map(
    Object.entries(map.terrain).map(([hex, name]) => [
      hex,
      (map.level[hex] ?? 0) + (name.includes("elevation") ? 1 : 0),
    ]),
  );
}

function hills(grid: Grid, map: MapFacts, box: Box): string {
  const levels = heights(map);
  const tops = [...new Set(levels.values())].sort((a, b) => a - b).slice(1);
  if (!tops.length) return "";
  const surface = relief(grid, levels, box);
  const lines = (parts: number[]): number[] => tops.flatMap((top) => parts.map((part) => top - 1 + part));
  return (
    tints(grid, levels) +
    contours(surface, lines([0.18, 0.4, 0.62, 0.82]), 0.8) +
    hachures(surface, lines([0.3, 0.55, 0.78]), grid.radius * 0.16, grid.radius * 0.42)
  );
}

/** Walls and ditches that fill hexes. */
function works(grid: Grid, map: MapFacts): string {
  const r = grid.radius;
  const yard = zoned(map, isInside).flatMap(([, hexes]) => hexes.map((hex) => centre(grid, hex)));
  const walls = trails(grid, hexesOf(map, "redan"))
    .filter(isChain)
    .map((trail) => trace(grid, trail));
  const ditches = trails(grid, hexesOf(map, "ditch")).map((trail) => trace(grid, trail));
  return (
    walls.map((wall) => `<path d="${path(wall, true)}" fill="#eadcb8"/>`).join("") +
    ditches.map((line) => ditch(line, r)).join("") +
    walls.map((wall) => parapet(wall, r, yard.length ? outward(wall, yard) : 1)).join("")
  );
}

/** Banks that fill hexes. */
function levees(grid: Grid, map: MapFacts): string {
  const hexes = Object.keys(map.terrain).filter((hex) => map.terrain[hex]!.includes("levee"));
  return trails(grid, hexes)
    .filter(isChain)
    .map((trail) =>
      bank(
        smooth(
          trail.map((hex) => centre(grid, hex)),
          3,
        ),
        grid.radius * 0.5,
      ),
    )
    .join("");
}

/** Rows of trenches before the middle of their hexes, facing downhill. */
function trenches(grid: Grid, map: MapFacts): string {
  const r = grid.radius;
  const high = Object.keys(map.level).filter((hex) => map.level[hex]! > 2);
  const hills = high.map((hex) => centre(grid, hex));
  return zoned(map, isTrench)
    .flatMap(([, hexes]) => trails(grid, hexes))
    .filter(isChain)
    .map((trail) => {
      const line = smooth(
        trail.map((hex) => centre(grid, hex)),
        2,
      );
      const out = hills.length ? outward(line, hills) : 1;
      return fieldWork(beside(line, r * 0.5 * out, r * 0.2), Math.max(2.4, r * 0.2), out);
    })
    .join("");
}

/** Lines and areas the rules speak of: start lines dotted, set-up areas dashed. */
function zones(grid: Grid, map: MapFacts): string {
  const lines = zoned(map, isLine)
    .flatMap(([, hexes]) => trails(grid, hexes))
    .map((trail) => path(trail.map((hex) => centre(grid, hex))));
  const places = zoned(map, isSetUp).map(([, hexes]) => outline(grid, hexes));
  return (
    `<path d="${lines.join("")}" fill="none" stroke="${UNION}" stroke-width="2.2" stroke-dasharray="2 5" stroke-linecap="round"/>` +
    `<path d="${places.join("")}" fill="${UNION}" fill-opacity=".05" stroke="${UNION}" stroke-width="1.1" stroke-dasharray="5 3"/>`
  );
}

function names(grid: Grid, map: MapFacts): string {
  const r = grid.radius;
  const longest = new Map<string, Hex[]>();
  for (const [name, hexes] of Object.entries(map.roads)) {
    const title = roadName(name);
    if (!/street/i.test(title) && !isLane(name) && hexes.length > (longest.get(title)?.length ?? 4))
      longest.set(title, hexes);
  }
  const ways = [...longest].map(([title, hexes]) =>
    roadLabel(
      hexes.map((hex) => centre(grid, hex)),
      title.replace(/ Railroad$/, " R.R."),
      r,
    ),
  );
  // Names in capitals are places; roads have theirs along them.
  const named = Object.entries(map.labels)
    .filter(([, text]) => /^[A-Z]/.test(text) && !/road$/i.test(text))
    .map(([hex, text]) => {
      const [x, y] = centre(grid, hex);
      if (isWater(map.terrain[hex]!)) return label([x, y + r * 0.2], text, r * 0.62, "water", 0, WATERLINE);
      if (/hills$/i.test(text)) return label([x, y + r * 0.2], text, r * 0.85, "place");
      if (/woods$/i.test(text)) return label([x, y + r * 0.2], text, r * 0.55, "note", 0, TREE);
      const town = map.terrain[hex] === "town" && !/hotel/i.test(text);
      return label([x, y - r * 0.95], text, r * (town ? 0.75 : 0.46), "place");
    });
  const leading = Object.entries(map.labels)
    .filter(([, text]) => text.startsWith("to "))
    .map(([hex, text]) => {
      const [x, y] = centre(grid, hex);
      // Seen from afar it is written larger, and still within the frame.
      const half = text.length * 6;
      const within = Math.min(Math.max(x, half), sheet(grid).right - half);
      return label([within, y + r * 1.15], text, r * 0.42, "note", 0, SEPIA);
    });
  const edges = zoned(map, isArea).map(([name, hexes]) => {
    const [x, y] = centre(grid, hexes[Math.floor(hexes.length / 2)]!);
    return label([x, y + r * 0.35], `Area ${name.slice(5)}`, r * 0.62, "note", 0, SEPIA);
  });
  const lines = zoned(map, isLine).map(([name, hexes]) => {
    const south = [...hexes].sort((a, b) => row(b) - row(a) || column(b) - column(a))[0]!;
    const [x, y] = centre(grid, south);
    return label([x - r * 0.3, y - r * 6], name.replaceAll("_", " "), 13, "place", 90, UNION);
  });
  const places = zoned(map, isSetUp).map(([name, hexes]) => {
    const points = hexes.map((hex) => centre(grid, hex));
    const xs = points.map(([x]) => x);
    const x = (Math.min(...xs) + Math.max(...xs)) / 2;
    const y = Math.min(...points.map((p) => p[1]));
    return label([x, y - r * 0.95], name.slice(6).replaceAll("_", " "), 14, "note", 0, UNION);
  });
  const batteries = trails(grid, map.zones.battery ?? []).map((trail) => {
    const points = trail.map((hex) => centre(grid, hex));
    const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const y = Math.max(...points.map((p) => p[1]));
    return label([x, y + r * 1.25], "Battery", 13, "place");
  });
  const built = ["redan", "ditch"].flatMap((terrain) =>
    trails(grid, hexesOf(map, terrain))
      .filter(isChain)
      .map((trail) => faceLabel(trace(grid, trail), terrain, r)),
  );
  return [
    ...edges,
    ...ways,
    ...leading,
    ...named,
    ...lines,
    ...places,
    ...batteries,
    ...built,
    groundNames(grid, map),
  ].join("");
}

/** full: everything; small: no grid and no compass; bare: only what is built, for a small picture. */
export type Detail = "full" | "small" | "bare";

/** Hexes whose middle lies in a part of the sheet. */
function within(grid: Grid, terrain: MapFacts["terrain"], part: Box): MapFacts["terrain"] {
  const isThere = (hex: Hex): boolean => {
    const [x, y] = centre(grid, hex);
    return x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;
  };
  return Object.fromEntries(Object.entries(terrain).filter(([hex]) => isThere(hex)));
}

/** The whole map at a radius; of slopes and trees, which are most of it, only what is in `part`. */
export function engrave(map: MapFacts, radius: number, detail: Detail = "full", part?: Box): Engraving {
  const grid = gridOf(map, radius);
  const box = sheet(grid);
  const hexes = Object.keys(map.terrain).sort();
  const covered = new Set(Object.values(map.roads).flat());
  const inside = new Set(zoned(map, isInside).flatMap(([, list]) => list));
  const grown = part ? { ...map, terrain: within(grid, map.terrain, part) } : map;
  const near = (tall: boolean): string => growth(grid, grown, tall, inside, covered, false);
  const far = (): string => growth(grid, grown, true, inside, covered, true);
  const full = detail === "full";
  const ground = [
    areas(grid, map),
    detail === "bare" ? "" : hills(grid, map, part ?? box),
    sides(grid, map, true),
    detail === "bare" ? "" : `<g class="fine">${near(false)}</g>`,
    roads(grid, map),
    full ? `<g class="fine">${near(true)}</g><g class="coarse">${far()}</g>` : detail === "small" ? far() : "",
    towns(grid, map),
    logBridges(grid, map, map.zones.corduroy_bridge ?? []),
    levees(grid, map),
    works(grid, map),
    trenches(grid, map),
    sides(grid, map, false),
    zones(grid, map),
    full ? hexgrid(grid, hexes) : "",
    detail === "bare" ? "" : names(grid, map),
    full
      ? north([box.right - radius * 4, box.bottom - radius * 4.6], 34) +
        scaleBar([box.right - radius * 14, box.bottom - radius * 3.4], grid)
      : "",
    frame(box, radius / 33),
  ].join("");
  return { grid, box, ground, numbers: hexNumbers(grid, hexes) };
}

/** One hex of some ground, round the origin. */
export function swatch(terrain: string, radius: number): string {
  const map: MapFacts = {
    title: "",
    columns: [1, 1],
    rows: [1, 1],
    high: "odd",
    terrain: { "0101": terrain },
    level: {},
    roads: {},
    hexsides: {},
    zones: {},
    labels: {},
  };
  const at = gridOf(map, radius);
  const grid = { ...at, left: 0, top: 0 };
  const none = new Set<Hex>();
  const rim = path(corners(grid, "0101"), true);
  const levee = terrain.includes("levee");
  const long: Point[] = [
    [-radius * 0.8, 0],
    [radius * 0.8, 0],
  ];
  return (
    `<path d="${rim}" fill="${fillOf(terrain)}"/>` +
    growth(grid, map, false, none, none, false) +
    growth(grid, map, true, none, none, false) +
    towns(grid, map) +
    (levee ? bank(long, radius * 0.4) : "") +
    `<path d="${rim}" fill="none" stroke="${SEPIA}" stroke-width="1.2"/>`
  );
}

/** Hatchings that the layers refer to; once a page. */
export function definitions(): string {
  return `<pattern id="threat" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 3.5H7" stroke="#9c2f22" stroke-width="1.6"/></pattern>`;
}
