/** A pen that draws shapes of a 100-unit box straight at their place and size on the sheet.
 *
 * A browser keeps every SVG transform and group opacity apart and sorts them all into layers whenever
 * the map moves; a drawing of plain coordinates costs it nothing. So the numbers are moved here, once.
 */

import { escaped } from "../words";

const n2 = (value: number): string => (Math.round(value * 100) / 100).toString();

const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, A: 7, Z: 0 };

interface Step {
  command: string;
  n: number[];
}

/** Paths that were taken apart already: a map has thousands of the same trees. */
const READ = new Map<string, Step[]>();
const KEPT = 500;

function steps(d: string): Step[] {
  const known = READ.get(d);
  if (known) return known;
  const read = [...d.matchAll(/([MLHVQAZ])([^MLHVQAZ]*)/g)].map(([, command = "", rest = ""]) => {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (n.length !== NUMBERS[command]) throw new Error(`${command}${rest} is not a step of a path`);
    return { command, n };
  });
  if (READ.size >= KEPT) READ.clear();
  READ.set(d, read);
  return read;
}

/** Path data (M L H V Q A Z, absolute; arcs of circles) scaled by k, turned by so many degrees, moved to x, y. */
export function placed(d: string, x: number, y: number, k: number, degrees = 0): string {
  const [cos, sin] = [k * Math.cos((degrees * Math.PI) / 180), k * Math.sin((degrees * Math.PI) / 180)];
  let [px, py] = [0, 0];
  const spot = (u: number, v: number): string => {
    px = u;
    py = v;
    return `${n2(x + u * cos - v * sin)} ${n2(y + u * sin + v * cos)}`;
  };
  let out = "";
  for (const { command, n } of steps(d)) {
    switch (command) {
      case "H":
        out += `L${spot(n[0]!, py)}`;
        break;
      case "V":
        out += `L${spot(px, n[0]!)}`;
        break;
      case "Q":
        out += `Q${spot(n[0]!, n[1]!)} ${spot(n[2]!, n[3]!)}`;
        break;
      case "A":
        out += `A${n2(n[0]! * k)} ${n2(n[1]! * k)} ${n.slice(2, 5).join(" ")} ${spot(n[5]!, n[6]!)}`;
        break;
      case "Z":
        out += "Z";
        break;
      default:
        out += command + spot(n[0]!, n[1]!);
    }
  }
  return out;
}

export interface Line {
  fill?: string;
  stroke?: string;
  width?: number;
  /** of the fill and of the stroke each, never of a group */
  faint?: number;
  dash?: string;
  cap?: "round";
}

export class Pen {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly k: number,
    /** how far the box leans; what is written in it stays upright */
    readonly degrees = 0,
  ) {}

  /** A pen for a part of the box. */
  at(x: number, y: number, k = 1): Pen {
    const [u, v] = this.#spot(x, y);
    return new Pen(u, v, this.k * k, this.degrees);
  }

  path(d: string, line: Line): string {
    return `<path d="${placed(d, this.x, this.y, this.k, this.degrees)}"${this.ink(line)}/>`;
  }

  circle(x: number, y: number, r: number, line: Line): string {
    const [u, v] = this.#spot(x, y);
    return `<circle cx="${n2(u)}" cy="${n2(v)}" r="${n2(r * this.k)}"${this.ink(line)}/>`;
  }

  text(
    x: number,
    y: number,
    size: number,
    anchor: "start" | "middle" | "end",
    ink: string,
    kind: string,
    words: string,
  ): string {
    const [u, v] = this.#spot(x, y);
    return (
      `<text x="${n2(u)}" y="${n2(v)}" font-size="${n2(size * this.k)}"` +
      ` text-anchor="${anchor}" fill="${ink}" class="${kind}">${escaped(words)}</text>`
    );
  }

  #spot(x: number, y: number): [number, number] {
    const a = (this.degrees * Math.PI) / 180;
    return [
      this.x + this.k * (x * Math.cos(a) - y * Math.sin(a)),
      this.y + this.k * (x * Math.sin(a) + y * Math.cos(a)),
    ];
  }

  /** The attributes of a line, as wide as this pen is large. */
  ink({ fill = "none", stroke, width = 1, faint, dash, cap }: Line): string {
    const see = faint === undefined ? "" : ` fill-opacity="${faint}" stroke-opacity="${faint}"`;
    if (!stroke) return ` fill="${fill}"${see}`;
    const dashed = dash
      ? ` stroke-dasharray="${dash
          .split(" ")
          .map((part) => n2(Number(part) * this.k))
          .join(" ")}"`
      : "";
    return ` fill="${fill}" stroke="${stroke}" stroke-width="${n2(width * this.k)}"${see}${dashed}${cap ? ` stroke-linecap="${cap}"` : ""}`;
  }
}
