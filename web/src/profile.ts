/** A line of sight seen from the side, as something to draw. */

import type { Sight } from "./types";

export interface Spot {
  x: number;
  y: number;
}

export interface Profile {
  width: number;
  height: number;
  /** the ground from end to end */
  ground: Spot[];
  /** what stands on it: where, from and to which height */
  tops: { x: number; from: number; to: number; what: string; blocks: boolean }[];
  /** the two eyes */
  eyes: [Spot, Spot];
  /** how far along the line is still clear */
  clear: Spot;
  /** lines of height */
  scale: { y: number; height: number }[];
  hexes: { x: number; hex: string; blocks: boolean }[];
}

const HIGH = 110;
const LOW = 9;

/** The profile in a box of this width; null where heights do not decide. */
export function profileOf(sight: Sight, width: number): Profile | null {
  const rises = sight.profile;
  const [first, last] = [rises[0], rises.at(-1)];
  if (!first || !last || rises.length < 3) return null;
  const { step } = sight;
  const most = Math.max(...rises.map(({ top }) => top), step);
  const highest = Math.ceil((most + step / 4) / step) * step;
  const x = (at: number): number => 14 + (at / last.at) * (width - 28);
  const y = (height: number): number => HIGH - (height / highest) * (HIGH - 10);
  const barred = new Set(sight.bars.map(({ hex }) => hex));
  const between = rises.slice(1, -1);
  const block = between.find(({ hex }) => barred.has(hex));
  const eyes: [Spot, Spot] = [
    { x: x(0), y: y(first.top) },
    { x: x(last.at), y: y(last.top) },
  ];
  const at = (distance: number): Spot => ({
    x: x(distance),
    y: y(first.top + ((last.top - first.top) * distance) / last.at),
  });
  return {
    width,
    height: HIGH,
    ground: rises.map((rise) => ({ x: x(rise.at), y: y(rise.ground) })),
    tops: between
      .filter(({ what }) => what)
      .map((rise) => ({
        x: x(rise.at),
        from: y(rise.ground),
        // What hides without rising above its ground is drawn low.
        to: Math.min(y(rise.top), y(rise.ground) - LOW),
        what: rise.what,
        blocks: barred.has(rise.hex),
      })),
    eyes,
    clear: block ? at(block.at) : eyes[1],
    scale: Array.from({ length: highest / step + 1 }, (_, i) => ({ y: y(i * step), height: i * step })),
    hexes: rises.map(({ hex, at: away }) => ({ x: x(away), hex, blocks: barred.has(hex) })),
  };
}
