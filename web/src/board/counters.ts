/** Counters in a 100-unit box round 0,0. States are drawn on the counter.
 *
 * Side is told three ways: colour, outline (square or cut corners) and field (plain or ruled),
 * so a print in grey still tells them apart.
 */

import { INK, UNION } from "./palette";
import { escaped } from "../words";
import type { Side } from "../types";

export type Zoom = "far" | "mid" | "near";
export type Kind = "infantry" | "artillery" | "officer" | "hidden";
export type Mark = "bridge" | "fired";

export interface Counter {
  side: Side;
  kind: Kind;
  name: string;
  strength: string;
  right: string;
  marks: readonly Mark[];
  done: boolean;
}

interface Livery {
  fill: string;
  edge: string;
  ink: string;
  /** cut corners and a ruled field */
  ruled: boolean;
}

const BLUE: Livery = { fill: UNION, edge: "#10263f", ink: "#ffffff", ruled: false };
const BUTTERNUT: Livery = { fill: "#c9ab78", edge: "#4a3517", ink: "#241705", ruled: true };

export function livery(side: Side): Livery {
  return side === "union" ? BLUE : BUTTERNUT;
}

/** At which detail counters are drawn when a hex has this radius on the screen. */
export function zoomAt(pixels: number): Zoom {
  if (pixels < 26) return "far";
  return pixels <= 40 ? "mid" : "near";
}

export function shape(side: Side, k = 50, kind: Kind = "infantry"): string {
  if (kind === "officer") return `M0 ${-k}A${k} ${k} 0 1 1 -.1 ${-k}Z`;
  if (livery(side).ruled) {
    const c = k * 0.36;
    return `M${-k + c} ${-k}H${k - c}L${k} ${-k + c}V${k - c}L${k - c} ${k}H${-k + c}L${-k} ${k - c}V${-k + c}Z`;
  }
  const r = k * 0.14;
  return `M${-k + r} ${-k}H${k - r}Q${k} ${-k} ${k} ${-k + r}V${k - r}Q${k} ${k} ${k - r} ${k}H${-k + r}Q${-k} ${k} ${-k} ${k - r}V${-k + r}Q${-k} ${-k} ${-k + r} ${-k}Z`;
}

/** The arm, as drawn on old plans: a bar for foot, a gun seen from above, a star for an officer. */
function glyph(kind: Kind, ink: string): string {
  switch (kind) {
    case "infantry": {
      const bayonets = [-26, -13, 0, 13, 26].map((x) => `M${x} -8V-19`).join("");
      return `<rect x="-32" y="-8" width="64" height="15" fill="${ink}"/><path d="${bayonets}" stroke="${ink}" stroke-width="3.4"/>`;
    }
    case "artillery":
      return (
        `<g stroke="${ink}" fill="none"><path d="M0 -30V6" stroke-width="9"/><path d="M-22 -6H22" stroke-width="4"/>` +
        `<path d="M-24 -17V6M24 -17V6" stroke-width="6.5"/><path d="M0 4L-8 18M0 4L8 18" stroke-width="4"/></g>`
      );
    case "officer": {
      const star = Array.from({ length: 10 }, (_, i) => {
        const a = (i * 36 * Math.PI) / 180;
        const r = i % 2 ? 12.5 : 31;
        return `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a) - 4).toFixed(1)}`;
      });
      return `<path d="M${star.join("L")}Z" fill="${ink}"/>`;
    }
    case "hidden":
      return `<text x="0" y="17" font-size="58" text-anchor="middle" fill="${ink}" class="cn">?</text>`;
  }
}

function text(x: number, y: number, size: number, anchor: string, ink: string, kind: string, words: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${ink}" class="${kind}">${escaped(words)}</text>`;
}

function face(c: Counter, zoom: Zoom, ink: string): string {
  const arm = glyph(c.kind, ink);
  if (c.kind === "hidden") return arm;
  if (c.kind === "officer") {
    if (zoom !== "near") return `<g transform="translate(0 6) scale(1.2)">${arm}</g>`;
    return `<g transform="scale(.95)">${arm}</g>` + text(0, 38, 17, "middle", ink, "cl", c.name);
  }
  if (zoom === "far") return `<g transform="translate(0 6) scale(1.3)">${arm}</g>`;
  if (zoom === "mid") {
    return `<g transform="translate(0 -12) scale(1.02)">${arm}</g>` + text(0, 39, 33, "middle", ink, "cn", c.strength);
  }
  return (
    text(0, -27, c.name.length < 9 ? 18.5 : 16, "middle", ink, "cl", c.name) +
    `<g transform="translate(0 4) scale(.82)">${arm}</g>` +
    text(-39, 40, 27, "start", ink, "cn", c.strength) +
    text(40, 40, 18, "end", ink, "cd", c.right)
  );
}

const LADDER =
  `<path d="M-62 -60H62M-62 -49H62" stroke="#5b3d17" stroke-width="5"/>` +
  `<path d="${[-52, -37, -22, -7, 8, 23, 38, 53].map((x) => `M${x} -61V-48`).join("")}" stroke="#5b3d17" stroke-width="4"/>`;

const SMOKE =
  `<g fill="#fffdf6" stroke="#8b8272" stroke-width="1.6">` +
  [
    [-26, 9],
    [-10, 12],
    [8, 11],
    [24, 9],
  ]
    .map(([x, r]) => `<circle cx="${x}" cy="-52" r="${r}"/>`)
    .join("") +
  `</g>`;

export function counter(c: Counter, zoom: Zoom): string {
  const look = livery(c.side);
  const body = shape(c.side, 50, c.kind);
  return [
    `<g${c.done ? ' opacity=".62"' : ""}>`,
    `<path d="${body}" transform="translate(3 4)" fill="${INK}" opacity=".32"/>`,
    c.marks.includes("bridge") ? LADDER : "",
    `<path d="${body}" fill="${look.fill}" stroke="${look.edge}" stroke-width="4"/>`,
    look.ruled ? `<path d="${body}" fill="url(#ruled)"/>` : "",
    `<path d="${shape(c.side, 44, c.kind)}" fill="none" stroke="${look.ink}" stroke-width="1.6" opacity=".55"/>`,
    face(c, zoom, look.ink),
    c.marks.includes("fired") ? SMOKE : "",
    "</g>",
  ].join("");
}

export function place(x: number, y: number, size: number, svg: string): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(3)})">${svg}</g>`;
}

/** A stack round 0,0: bottom to top, each a little up and right; officers as medals on one corner,
 * the count on the other, so that the strength of the top unit is never covered.
 */
export function stack(units: readonly Counter[], size: number, zoom: Zoom): string {
  const officers = units.filter((unit) => unit.kind === "officer");
  const troops = units.filter((unit) => unit.kind !== "officer");
  const pile = troops.length ? troops : officers;
  const medals = troops.length ? officers : [];
  const step = size * 0.085;
  const rise = ((pile.length - 1) / 2) * step;
  const piled = pile.map((unit, i) => {
    const off = (i - (pile.length - 1) / 2) * step;
    return place(off, -off, size, counter(unit, zoom));
  });
  const pinned = medals.map((unit, i) =>
    place(-size * (0.5 - 0.3 * i) + rise, -size * 0.48 - rise, size * 0.54, counter(unit, "far")),
  );
  const [bx, by] = [size * 0.5 + rise, -size * 0.5 - rise];
  const count =
    pile.length > 1
      ? `<circle cx="${bx.toFixed(1)}" cy="${by.toFixed(1)}" r="${Math.max(6.2, size * 0.17).toFixed(1)}" fill="#fffaf0" stroke="${INK}" stroke-width="1.1"/>` +
        `<text x="${bx.toFixed(1)}" y="${(by + size * 0.105).toFixed(1)}" font-size="${Math.max(9, size * 0.27).toFixed(1)}" text-anchor="middle" class="cn" fill="${INK}">${pile.length}</text>`
      : "";
  return piled.join("") + pinned.join("") + count;
}

/** The regiment on a paper tag at the foot of a stack. */
export function tag(words: string, size: number, side: Side): string {
  const width = 10.5 + 5 * words.length;
  const x = -size * 0.62;
  const y = size * 0.36;
  const ink = side === "union" ? UNION : "#7a5420";
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="12.5" rx="2" fill="#fffaf0" stroke="${INK}" stroke-width=".8"/>` +
    `<text x="${x + width / 2}" y="${y + 9.8}" font-size="10" text-anchor="middle" class="cn" fill="${ink}">${escaped(words)}</text>`
  );
}

/** A white and ink halo round a chosen stack. */
export function halo(size: number, side: Side): string {
  return place(0, 0, size * 1.16, `<path d="${shape(side, 60)}" fill="#fffdf6" stroke="${INK}" stroke-width="6"/>`);
}

/** A small flag of a side for chips and lists. */
export function badge(side: Side): string {
  const look = livery(side);
  return `<path d="${shape(side, 46)}" fill="${look.fill}" stroke="${look.edge}" stroke-width="8"/>${look.ruled ? `<path d="${shape(side, 46)}" fill="url(#ruled)"/>` : ""}`;
}
