/**
 * What this browser has seen of a battle's dice and drawn for them, kept so that nobody can show
 * it something else later.
 */

import { recallAs, remember } from "../storage";
import type { DiceFacts, Side } from "../types";

export interface Kept {
  commitment: string | null;
  kind: DiceFacts["kind"] | null;
  /** drawn here, by side: the first number of a chain, or a nonce */
  own: Record<Side, string>;
  /** each player's anchor as it was first seen */
  anchors: Record<Side, string>;
  /** by batch: what this browser gave its link for */
  binds: string[];
}

const key = (battle: string): string => `longroll.dice.${battle}`;

export function keptOf(battle: string): Kept {
  const none: Kept = { commitment: null, kind: null, own: {}, anchors: {}, binds: [] };
  return { ...none, ...recallAs<Partial<Kept>>(key(battle), {}) };
}

/** Throws where the browser keeps nothing: who lost what was drawn here could never roll again. */
export function keep(battle: string, kept: Kept): void {
  localStorage.setItem(key(battle), JSON.stringify(kept));
}

/** Keep what was shown, at least for this visit. */
export function keepShown(battle: string, kept: Kept): void {
  remember(key(battle), JSON.stringify(kept));
}

/** The commitment that came with the battle itself. */
export function keepCommitment(battle: string, commitment: string | null): void {
  const kept = keptOf(battle);
  if (commitment !== null && kept.commitment === null) keepShown(battle, { ...kept, commitment });
}

/** The server shows something else than it did at first. */
export class Changed extends Error {}

/** What is kept once a moment's dice are seen; `Changed` where they are no longer what they were. */
export function seen(kept: Kept, dice: DiceFacts): Kept {
  if (kept.kind !== null && kept.kind !== dice.kind)
    throw new Changed("The dice of this battle are not of the same kind as at the start.");
  if (kept.commitment !== null && kept.commitment !== dice.commitment) {
    throw new Changed("The server’s sealed number is not the one shown at the start.");
  }
  const other = Object.keys(kept.anchors).find((side) => dice.anchors[side] !== kept.anchors[side]);
  if (other !== undefined) throw new Changed("A player’s number is not the one shown at the start.");
  return { ...kept, kind: dice.kind, commitment: dice.commitment, anchors: { ...kept.anchors, ...dice.anchors } };
}

/** What is kept once a link is given. A batch is asked for in its turn, and for one decision only. */
export function bound(kept: Kept, { batch, bind }: NonNullable<DiceFacts["wanted"]>): Kept {
  const before = kept.binds[batch];
  if (before === bind) return kept;
  if (before !== undefined) throw new Changed("The host asked twice for the same dice.");
  // A later link would give away all those before it.
  if (batch !== kept.binds.length) throw new Changed("The host asked for dice out of turn.");
  return { ...kept, binds: [...kept.binds, bind] };
}
