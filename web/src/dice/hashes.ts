/** The hashes that dice are made of. Not the browser's own, which pages over plain HTTP cannot use. */

import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}

/** A random number that nobody else can predict, in hexadecimal. */
export function drawHex(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** A token of a seat: 128 bits in 22 letters of base64url. */
export function drawToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Die number `n` of a seed; docs/dice.md has the recipe. */
export function face(seed: string, n: number, sides: number): number {
  const limit = Math.floor(2 ** 32 / sides) * sides;
  for (let text = `longroll dice 1:${seed}:${n}`; ; text += "+") {
    const drawn = parseInt(bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 4 })), 16);
    if (drawn < limit) return (drawn % sides) + 1;
  }
}
