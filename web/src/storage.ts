/** What this browser keeps between visits. One that keeps nothing remembers it for this visit. */

const visit = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return visit.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    visit.delete(key);
  } catch {
    visit.set(key, text); // storage is barred or full
  }
}

/** What was kept as JSON: a list where one is expected, an object where one is expected, else `none`. */
export function recallAs<T extends object>(key: string, none: T): T {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "null");
    const fits = typeof kept === "object" && kept !== null && Array.isArray(kept) === Array.isArray(none);
    return fits ? (kept as T) : none;
  } catch {
    return none;
  }
}
