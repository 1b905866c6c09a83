/** The seats this browser has sat in. */

const KEY = "longroll.seats";

export function mySeats(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((token) => typeof token === "string") : [];
  } catch {
    return [];
  }
}

export function keepSeat(token: string): void {
  const rest = mySeats().filter((other) => other !== token);
  localStorage.setItem(KEY, JSON.stringify([token, ...rest].slice(0, 40)));
}
