/** Where the page is: the start, a briefing, the rules, the lab, an invitation, or a seat, perhaps at a moment of the past. */

export interface Route {
  token: string | null;
  at: number | null;
  invitation: string | null;
  briefing: { system: string; scenario: string } | null;
  rules: { system: string; rule: string | null } | null;
  lab: boolean;
  /** the report of a battle that is over, and the rules beside a battle */
  page: "table" | "after" | "rules";
}

/** The part of an address after #; also reads a whole link that somebody pasted. */
export function readRoute(address: string): Route {
  const hash = address.includes("#") ? address.slice(address.indexOf("#") + 1) : address;
  const seat = /seats?\/([\w-]{8,})(?:\/at\/(\d+)|\/(after|rules))?/.exec(hash);
  const join = /join\/([\w-]{8,})/.exec(hash);
  const briefing = /^\/briefing\/([\w-]+)(?:\/([\w-]+))?/.exec(hash);
  const rules = /^\/(?:seat\/[\w-]+\/)?rules\/([\w-]+)(?:\/([\w.:-]+))?/.exec(hash);
  return {
    token: seat?.[1] ?? null,
    at: seat?.[2] ? Number(seat[2]) : null,
    invitation: join?.[1] ?? null,
    briefing: briefing ? { system: briefing[1]!, scenario: briefing[2] ?? "" } : null,
    rules: rules ? { system: rules[1]!, rule: rules[2] ?? null } : null,
    lab: /^\/lab\b/.test(hash),
    page: (seat?.[3] as "after" | "rules" | undefined) ?? "table",
  };
}

export function seatHash(token: string, at?: number): string {
  return `#/seat/${token}${at === undefined ? "" : `/at/${at}`}`;
}

export function joinHash(invitation: string): string {
  return `#/join/${invitation}`;
}

export function briefingHash(system: string, scenario = ""): string {
  return `#/briefing/${system}${scenario ? `/${scenario}` : ""}`;
}

/** The rules of a system, at one of them, and beside the battle of a seat. */
export function rulesHash(system: string, rule: string | null = null, token: string | null = null): string {
  return `#${token ? `/seat/${token}` : ""}/rules/${system}${rule ? `/${rule}` : ""}`;
}

export function afterHash(token: string): string {
  return `#/seat/${token}/after`;
}

export const LAB_HASH = "#/lab";
