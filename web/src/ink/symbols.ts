/** Small engraved things strewn over the land: tufts, trees, reeds, felled logs. Plain paths, few of them. */

import type { Point } from "./plane";
import { SEPIA, TREE, WATERLINE } from "./palette";
import { Pen, placed, type Line } from "./pen";
import { random } from "./random";
import { tiled } from "./tiles";

interface Stroke {
  d: string;
  line: Line;
}

interface Figure {
  /** variants of the same strokes */
  variants: Stroke[][];
  /** drawn from north to south, because it hides what stands behind it */
  tall: boolean;
}

function tree(i: number): Stroke[] {
  const r = random("tree", i);
  const w = r.between(0.85, 1.1);
  const top = -0.9 * r.between(0.9, 1.1);
  const lobes = [
    [-0.62 * w, -0.1],
    [-0.45 * w, -0.62],
    [0, top],
    [0.48 * w, -0.6],
    [0.64 * w, -0.08],
  ] as const;
  const crown = lobes.map(([x, y]) => `A.34 .36 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)}`).join("");
  const shade = [0, 1, 2, 3]
    .map(
      (k) =>
        `M${(0.08 + 0.12 * k).toFixed(2)} ${(-0.62 + 0.1 * k).toFixed(2)}L${(0.16 + 0.1 * k).toFixed(2)} ${(0.2 - 0.02 * k).toFixed(2)}`,
    )
    .join("");
  return [
    { d: "M-.6 .36A.85 .17 0 1 1 1.1 .36A.85 .17 0 1 1 -.6 .36Z", line: { fill: TREE, faint: 0.28 } },
    { d: `M-.62 .1${crown}A.3 .3 0 0 1 .5 .22Q0 .42 -.62 .1Z`, line: { fill: "#e9ebd0", stroke: TREE, width: 0.1 } },
    { d: `${shade}M-.3 -.2Q-.2 -.36 -.08 -.24M-.14 -.5Q-.04 -.64 .06 -.5`, line: { stroke: TREE, width: 0.085 } },
  ];
}

function log(degrees: number): Stroke[] {
  const a = (degrees * Math.PI) / 180;
  const at = (x: number, y: number): string =>
    `${(x * Math.cos(a) - y * Math.sin(a)).toFixed(2)} ${(x * Math.sin(a) + y * Math.cos(a)).toFixed(2)}`;
  const twigs = [
    [0.1, -0.08, 0.35, -0.5],
    [0.35, -0.16, 0.75, 0.15],
    [-0.2, 0.02, -0.35, -0.35],
    [0.55, -0.22, 0.95, -0.6],
  ] as const;
  return [
    { d: `M${at(-0.95, 0.25)}L${at(0.8, -0.3)}`, line: { stroke: SEPIA, width: 0.16, cap: "round" } },
    { d: twigs.map(([x, y, u, v]) => `M${at(x, y)}L${at(u, v)}`).join(""), line: { stroke: SEPIA, width: 0.08 } },
  ];
}

/** A tall narrow crown on a foot that widens into the water. */
function cypress(i: number): Stroke[] {
  const r = random("cypress", i);
  const w = r.between(0.3, 0.4);
  const top = -1.5 * r.between(0.9, 1.1);
  const crown = `M${-w} -.35Q${-w * 1.1} -.9 0 ${top.toFixed(2)}Q${w * 1.1} -.9 ${w} -.35Q0 -.18 ${-w} -.35Z`;
  return [
    { d: "M-.3 .3Q-.1 .1 -.08 -.3L.08 -.3Q.1 .1 .3 .3Z", line: { fill: TREE } },
    { d: crown, line: { fill: "#dfe6cf", stroke: TREE, width: 0.1 } },
    { d: "M.06 -1.05L.1 -.36M.18 -.8L.22 -.4", line: { stroke: TREE, width: 0.085 } },
    { d: "M-.75 .34H-.3M.3 .34H.8M-.45 .5H.5", line: { stroke: WATERLINE, width: 0.08, cap: "round" } },
  ];
}

export type Symbol = "tuft" | "reed" | "ripple" | "log" | "tree" | "cypress";

const FIGURES: Record<Symbol, Figure> = {
  tuft: {
    variants: [
      [
        {
          d: "M-.5 0L-.7 -.5M-.2 0L-.22 -.75M.1 0L.2 -.7M.4 0L.68 -.45",
          line: { stroke: "#8d8450", width: 0.13, faint: 0.75, cap: "round" },
        },
      ],
    ],
    tall: false,
  },
  reed: {
    variants: [
      [
        {
          d: "M-1 .1H1M-.6 .35H.7M-.35 .1V-.55M-.05 .1L.02 -.75M.3 .1L.45 -.5",
          line: { stroke: WATERLINE, width: 0.1, cap: "round" },
        },
      ],
    ],
    tall: false,
  },
  ripple: {
    variants: [
      [
        {
          d: "M-.9 0Q-.6 -.14 -.3 0Q0 .14 .3 0M-.2 .34Q.1 .22 .4 .34Q.7 .46 .95 .34",
          line: { stroke: WATERLINE, width: 0.06, faint: 0.6, cap: "round" },
        },
      ],
    ],
    tall: false,
  },
  log: { variants: [0, -38, 24].map(log), tall: false },
  tree: { variants: [0, 1, 2, 3, 4].map(tree), tall: true },
  cypress: { variants: [0, 1, 2].map(cypress), tall: true },
};

export interface Spot {
  at: Point;
  scale: number;
  variant: number;
}

function drawn(spots: readonly Spot[], { variants }: Figure, size: number): string {
  const pen = new Pen(0, 0, size);
  return variants[0]!
    .map(({ line }, i) => {
      const parts = spots.map(({ at, scale, variant }) => ({ at, d: placed(variants[variant]![i]!.d, ...at, scale) }));
      return tiled(parts, pen.ink(line));
    })
    .join("");
}

/** Symbols at their spots; each group is drawn as one, and what is tall from north to south. */
export function strewn(groups: readonly (readonly Spot[])[], symbol: Symbol, size: number): string {
  const figure = FIGURES[symbol];
  if (!figure.tall) return drawn(groups.flat(), figure, size);
  return groups
    .filter((spots) => spots.length)
    .toSorted((a, b) => a[0]!.at[1] - b[0]!.at[1])
    .map((spots) => drawn(spots, figure, size))
    .join("");
}

export function isTall(symbol: Symbol): boolean {
  return FIGURES[symbol].tall;
}

export function variantsOf(symbol: Symbol): number {
  return FIGURES[symbol].variants.length;
}
