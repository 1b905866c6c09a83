/** Points and boxes on paper. */

export type Point = readonly [number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function apart([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(u - x, v - y);
}

/** How far a point lies from a line between two others. */
export function fromSegment(at: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const t = Math.min(1, Math.max(0, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / square));
  return apart(at, [ax + (bx - ax) * t, ay + (by - ay) * t]);
}

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The box round points, with a rim; null where there are none. */
export function boxRound(points: readonly Point[], rim: number): Box | null {
  if (points.length === 0) return null;
  const { left, top, right, bottom } = boxOf(points);
  return { left: left - rim, top: top - rim, right: right + rim, bottom: bottom + rim };
}

export function isWithin({ left, top, right, bottom }: Box, [x, y]: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** How much of the paper two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
