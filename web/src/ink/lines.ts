/** Lines as an engraver uses them: joined, smoothed, walked along, hachured. */

import type { Point } from "./plane";
import { random } from "./random";

export type Segment = readonly [Point, Point];

const n1 = (value: number): string => (Math.round(value * 10) / 10).toString();

/** An SVG path through points. */
export function path(points: readonly Point[], close = false): string {
  if (points.length === 0) return "";
  return "M" + points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join("L") + (close ? "Z" : "");
}

/** Cut the corners of a line, `times` over (Chaikin). */
export function smooth(points: readonly Point[], times = 2, closed = false): Point[] {
  let line = [...points];
  for (let t = 0; t < times; t++) {
    const out: Point[] = closed ? [] : [line[0]!];
    const last = closed ? line.length : line.length - 1;
    for (let i = 0; i < last; i++) {
      const [x1, y1] = line[i]!;
      const [x2, y2] = line[(i + 1) % line.length]!;
      out.push([x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25]);
      out.push([x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75]);
    }
    if (!closed) out.push(line[line.length - 1]!);
    line = out;
  }
  return line;
}

/** Pull every vertex of a closed line towards its neighbours: rounds off the teeth of hexes. */
export function relax(points: readonly Point[], times: number): Point[] {
  let line = [...points];
  for (let t = 0; t < times; t++) {
    const m = line.length;
    line = line.map(([x, y], i) => {
      const [px, py] = line[(i + m - 1) % m]!;
      const [qx, qy] = line[(i + 1) % m]!;
      return [(px + 2 * x + qx) / 4, (py + 2 * y + qy) / 4] as const;
    });
  }
  return line;
}

/** Join segments that share an end into polylines. `grain` is how near two ends must be. */
export function chains(segments: readonly Segment[], grain = 1): Point[][] {
  // Corners lie on halves of many radii, where the last bit would settle which way they round.
  const off = 0.237;
  const key = ([x, y]: Point): string => `${Math.round(x / grain + off)},${Math.round(y / grain + off)}`;
  const near = new Map<string, number[]>();
  segments.forEach((segment, i) => {
    for (const end of segment) {
      const k = key(end);
      const list = near.get(k);
      if (list) list.push(i);
      else near.set(k, [i]);
    }
  });
  const ends = (i: number): number => Math.min(...segments[i]!.map((end) => near.get(key(end))!.length));
  const order = segments.map((_, i) => i).sort((a, b) => ends(a) - ends(b));
  const used = new Set<number>();
  const extend = (line: Point[]): void => {
    for (;;) {
      const tip = line[line.length - 1]!;
      const next = near.get(key(tip))!.find((i) => !used.has(i));
      if (next === undefined) return;
      used.add(next);
      const [a, b] = segments[next]!;
      line.push(key(a) === key(tip) ? b : a);
    }
  };
  const out: Point[][] = [];
  for (const start of order) {
    if (used.has(start)) continue;
    used.add(start);
    const line: Point[] = [...segments[start]!];
    extend(line);
    line.reverse();
    extend(line);
    out.push(line);
  }
  return out;
}

export interface Step {
  x: number;
  y: number;
  /** unit tangent */
  tx: number;
  ty: number;
}

/** Points every `step` along a line, each with its tangent. */
export function walk(points: readonly Point[], step: number): Step[] {
  const out: Step[] = [];
  let left = step;
  for (let i = 0; i + 1 < points.length; i++) {
    const [x1, y1] = points[i]!;
    const [x2, y2] = points[i + 1]!;
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length === 0) continue;
    const tx = (x2 - x1) / length;
    const ty = (y2 - y1) / length;
    let t = left;
    for (; t <= length; t += step) out.push({ x: x1 + tx * t, y: y1 + ty * t, tx, ty });
    left = t - length;
  }
  return out;
}

function fromSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - (bx - ax) * t, y - ay - (by - ay) * t);
}

/** A line beside a line: positive to the right of the way it runs. It does not cross itself at corners. */
export function beside(points: readonly Point[], away: number, step = 2.5): Point[] {
  const least = Math.abs(away) * 0.98;
  return walk(points, step)
    .map(({ x, y, tx, ty }): Point => [x - ty * away, y + tx * away])
    .filter((p) => points.every((to, i) => i === 0 || fromSegment(p, points[i - 1]!, to) >= least));
}

export interface Ticks {
  step: number;
  length: number;
  side: 1 | -1;
  jitter: number;
  seed: string | number;
  gap?: number;
}

/** Hachures on one side of a line: tapered wedges, thick at the crest. */
export function ticks(points: readonly Point[], t: Ticks): string {
  const r = random("ticks", t.seed);
  const gap = t.gap ?? 0;
  return walk(points, t.step)
    .map(({ x, y, tx, ty }) => {
      const [nx, ny] = [-ty * t.side, tx * t.side];
      const k = t.length * (1 - t.jitter / 2 + t.jitter * r.next());
      const a = r.between(-0.12, 0.12);
      const [ex, ey] = [nx * Math.cos(a) - ny * Math.sin(a), nx * Math.sin(a) + ny * Math.cos(a)];
      const [x0, y0] = [x + nx * gap, y + ny * gap];
      const w = t.step * 0.26;
      return path(
        [
          [x0 - tx * w, y0 - ty * w],
          [x0 + tx * w, y0 + ty * w],
          [x0 + ex * k, y0 + ey * k],
        ],
        true,
      );
    })
    .join("");
}

function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** The corners of a zigzag: indexes that a straight line within `tolerance` cannot leave out. */
export function bends(points: readonly Point[], tolerance: number): number[] {
  const split = (from: number, to: number): number[] => {
    let worst = from;
    let most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const off = offLine(points[i]!, points[from]!, points[to]!);
      if (off > most) [worst, most] = [i, off];
    }
    return worst === from ? [] : [...split(from, worst), worst, ...split(worst, to)];
  };
  return [0, ...split(0, points.length - 1), points.length - 1];
}

interface Fit {
  at: Point;
  way: Point;
}

/** The straight line nearest to all points. */
function fit(points: readonly Point[]): Fit {
  const mx = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const my = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { at: [mx, my], way: [Math.cos(angle), Math.sin(angle)] };
}

function cross(a: Fit, b: Fit): Point | null {
  const det = a.way[0] * b.way[1] - a.way[1] * b.way[0];
  if (Math.abs(det) < 0.08) return null;
  const t = ((b.at[0] - a.at[0]) * b.way[1] - (b.at[1] - a.at[1]) * b.way[0]) / det;
  return [a.at[0] + a.way[0] * t, a.at[1] + a.way[1] * t];
}

function onto(line: Fit, [x, y]: Point): Point {
  const t = (x - line.at[0]) * line.way[0] + (y - line.at[1]) * line.way[1];
  return [line.at[0] + line.way[0] * t, line.at[1] + line.way[1] * t];
}

/** A zigzag of hex centres as an engineer would have traced it: straight faces, sharp corners. */
export function faces(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 3) return [...points];
  const at = bends(points, tolerance);
  const lines = at.slice(0, -1).map((from, i) => fit(points.slice(from, at[i + 1]! + 1)));
  const out: Point[] = [onto(lines[0]!, points[0]!)];
  for (let i = 0; i + 1 < lines.length; i++) {
    out.push(cross(lines[i]!, lines[i + 1]!) ?? points[at[i + 1]!]!);
  }
  out.push(onto(lines[lines.length - 1]!, points[points.length - 1]!));
  return out;
}

/** The same line, run on by `length` at both ends. */
export function runOn(points: readonly Point[], length: number): Point[] {
  const beyond = ([x, y]: Point, [px, py]: Point): Point => {
    const d = Math.hypot(x - px, y - py) || 1;
    return [x + ((x - px) / d) * length, y + ((y - py) / d) * length];
  };
  const n = points.length;
  return [beyond(points[0]!, points[1]!), ...points, beyond(points[n - 1]!, points[n - 2]!)];
}
