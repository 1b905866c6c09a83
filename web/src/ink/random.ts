/** Seeded scatter: the same key gives the same numbers on every machine. */

export interface Random {
  /** The next number in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  below(count: number): number;
}

function seedOf(key: string): number {
  let hash = 2166136261;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 16777619);
  }
  return hash >>> 0;
}

export function random(...key: (string | number)[]): Random {
  let state = seedOf(key.join("|"));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    below: (count) => Math.floor(next() * count),
  };
}
