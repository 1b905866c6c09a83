/**
 * A player's part in dice between two people: a chain of hashes, shown from its far end. Its last
 * link, the anchor, is shown first; each roll takes the link before, which nobody else can guess
 * and everybody can check.
 */

import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Rolls that a chain is good for. */
export const LENGTH = 32768;

/** A link is at most so many hashes away from one that is remembered. */
const STRIDE = 256;

const PREFIX = utf8ToBytes("longroll link 1:");
const DIGITS = utf8ToBytes("0123456789abcdef");

/** The link that is `steps` hashes after another. */
export function after(link: string, steps = 1): string {
  const text = new Uint8Array(PREFIX.length + 64);
  text.set(PREFIX);
  let hash = hexToBytes(link);
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < 32; i++) {
      text[PREFIX.length + 2 * i] = DIGITS[hash[i]! >> 4]!;
      text[PREFIX.length + 2 * i + 1] = DIGITS[hash[i]! & 15]!;
    }
    hash = sha256(text);
  }
  return bytesToHex(hash);
}

export class Chain {
  readonly anchor: string;
  /** every so many links, from the first */
  readonly #stops: string[];

  constructor(first: string) {
    this.#stops = [first];
    for (let at = STRIDE; at <= LENGTH; at += STRIDE) this.#stops.push(after(this.#stops.at(-1)!, STRIDE));
    this.anchor = this.#stops.at(-1)!;
  }

  /** The link of a batch of dice. */
  link(batch: number): string {
    const at = LENGTH - 1 - batch;
    if (!Number.isInteger(at) || at < 0 || at >= LENGTH) throw new RangeError(`a chain has no link ${batch}`);
    return after(this.#stops[Math.floor(at / STRIDE)]!, at % STRIDE);
  }
}

const CHAINS = new Map<string, Chain>();

/** A chain is long to make: each is made once. */
export function chainFrom(first: string): Chain {
  const chain = CHAINS.get(first) ?? new Chain(first);
  CHAINS.set(first, chain);
  return chain;
}
