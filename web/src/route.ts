/** Where the page is: the start, or a seat, perhaps at a moment of the past. */

export interface Route {
  token: string | null;
  at: number | null;
}

/** The part of an address after #; also reads a whole link that somebody pasted. */
export function readRoute(address: string): Route {
  const hash = address.includes("#") ? address.slice(address.indexOf("#") + 1) : address;
  const found = /seats?\/([\w-]{8,})(?:\/at\/(\d+))?/.exec(hash);
  return { token: found?.[1] ?? null, at: found?.[2] ? Number(found[2]) : null };
}

export function seatHash(token: string): string {
  return `#/seat/${token}`;
}
