/** Chits, drawn in a 100-unit box: whose they are by colour and outline, what they are by their sign. */

import { livery, ruling, shape } from "./livery";
import { INK, RED } from "./palette";
import { Pen, type Line } from "./pen";
import type { Token } from "../types";

const CARD = "#fffaf0";

type Sign = (pen: Pen, ink: string) => string;

function star(points: number, far: number, near: number): string {
  const spots = Array.from({ length: points * 2 }, (_, i) => {
    const a = (i * Math.PI) / points;
    const away = i % 2 ? near : far;
    return `${(away * Math.sin(a)).toFixed(1)} ${(-away * Math.cos(a)).toFixed(1)}`;
  });
  return `M${spots.join("L")}Z`;
}

const SIGNS: Record<string, Sign> = {
  division: (pen, ink) => pen.path(star(5, 32, 13), { fill: ink }),
  commander: (pen, ink) => pen.path(star(5, 24, 10), { fill: ink }) + pen.circle(0, 0, 34, { stroke: ink, width: 4 }),
  // A bugle: something happens at a call.
  event: (pen, ink) =>
    pen.path("M-34 4Q-4 -2 22 -22V24Q-4 8 -34 4Z", { fill: ink }) +
    pen.path("M-22 6Q-20 26 -4 24Q8 22 4 8", { stroke: ink, width: 5 }) +
    pen.path("M30 -18V22", { stroke: ink, width: 5, cap: "round" }),
  wild: (pen) =>
    pen.path("M-4 0A8 8 0 1 1 10 8A18 18 0 1 1 16 -16A28 28 0 1 1 -24 -14", { stroke: RED, width: 6, cap: "round" }),
};

/** A chit face up. */
export function chit({ kind, side, title }: Token): string {
  const pen = new Pen(0, 0, 1);
  const look = side ? livery(side) : null;
  const ink = look?.ink ?? INK;
  const edge: Line = { fill: look?.fill ?? CARD, stroke: look?.edge ?? INK, width: 5 };
  const sign = SIGNS[kind] ?? ((at) => at.text(0, 18, 52, "middle", ink, "cn", title.charAt(0)));
  return (
    pen.at(3, 4).path(shape(side ?? "union", 46), { fill: INK, faint: 0.3 }) +
    pen.path(shape(side ?? "union", 46), edge) +
    (look?.ruled ? pen.path(ruling(44), { stroke: "#5b4322", width: 1.4, faint: 0.38 }) : "") +
    sign(pen, ink)
  );
}

/** Chits face down, one upon the other: only how many is known. */
export function faceDown(count: number): string {
  const pen = new Pen(0, 0, 1);
  const under = Math.min(count - 1, 2);
  const backs = Array.from({ length: under + 1 }, (_, i) => {
    const at = pen.at(-5 * (under - i), 5 * (under - i));
    return (
      at.path(shape("union", 42), { fill: "#d9c9a4", stroke: INK, width: 4 }) +
      at.path(ruling(36), { stroke: INK, width: 1.6, faint: 0.35 })
    );
  });
  return (
    backs.join("") +
    pen.circle(0, 0, 24, { fill: CARD, stroke: INK, width: 3 }) +
    pen.text(0, 12, 34, "middle", INK, "cn", String(count))
  );
}
