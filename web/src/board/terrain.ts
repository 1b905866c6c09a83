/** The ground, hex by hex: each terrain by its name, and any other outlined and named. */

import { around, centre, hexside, isOnMap, type Grid } from "./geometry";
import { label } from "../ink/labels";
import { chains, path, relax, smooth } from "../ink/lines";
import { INK, PAPER, SEPIA, WATER, WATERLINE, WOODS } from "../ink/palette";
import { random } from "../ink/random";
import { scatter } from "./scatter";
import { isTall, type Symbol } from "../ink/symbols";
import { inWords } from "../words";
import type { Hex, MapFacts } from "../types";

/** The smoothed outline of a set of hexes. */
export function outline(grid: Grid, hexes: Iterable<Hex>, relaxed = 0, cuts = 1): string {
  const inside = new Set(hexes);
  const sides = [...inside].flatMap((hex) =>
    around(grid, hex)
      .filter((next) => !inside.has(next))
      .map((next) => hexside(grid, hex, next)),
  );
  return chains(sides)
    .map((line) => path(smooth(relax(line.slice(0, -1), relaxed), cuts, true), true))
    .join("");
}

interface Growth {
  symbol: Symbol;
  perHex: number;
  /** of the radius of a hex */
  size: number;
  /** how many are left, and how large, where the map is small */
  far?: { perHex: number; size: number };
}

interface Ground {
  names: RegExp;
  /** flat colour inside the relaxed outline */
  fill?: string;
  edge?: string;
  /** shore lines that fade away from the water */
  shores?: boolean;
  grows?: Growth;
}

const GROUNDS: readonly Ground[] = [
  {
    names: /cypress/,
    fill: "#d5dfcd",
    edge: ` stroke="${WATERLINE}" stroke-width=".6" stroke-dasharray="1 2.5"`,
    grows: { symbol: "cypress", perHex: 5, size: 0.27, far: { perHex: 1, size: 0.44 } },
  },
  {
    names: /^light/,
    fill: "#e9ead3",
    grows: { symbol: "tree", perHex: 4, size: 0.23, far: { perHex: 0.6, size: 0.38 } },
  },
  {
    names: /^heavy/,
    fill: "#d3d9b3",
    grows: { symbol: "tree", perHex: 10, size: 0.27, far: { perHex: 1.6, size: 0.46 } },
  },
  {
    names: /wood|forest|orchard/,
    fill: WOODS,
    grows: { symbol: "tree", perHex: 8, size: 0.25, far: { perHex: 1.2, size: 0.42 } },
  },
  {
    names: /swamp|marsh/,
    fill: "#d6e2d8",
    edge: ` stroke="${WATERLINE}" stroke-width=".6" stroke-dasharray="3 2"`,
    grows: { symbol: "reed", perHex: 3, size: 0.16 },
  },
  {
    names: /^(?:water|pond|lake|river|bayou)/,
    fill: WATER,
    edge: ` stroke="${WATERLINE}" stroke-width="1.2"`,
    shores: true,
    grows: { symbol: "ripple", perHex: 3, size: 0.3 },
  },
  { names: /felled|abatis|slash/, grows: { symbol: "log", perHex: 7, size: 0.19 } },
  { names: /^open|^clear|^field/, grows: { symbol: "tuft", perHex: 1.3, size: 0.15 } },
];
const TOWN = /town|village|building/;
/** Drawn as works or as relief, not as ground. */
const BUILT = /redan|ditch|elevation|levee/;

/** Fewer heights than this above the lowest have no colours of their own. */
const FEW = 3;
const HIGH = "#a8793a";

function byName(map: MapFacts): Map<string, Hex[]> {
  const kinds = new Map<string, Hex[]>();
  for (const hex of Object.keys(map.terrain).sort()) {
    const name = map.terrain[hex]!;
    const there = kinds.get(name);
    if (there) there.push(hex);
    else kinds.set(name, [hex]);
  }
  return kinds;
}

/** The same hexes, and those beside them beyond the edge of the map: a river does not end there. */
function beyond(grid: Grid, hexes: readonly Hex[]): Hex[] {
  return [...new Set([...hexes, ...hexes.flatMap((hex) => around(grid, hex).filter((next) => !isOnMap(grid, next)))])];
}

/** Flat colours, under everything. */
export function areas(grid: Grid, map: MapFacts): string {
  return [...byName(map)]
    .map(([name, hexes]) => {
      const ground = GROUNDS.find(({ names }) => names.test(name));
      if (ground?.fill) {
        const d = outline(grid, ground.shores ? beyond(grid, hexes) : hexes, 3, 2);
        const shore = `<path d="${d}" fill="none" stroke="${WATERLINE}" stroke-opacity=".16" stroke-width="`;
        return (
          (ground.shores ? `${shore}${grid.radius * 0.32}"/>${shore}${grid.radius * 0.17}"/>` : "") +
          `<path d="${d}" fill="${ground.fill}" fill-rule="evenodd"${ground.edge ?? ""}/>`
        );
      }
      if (ground || TOWN.test(name) || BUILT.test(name)) return "";
      return `<path d="${outline(grid, hexes)}" fill="${SEPIA}" fill-opacity=".07" stroke="${SEPIA}" stroke-width=".8" stroke-dasharray="2 3" fill-rule="evenodd"/>`;
    })
    .join("");
}

/** What grows or lies there, away from roads and out of the works. */
export function growth(
  grid: Grid,
  map: MapFacts,
  tall: boolean,
  kept: ReadonlySet<Hex>,
  roads: ReadonlySet<Hex>,
  far: boolean,
): string {
  return [...byName(map)]
    .map(([name, hexes]) => {
      const grows = GROUNDS.find(({ names }) => names.test(name))?.grows;
      if (!grows || isTall(grows.symbol) !== tall) return "";
      const few = far ? grows.far : grows;
      if (!few) return "";
      const free = hexes.filter((hex) => !kept.has(hex) && !roads.has(hex));
      const beside = tall && !far ? hexes.filter((hex) => roads.has(hex)) : [];
      return (
        scatter(grid, free, grows.symbol, few.perHex, few.size * grid.radius) +
        scatter(grid, beside, grows.symbol, 3, grows.size * 0.85 * grid.radius, true)
      );
    })
    .join("");
}

/** The flat colour of ground; paper where it has none. */
export function fillOf(terrain: string): string {
  return GROUNDS.find(({ names }) => names.test(terrain))?.fill ?? PAPER;
}

/** Whether ground is water by its name. */
export function isWater(terrain: string): boolean {
  return GROUNDS.find(({ names }) => names.test(terrain))?.shores ?? false;
}

/** Flat colours of height, one upon the other; where there are few heights, strokes alone tell them. */
export function tints(grid: Grid, levels: ReadonlyMap<Hex, number>): string {
  const heights = [...new Set(levels.values())].sort((a, b) => a - b).slice(1);
  if (heights.length < FEW) return "";
  return heights
    .map((height) => {
      const above = [...levels].filter(([, level]) => level >= height).map(([hex]) => hex);
      return `<path d="${outline(grid, beyond(grid, above), 3, 2)}" fill="${HIGH}" fill-opacity=".12" fill-rule="evenodd"/>`;
    })
    .join("");
}

/** Houses as small blocks. */
export function towns(grid: Grid, map: MapFacts): string {
  const houses = [...byName(map)]
    .filter(([name]) => TOWN.test(name))
    .flatMap(([, hexes]) => hexes)
    .flatMap((hex) => {
      const r = random("town", hex);
      const [x, y] = centre(grid, hex);
      return Array.from({ length: 5 }, () => {
        const [u, v] = [x + r.between(-0.6, 0.5) * grid.radius, y + r.between(-0.6, 0.5) * grid.radius];
        const [w, h] = [r.between(0.14, 0.3) * grid.radius, r.between(0.12, 0.24) * grid.radius];
        return path(
          [
            [u, v],
            [u + w, v],
            [u + w, v + h],
            [u, v + h],
          ],
          true,
        );
      });
    });
  return houses.length ? `<path d="${houses.join("")}" fill="${SEPIA}" stroke="${INK}" stroke-width=".5"/>` : "";
}

/** Names of ground that has no drawing. */
export function groundNames(grid: Grid, map: MapFacts): string {
  return [...byName(map)]
    .filter(([name]) => !GROUNDS.some(({ names }) => names.test(name)) && !TOWN.test(name) && !BUILT.test(name))
    .map(([name, hexes]) => {
      const [x, y] = centre(grid, hexes[Math.floor(hexes.length / 2)]!);
      return label([x, y + grid.radius * 0.2], inWords(name), grid.radius * 0.42, "note");
    })
    .join("");
}
