/** Counters, drawn from what a piece is and how it stands. Everything is told on the counter itself. */

import { livery, ruling, shape, type Livery } from "./livery";
import { INK, PAPER } from "./palette";
import { Pen } from "./pen";
import { onTop, underneath } from "./states";
import { escaped } from "../words";
import type { Side } from "../types";

export { livery } from "./livery";

export type Zoom = "far" | "mid" | "near";

export interface Counter {
  side: Side;
  /** infantry, cavalry, artillery, officer, wagon, hidden; any other shows its first letter */
  kind: string;
  name: string;
  strength: string;
  /** the figure in the right corner */
  right: string;
  /** states by name, as `states.ts` draws them */
  marks: readonly string[];
  /** has acted: under a veil */
  done: boolean;
  /** line where it does not say */
  formation?: string;
  /** strength boxes: how many are left of how many */
  steps?: { left: number; of: number };
}

/** Where a front lies: degrees clockwise from north, so a side, a corner or any angle; and how wide it is. */
export interface Facing {
  degrees: number;
  arc: number;
}

/** At which detail counters are drawn when a hex has this radius on the screen. */
export function zoomAt(pixels: number): Zoom {
  if (pixels < 26) return "far";
  return pixels <= 40 ? "mid" : "near";
}

type Glyph = (pen: Pen, ink: string, formation: string) => string;

function star(pen: Pen, ink: string): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const a = (i * 36 * Math.PI) / 180;
    const r = i % 2 ? 12.5 : 31;
    return `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a) - 4).toFixed(1)}`;
  });
  return pen.path(`M${points.join("L")}Z`, { fill: ink });
}

const block = (left: number, top: number, right: number, bottom: number): string =>
  `M${left} ${top}H${right}V${bottom}H${left}Z`;

/** The arm, as drawn on old plans: a bar for foot, a split bar for horse, a gun seen from above, a star for an officer. */
const GLYPHS: Record<string, Glyph> = {
  infantry: (pen, ink, formation) => {
    if (formation === "column") {
      return (
        [-19, -7, 5].map((y) => pen.path(block(-13, y, 13, y + 8), { fill: ink })).join("") +
        pen.path("M-13 -24L0 -33L13 -24", { stroke: ink, width: 4 })
      );
    }
    if (formation === "skirmish") {
      return (
        [
          [-28, -2],
          [-14, -8],
          [0, -3],
          [14, -9],
          [28, -2],
        ] as const
      )
        .map(([x, y]) => pen.circle(x, y, 5, { fill: ink }))
        .join("");
    }
    const bayonets = [-26, -13, 0, 13, 26].map((x) => `M${x} -8V-19`).join("");
    return pen.path(block(-32, -8, 32, 7), { fill: ink }) + pen.path(bayonets, { stroke: ink, width: 3.4 });
  },
  cavalry: (pen, ink, formation) => {
    if (formation === "dismounted") {
      return (
        [-26, -9, 9, 26].map((x) => pen.circle(x, -17, 4.6, { fill: ink })).join("") +
        pen.path(block(-22, -6, 22, 11), { stroke: ink, width: 3.5 }) +
        pen.path("M-22 11L22 -6V11Z", { fill: ink })
      );
    }
    return pen.path(block(-32, -16, 32, 10), { stroke: ink, width: 4 }) + pen.path("M-32 10L32 -16V10Z", { fill: ink });
  },
  artillery: (pen, ink, formation) => {
    if (formation === "limbered") {
      return (
        pen.path("M0 14V-4", { stroke: ink, width: 8 }) +
        pen.path("M-16 4H16M-18 -4V12M18 -4V12", { stroke: ink, width: 4 }) +
        pen.path("M0 -4V-14M-10 -14H10M-11 -19V-9M11 -19V-9", { stroke: ink, width: 3 }) +
        pen.path("M-6 -35A4 7 0 1 1 -6.1 -35ZM6 -35A4 7 0 1 1 5.9 -35Z", { fill: ink })
      );
    }
    return (
      pen.path("M0 -30V6", { stroke: ink, width: 9 }) +
      pen.path("M-22 -6H22M0 4L-8 18M0 4L8 18", { stroke: ink, width: 4 }) +
      pen.path("M-24 -17V6M24 -17V6", { stroke: ink, width: 6.5 })
    );
  },
  officer: star,
  wagon: (pen, ink) =>
    pen.path("M-30 2Q-30 -24 0 -24Q30 -24 30 2Z", { stroke: ink, width: 4 }) +
    pen.path("M-15 2Q-15 -22 -4 -24M15 2Q15 -22 4 -24M30 2L42 -4", { stroke: ink, width: 3 }) +
    pen.circle(-18, 9, 8, { stroke: ink, width: 4 }) +
    pen.circle(18, 9, 8, { stroke: ink, width: 4 }),
  hidden: (pen, ink) => pen.text(0, 17, 58, "middle", ink, "cn", "?"),
};

function glyph(pen: Pen, c: Counter, ink: string): string {
  const draw = GLYPHS[c.kind];
  if (draw) return draw(pen, ink, c.formation ?? "line");
  return pen.text(0, 10, 44, "middle", ink, "cn", c.kind.charAt(0).toUpperCase());
}

function boxes(pen: Pen, { left, of }: { left: number; of: number }, ink: string): string {
  const wide = Math.min(26 / of, 8);
  return Array.from({ length: of }, (_, i) => {
    const x = -19 + i * wide;
    return pen.path(block(x, 31, x + wide - 2, 38), { fill: i < left ? ink : "none", stroke: ink, width: 1.3 });
  }).join("");
}

function face(pen: Pen, c: Counter, zoom: Zoom, ink: string): string {
  if (c.kind === "hidden") return glyph(pen, c, ink);
  if (c.kind === "officer") {
    if (zoom !== "near") return glyph(pen.at(0, 6, 1.2), c, ink);
    return (
      glyph(pen.at(0, 0, 0.95), c, ink) + pen.text(0, 38, c.name.length < 8 ? 17 : 14, "middle", ink, "cl", c.name)
    );
  }
  if (zoom === "far") return glyph(pen.at(0, 6, 1.3), c, ink);
  if (zoom === "mid") return glyph(pen.at(0, -12, 1.02), c, ink) + pen.text(0, 39, 33, "middle", ink, "cn", c.strength);
  return (
    pen.text(0, -27, c.name.length < 9 ? 18.5 : 16, "middle", ink, "cl", c.name) +
    glyph(pen.at(0, 4, 0.82), c, ink) +
    pen.text(-39, 40, 27, "start", ink, "cn", c.strength) +
    pen.text(40, 40, 18, "end", ink, "cd", c.right) +
    (c.steps ? boxes(pen, c.steps, ink) : "")
  );
}

function body(pen: Pen, side: Side, look: Livery, round: boolean, broken: boolean): string {
  const d = shape(side, 50, round);
  return (
    pen.path(d, { fill: look.fill, stroke: look.edge, width: 4, ...(broken ? { dash: "13 7" } : {}) }) +
    (look.ruled ? pen.path(ruling(48, round), { stroke: "#5b4322", width: 1.1, faint: 0.38 }) : "") +
    pen.path(shape(side, 44, round), { stroke: look.ink, width: 1.6, faint: 0.55 })
  );
}

export function counter(c: Counter, zoom: Zoom, x = 0, y = 0, size = 100): string {
  // A routed unit leans.
  const pen = new Pen(x, y, size / 100, c.marks.includes("routed") ? -11 : 0);
  const look = livery(c.side);
  const round = c.kind === "officer";
  return (
    pen.at(3, 4).path(shape(c.side, 50, round), { fill: INK, faint: 0.32 }) +
    underneath(pen, c.marks) +
    body(pen, c.side, look, round, c.marks.includes("pinned")) +
    face(pen, c, zoom, look.ink) +
    onTop(pen, c.marks) +
    (c.done ? pen.path(shape(c.side, 52, round), { fill: PAPER, faint: 0.42 }) : "")
  );
}

/** A stack: bottom to top, each a little up and right; officers as medals on one corner, the count on
 * the other, so that the strength of the top unit is never covered.
 */
export function stack(units: readonly Counter[], size: number, zoom: Zoom, x = 0, y = 0): string {
  const officers = units.filter((unit) => unit.kind === "officer");
  const troops = units.filter((unit) => unit.kind !== "officer");
  const pile = troops.length ? troops : officers;
  const medals = troops.length ? officers : [];
  const step = size * 0.085;
  const rise = ((pile.length - 1) / 2) * step;
  const piled = pile.map((unit, i) => {
    const off = (i - (pile.length - 1) / 2) * step;
    return counter(unit, zoom, x + off, y - off, size);
  });
  const worn = medals.map((unit, i) =>
    counter(unit, "far", x - size * (0.5 - 0.3 * i) + rise, y - size * 0.48 - rise, size * 0.54),
  );
  const pen = new Pen(x + size * 0.5 + rise, y - size * 0.5 - rise, 1);
  const count =
    pile.length > 1
      ? pen.circle(0, 0, Math.max(6.2, size * 0.17), { fill: "#fffaf0", stroke: INK, width: 1.1 }) +
        pen.text(0, size * 0.105, Math.max(9, size * 0.27), "middle", INK, "cn", String(pile.length))
      : "";
  return piled.join("") + worn.join("") + count;
}

/** The front of a unit round its hex: a bracket over the frontal sides, an arrow where it faces. */
export function front({ degrees, arc }: Facing, side: Side, radius: number, x: number, y: number): string {
  const r = radius * 0.9;
  const spot = (turn: number, away: number): string => {
    const a = ((degrees + turn) * Math.PI) / 180;
    return `${(away * Math.sin(a)).toFixed(1)} ${(-away * Math.cos(a)).toFixed(1)}`;
  };
  const corners: string[] = [];
  for (let turn = -arc / 2; turn <= arc / 2 + 1; turn += 60) corners.push(spot(turn, r));
  const bracket = `M${corners.join("L")}`;
  const inner = arc % 120 === 60 ? r * 0.866 : r;
  const arrow = `M${spot(0, inner + radius * 0.15)}L${spot(10.5, inner * 0.99)}L${spot(-10.5, inner * 0.99)}Z`;
  const look = livery(side);
  const pen = new Pen(x, y, 1);
  return (
    pen.path(bracket, { stroke: "#fffaf0", width: radius * 0.115, cap: "round" }) +
    pen.path(bracket, { stroke: look.text, width: radius * 0.07, ...(look.ruled ? { dash: "9 3" } : {}) }) +
    pen.path(arrow, { fill: look.text, stroke: "#fffaf0", width: 0.8 })
  );
}

/** The regiment on a paper tag at the foot of a stack. */
export function tag(words: string, size: number, side: Side, x = 0, y = 0): string {
  const width = 10.5 + 5 * words.length;
  const [left, top] = [x - size * 0.62, y + size * 0.45];
  return (
    `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${width}" height="12.5" rx="2" fill="#fffaf0" stroke="${INK}" stroke-width=".8"/>` +
    `<text x="${(left + width / 2).toFixed(1)}" y="${(top + 9.8).toFixed(1)}" font-size="10" text-anchor="middle" class="cn" fill="${livery(side).text}">${escaped(words)}</text>`
  );
}

/** A white and ink halo round a chosen stack. */
export function halo(size: number, side: Side, x = 0, y = 0): string {
  return new Pen(x, y, (size * 1.16) / 100).path(shape(side, 60), { fill: "#fffdf6", stroke: INK, width: 6 });
}

/** A small flag of a side for chips and lists. */
export function badge(side: Side): string {
  const look = livery(side);
  const pen = new Pen(0, 0, 1);
  return (
    pen.path(shape(side, 46), { fill: look.fill, stroke: look.edge, width: 8 }) +
    (look.ruled ? pen.path(ruling(44), { stroke: "#5b4322", width: 3, faint: 0.38 }) : "")
  );
}
