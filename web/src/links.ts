/** Links this browser may give away: for spectators, and invitations to the seats of friends. */

import { joinHash, seatHash } from "./route";
import { recallAs, remember } from "./storage";
import type { Created, Side } from "./types";

export interface Links {
  watch: string;
  /** by side; each is good for one browser */
  invitations: Record<Side, string>;
}

const KEY = "longroll.links";

function all(): Record<string, Links> {
  return recallAs(KEY, {});
}

export function keepLinks({ battle, watch, invitations }: Created): void {
  remember(KEY, JSON.stringify({ ...all(), [battle]: { watch, invitations } satisfies Links }));
}

export function linksOf(battle: string): Links | null {
  return all()[battle] ?? null;
}

/** A token as an address that can be sent. */
export function address(token: string, at?: number): string {
  return `${location.origin}${location.pathname}${seatHash(token)}${at === undefined ? "" : `/at/${at}`}`;
}

/** An invitation as an address that can be sent. */
export function invitation(code: string): string {
  return `${location.origin}${location.pathname}${joinHash(code)}`;
}
