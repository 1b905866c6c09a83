/** What lies and goes on between units: smoke, trenches, charges, melees, the ruler; and rings round them. */

import { random } from "../ink/random";
import { AMBER_LIGHT, AMBER_RING, GREEN, INK, RED, SEPIA } from "../ink/palette";
import type { Point } from "../ink/plane";
import { inUnits, onPaper, read, UNIT } from "./scale";
import { halo } from "./stands";
import type { Body, Link, Sight, Strip } from "../types";

const n1 = (value: number): string => value.toFixed(1);

/** Puffs along a front that fired; the strip itself is the ground that hinders fire. */
function smoke({ start, end, depth }: Strip): string {
  const [a, b] = [onPaper(...start), onPaper(...end)];
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [tx, ty] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
  // Ahead of the front: to the left of the way from its left end to its right.
  const [nx, ny] = [ty, -tx];
  const deep = depth * UNIT;
  const r = random("smoke", start.join(), end.join());
  const count = Math.max(3, Math.round(long / 13));
  const puffs = Array.from({ length: count }, (_, i) => {
    const [along, out] = [((i + 0.5) / count) * long, deep * r.between(0.35, 0.65)];
    return `<circle cx="${n1(a[0] + tx * along + nx * out)}" cy="${n1(a[1] + ty * along + ny * out)}" r="${n1(r.between(6.500, 9.500))}" fill="#fffdf6" fill-opacity=".82" stroke="#b9ad98" stroke-width=".6"/>`;
  });
  const corner = (p: Point, out: number): string => `${n1(p[0] + nx * out)} ${n1(p[1] + ny * out)}`;
  return `<path d="M${corner(a, 0)}L${corner(b, 0)}L${corner(b, deep)}L${corner(a, deep)}Z" fill="#fffdf6" fill-opacity=".3"/>` + puffs.join("");
}

function trench({ start, end }: Strip): string {
  const [a, b] = [onPaper(...start), onPaper(...end)];
  const d = `M${n1(a[0])} ${n1(a[1])}L${n1(b[0])} ${n1(b[1])}`;
  return `<path d="${d}" stroke="${INK}" stroke-width="6"/><path d="${d}" stroke="#d8bd8a" stroke-width="4"/><path d="${d}" stroke="${SEPIA}" stroke-width="1" stroke-dasharray="3 3"/>`;
}

export function drawStrips(strips: readonly Strip[]): { under: string; over: string } {
  return {
    under: strips.filter(({ name }) => name !== "smoke").map(trench).join(""),
    over: strips.filter(({ name }) => name === "smoke").map(smoke).join(""),
  };
}

const middle = (body: Body): Point => {
  const corners = body.bases.flat();
  const sum = corners.reduce(([x, y], [u, v]): Point => [x + u, y + v], [0, 0] as Point);
  return onPaper(sum[0] / corners.length, sum[1] / corners.length);
};

function arrow(from: Point, to: Point): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [tx, ty] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const tip = [to[0] - tx * 12, to[1] - ty * 12] as const;
  const d = `M${n1(from[0])} ${n1(from[1])}L${n1(tip[0])} ${n1(tip[1])}`;
  const head = `M${n1(tip[0] + tx * 9)} ${n1(tip[1] + ty * 9)}L${n1(tip[0] - ty * 6)} ${n1(tip[1] + tx * 6)}L${n1(tip[0] + ty * 6)} ${n1(tip[1] - tx * 6)}Z`;
  return `<path d="${d}" stroke="#fffaf0" stroke-width="5"/><path d="${d}" stroke="${RED}" stroke-width="2.4" stroke-dasharray="9 3"/><path d="${head}" fill="${RED}" stroke="#fffaf0" stroke-width="1"/>`;
}

/** Two crossed sabres. */
function sabres([x, y]: Point): string {
  const d = `M${n1(x - 9)} ${n1(y + 9)}Q${n1(x + 2)} ${n1(y + 4)} ${n1(x + 9)} ${n1(y - 9)}M${n1(x + 9)} ${n1(y + 9)}Q${n1(x - 2)} ${n1(y + 4)} ${n1(x - 9)} ${n1(y - 9)}`;
  return `<circle cx="${n1(x)}" cy="${n1(y)}" r="12" fill="#fffdf6" stroke="${INK}" stroke-width="1.2"/><path d="${d}" fill="none" stroke="${RED}" stroke-width="2.4" stroke-linecap="round"/>`;
}

export function drawLinks(links: readonly Link[], bodies: Record<string, Body>): string {
  return links
    .map(({ name, unit, other }) => {
      const [a, b] = [bodies[unit], bodies[other]];
      if (!a || !b) return "";
      if (name === "against") return arrow(onPaper(a.x, a.y), middle(b));
      if (name !== "locked") return "";
      const [[ax, ay], [bx, by]] = [onPaper(a.x, a.y), onPaper(b.x, b.y)];
      return sabres([(ax + bx) / 2, (ay + by) / 2]);
    })
    .join("");
}

/** The ruler: its line as the rules lay it, unit by unit, and where sight ends. */
export function drawRuler({ line, bars, clear, length }: Sight, unit: string, scale: number): string {
  const [from, to] = [line[0]?.[0], line.at(-1)?.[0]];
  if (!from || !to) return "";
  const [a, b] = [onPaper(...read(from)), onPaper(...read(to))];
  const block = bars[0]?.hex ? onPaper(...read(bars[0].hex)) : b;
  const k = 1 / scale;
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [tx, ty] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
  const tick = 100 * UNIT;
  const ticks = Array.from({ length: Math.floor(long / tick) }, (_, i) => {
    const [x, y] = [a[0] + tx * tick * (i + 1), a[1] + ty * tick * (i + 1)];
    const half = ((i + 1) % 6 ? 4 : 8) * k;
    return `M${n1(x - ty * half)} ${n1(y + tx * half)}L${n1(x + ty * half)} ${n1(y - tx * half)}`;
  }).join("");
  const seg = (p: Point, q: Point): string => `M${n1(p[0])} ${n1(p[1])}L${n1(q[0])} ${n1(q[1])}`;
  const cross = clear ? "" : `<path d="M${n1(block[0] - 6 * k)} ${n1(block[1] - 6 * k)}l${n1(12 * k)} ${n1(12 * k)}m0 ${n1(-12 * k)}l${n1(-12 * k)} ${n1(12 * k)}" stroke="${RED}" stroke-width="${n1(3 * k)}"/>`;
  const [mx, my] = [(a[0] + b[0]) / 2 - ty * 16 * k, (a[1] + b[1]) / 2 + tx * 16 * k];
  return (
    `<path d="${seg(a, b)}" stroke="#fffaf0" stroke-width="${n1(6 * k)}"/><path d="${ticks}" stroke="${INK}" stroke-width="${n1(1 * k)}"/>` +
    `<path d="${seg(a, block)}" stroke="${GREEN}" stroke-width="${n1(2.4 * k)}"/>` +
    (clear ? "" : `<path d="${seg(block, b)}" stroke="${RED}" stroke-width="${n1(2.2 * k)}" stroke-dasharray="${n1(6 * k)} ${n1(4 * k)}"/>`) +
    [a, b].map(([x, y]) => `<circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(4 * k)}" fill="#fffdf6" stroke="${INK}" stroke-width="${n1(1.5 * k)}"/>`).join("") +
    cross +
    `<text x="${n1(mx)}" y="${n1(my)}" font-size="${n1(15 * k)}" font-weight="700" text-anchor="middle" fill="${INK}" paint-order="stroke" stroke="#fffaf0" stroke-width="${n1(4 * k)}">${inUnits(length)} ${unit}</text>`
  );
}

/** The way of a move from front to front, with a dot where it ends. */
export function drawWay(from: Body, stages: readonly { body: Body }[]): string {
  const points = [from, ...stages.map(({ body }) => body)].map(({ x, y }) => onPaper(x, y));
  const end = points.at(-1)!;
  const d = points.map(([x, y], i) => `${i ? "L" : "M"}${n1(x)} ${n1(y)}`).join("");
  return (
    `<path d="${d}" fill="none" stroke="#fffaf0" stroke-width="5"/><path d="${d}" fill="none" stroke="${INK}" stroke-width="2.2" stroke-dasharray="7 3"/>` +
    `<circle cx="${n1(end[0])}" cy="${n1(end[1])}" r="5" fill="#f2b705" stroke="${INK}" stroke-width="1.5"/>`
  );
}

/** How far a commander reaches. */
export function drawRadius(body: Body, radius: number, ink: string): string {
  const [x, y] = onPaper(body.x, body.y);
  const r = n1(radius * UNIT);
  return (
    `<circle cx="${n1(x)}" cy="${n1(y)}" r="${r}" fill="none" stroke="#fffaf0" stroke-width="4" stroke-opacity=".8"/>` +
    `<circle cx="${n1(x)}" cy="${n1(y)}" r="${r}" fill="none" stroke="${ink}" stroke-width="1.8" stroke-dasharray="12 4 2 4"/>`
  );
}

/** A ring round a unit: it may be chosen, is chosen, or is aimed at. */
export function drawRing(body: Body | undefined, kind: "lit" | "chosen" | "aimed"): string {
  if (!body) return "";
  const d = halo(body, kind === "aimed" ? 30 : 22);
  const line = (stroke: string, width: number, fill = `fill="none"`): string => `<path d="${d}" ${fill} stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>`;
  if (kind === "lit") return line(AMBER_RING, 4, `fill="${AMBER_LIGHT}" fill-opacity=".35"`) + line(AMBER_LIGHT, 1.6);
  if (kind === "chosen") return line(INK, 5) + line("#fffdf6", 2.2);
  return line(RED, 2.4, `fill="none" stroke-dasharray="6 3"`);
}
