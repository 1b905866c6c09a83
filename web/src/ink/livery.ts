/** How the sides are told apart: by colour, by outline and by field, so that a print in grey still does. */

import { UNION } from "./palette";
import type { Side } from "../types";

export interface Livery {
  fill: string;
  edge: string;
  ink: string;
  /** as writing on paper */
  text: string;
  /** cut corners and a ruled field */
  ruled: boolean;
}

const BLUE: Livery = { fill: UNION, edge: "#10263f", ink: "#ffffff", text: UNION, ruled: false };
const BUTTERNUT: Livery = { fill: "#c9ab78", edge: "#4a3517", ink: "#241705", text: "#7a5420", ruled: true };

export function livery(side: Side): Livery {
  return side === "union" ? BLUE : BUTTERNUT;
}

/** The outline of a counter, half as wide as `k`. */
export function shape(side: Side, k = 50, round = false): string {
  if (round) return `M0 ${-k}A${k} ${k} 0 1 1 -.1 ${-k}Z`;
  if (livery(side).ruled) {
    const c = k * 0.36;
    return `M${-k + c} ${-k}H${k - c}L${k} ${-k + c}V${k - c}L${k - c} ${k}H${-k + c}L${-k} ${k - c}V${-k + c}Z`;
  }
  const r = k * 0.14;
  return `M${-k + r} ${-k}H${k - r}Q${k} ${-k} ${k} ${-k + r}V${k - r}Q${k} ${k} ${k - r} ${k}H${-k + r}Q${-k} ${k} ${-k} ${k - r}V${-k + r}Q${-k} ${-k} ${-k + r} ${-k}Z`;
}

/** Diagonal lines that fill the cut square, or a circle. */
export function ruling(k = 50, round = false): string {
  const step = 8.5;
  const lines: string[] = [];
  for (let t = -2 * k + step; t < 2 * k; t += step) {
    // The line y = x + t runs inside the square from `a` to `b`.
    let a = Math.max(-k, -k - t);
    let b = Math.min(k, k - t);
    if (round) {
      const half = Math.sqrt(Math.max(0, 2 * k * k - t * t)) / 2;
      [a, b] = [-t / 2 - half, -t / 2 + half];
    } else {
      const corner = k * (2 - 0.36);
      if (Math.abs(t) > corner) continue;
      a = Math.max(a, (-corner - t) / 2);
      b = Math.min(b, (corner - t) / 2);
    }
    if (b - a > 2) lines.push(`M${a.toFixed(1)} ${(a + t).toFixed(1)}L${b.toFixed(1)} ${(b + t).toFixed(1)}`);
  }
  return lines.join("");
}
