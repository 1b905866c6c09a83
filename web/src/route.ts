/** Where the page is: the start, an invitation, or a seat, perhaps at a moment of the past. */

export interface Route {
  token: string | null;
  at: number | null;
  invitation: string | null;
}

/** The part of an address after #; also reads a whole link that somebody pasted. */
export function readRoute(address: string): Route {
  const hash = address.includes("#") ? address.slice(address.indexOf("#") + 1) : address;
  const seat = /seats?\/([\w-]{8,})(?:\/at\/(\d+))?/.exec(hash);
  const join = /join\/([\w-]{8,})/.exec(hash);
  return { token: seat?.[1] ?? null, at: seat?.[2] ? Number(seat[2]) : null, invitation: join?.[1] ?? null };
}

export function seatHash(token: string): string {
  return `#/seat/${token}`;
}

export function joinHash(invitation: string): string {
  return `#/join/${invitation}`;
}
