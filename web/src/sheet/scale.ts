/** A measured table on paper: hundredths of its unit as units of the drawing, a margin round them. */

import { apart, fromSegment, type Point } from "../ink/plane";
import type { Body } from "../types";

/** Units of paper per hundredth. */
export const UNIT = 0.2;
export const INCH = 100 * UNIT;
export const MARGIN = 34;

export function onPaper(x: number, y: number): Point {
  return [MARGIN + x * UNIT, MARGIN + y * UNIT];
}

/** The point of the table under a point of the paper, in hundredths. */
export function onTable([x, y]: Point): Point {
  return [Math.round((x - MARGIN) / UNIT), Math.round((y - MARGIN) / UNIT)];
}

export function line(points: readonly (readonly [number, number])[]): Point[] {
  return points.map(([x, y]) => onPaper(x, y));
}

/** Ground that runs along a line, and so has its name beside it. */
export const WAYS: ReadonlySet<string> = new Set(["road", "stream", "river", "railway_cut"]);

export function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], [u, v]): Point => [x + u, y + v], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Whether a line ends where it began: the wall of a yard. */
export function isClosed(points: readonly Point[]): boolean {
  return points.length > 3 && apart(points[0]!, points.at(-1)!) < 1;
}

/** Hundredths as units of the table with two decimals at most: 125 as "1.25". */
export function inUnits(hundredths: number): string {
  return String(Math.round(hundredths) / 100);
}

/** Tenths of a degree as degrees: 75 as "7.5". */
export function degrees(tenths: number): string {
  return String(Math.round(tenths) / 10);
}

/** A point as it is sent to the server: "12.5,30". */
export function said([x, y]: Point): string {
  return `${inUnits(x)},${inUnits(y)}`;
}

export function read(place: string): Point {
  const [x = 0, y = 0] = place.split(",").map(Number);
  return [x * 100, y * 100];
}

/** A way to look: ahead of a heading in tenths of a degree, as a unit vector. */
export function ahead(heading: number): Point {
  const a = (heading * Math.PI) / 1800;
  return [Math.sin(a), -Math.cos(a)];
}

/** A point of the table as the unit sees it: so far to its right, so far ahead of its front. */
export function local(body: Pick<Body, "x" | "y" | "heading">, [x, y]: readonly [number, number]): Point {
  const [fx, fy] = ahead(body.heading);
  const [dx, dy] = [x - body.x, y - body.y];
  return [-dx * fy + dy * fx, dx * fx + dy * fy];
}

/** The other way round. */
export function outOf(body: Pick<Body, "x" | "y" | "heading">, [right, forward]: Point): Point {
  const [fx, fy] = ahead(body.heading);
  return [body.x - right * fy + forward * fx, body.y + right * fx + forward * fy];
}

export function isInside([x, y]: Point, corners: readonly (readonly [number, number])[]): boolean {
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + corners.length - 1) % corners.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** How far a point lies from a unit: 0 inside it. */
export function farFrom(body: Body, at: Point): number {
  return Math.min(
    ...body.bases.map((corners) =>
      isInside(at, corners)
        ? 0
        : Math.min(...corners.map((corner, i) => fromSegment(at, corner, corners[(i + 1) % corners.length]!))),
    ),
  );
}
