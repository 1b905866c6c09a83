/** Links this browser may give away: to look on, and to the seats that friends are to take. */

import { seatHash } from "./route";
import type { Side } from "./types";

export interface Links {
  watch: string;
  friends: { side: Side; token: string }[];
}

const KEY = "longroll.links";

function all(): Record<string, Links> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Links>) : {};
  } catch {
    return {};
  }
}

export function keepLinks(battle: string, links: Links): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [battle]: links }));
}

export function linksOf(battle: string): Links | null {
  return all()[battle] ?? null;
}

/** A token as an address that can be sent. */
export function address(token: string, at?: number): string {
  return `${location.origin}${location.pathname}${seatHash(token)}${at === undefined ? "" : `/at/${at}`}`;
}
