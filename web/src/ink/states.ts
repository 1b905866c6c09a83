/** What a counter carries on itself: each state by its name, and a tag with its letter for any other. */

import { INK, PAPER, RED } from "./palette";
import type { Pen } from "./pen";

const WOOD = "#5b3d17";
const LEATHER = "#fff8e6";

type Draw = (pen: Pen) => string;

/** Drawn under the counter. */
const UNDER: Record<string, Draw> = {
  bridge: (pen) =>
    pen.path("M-62 -60H62M-62 -49H62", { stroke: WOOD, width: 5 }) +
    pen.path([-52, -37, -22, -7, 8, 23, 38, 53].map((x) => `M${x} -61V-48`).join(""), { stroke: WOOD, width: 4 }),
};

const WAVE = "M-50 16Q-38 4 -25 16Q-12 28 0 16Q12 4 25 16Q38 28 50 16";
const CRACK = "M-50 14L-24 2L-12 18L8 -6L20 10L50 -12";

function cartridgeBox(pen: Pen): string {
  return pen.path("M-58 -22H-41V8H-58Z", { fill: LEATHER, stroke: RED, width: 3 });
}

function crack(pen: Pen): string {
  return pen.path(CRACK, { stroke: "#fff", width: 7 }) + pen.path(CRACK, { stroke: RED, width: 3.6 });
}

const OVER: Record<string, Draw> = {
  bridge: () => "",
  // A link of a chain, open: nobody gives it orders.
  out_of_command: (pen) =>
    pen.circle(-46, 20, 10, { fill: LEATHER, stroke: INK, width: 2 }) +
    pen.path("M-50 25A5 5 0 1 1 -42 25M-52 14L-40 26", { stroke: RED, width: 3 }),
  fired: (pen) =>
    (
      [
        [-26, 9],
        [-10, 12],
        [8, 11],
        [24, 9],
      ] as const
    )
      .map(([x, r]) => pen.circle(x, -52, r, { fill: "#fffdf6", stroke: "#8b8272", width: 1.6 }))
      .join(""),
  // A notch torn from the upper corner: fewer men, and weary.
  battleworn: (pen) =>
    pen.path("M50 -52H14L22 -40L32 -44L36 -30L46 -28L44 -14L52 -10Z", { fill: PAPER, stroke: INK, width: 2.4 }) +
    pen.path("M-46 48H46", { stroke: "#fff", width: 5, dash: "9 6" }),
  // A wave across the foot of the counter.
  shaken: (pen) => pen.path(WAVE, { stroke: "#fff", width: 8 }) + pen.path(WAVE, { stroke: RED, width: 4.4 }),
  // The dots of the glyph tell it already.
  skirmish: () => "",
  disordered: crack,
  disrupted: crack,
  low_ammunition: (pen) => cartridgeBox(pen) + pen.path("M-55.5 0H-43.5V6H-55.5Z", { fill: RED }),
  no_ammunition: (pen) => cartridgeBox(pen) + pen.path("M-57 6L-42 -20", { stroke: RED, width: 3.4 }),
  pinned: (pen) =>
    pen.path("M38 -38L20 -14", { stroke: INK, width: 5, cap: "round" }) +
    pen.circle(41, -43, 12, { fill: LEATHER, stroke: INK, width: 4 }) +
    pen.circle(41, -43, 4, { fill: INK }),
  routed: (pen) =>
    pen.path("M-52 52L-38 40L-26 53L-12 41L2 53L16 41L30 53L42 41L53 53V60H-52Z", { fill: PAPER }) +
    pen.path("M30 -28V-74", { stroke: INK, width: 4 }) +
    pen.path("M30 -74Q44 -82 62 -72V-52Q44 -62 30 -52Z", { fill: "#fffdf6", stroke: INK, width: 3 }),
};

export function underneath(pen: Pen, states: readonly string[]): string {
  return states.map((state) => UNDER[state]?.(pen) ?? "").join("");
}

export function onTop(pen: Pen, states: readonly string[]): string {
  let tags = 0;
  return states
    .map((state) => {
      const draw = OVER[state];
      if (draw) return draw(pen);
      const y = -30 + 26 * tags++;
      return (
        pen.path(`M38 ${y}H64V${y + 24}H38Z`, { fill: LEATHER, stroke: INK, width: 3 }) +
        pen.text(51, y + 19, 20, "middle", INK, "cn", state.charAt(0).toUpperCase())
      );
    })
    .join("");
}
