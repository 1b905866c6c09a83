/** The board in words, for ears and for whoever likes reading better than looking. */

import { inWords, sideName } from "./words";
import type { Facts, Hex, Piece, TableFacts } from "./types";

/** Units in few words: "3 companies of the 13th US, 1 officer of the 13th US". */
export function unitWords(ids: readonly string[], table: TableFacts): string {
  const pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));
  const titles = new Map(table.regiments.map(({ name, title }) => [name, title]));
  const groups = new Map<string, Piece[]>();
  for (const id of ids) {
    const piece = pieces.get(id);
    if (!piece) continue;
    const key = piece.regiment ? `${piece.kind}|${piece.regiment}` : piece.id;
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()]
    .map((group) => {
      const { kind, regiment, title } = group[0]!;
      if (!regiment) return title;
      const noun = kind === "officer" ? "officer" : kind === "infantry" ? "company" : kind;
      const many = group.length === 1 ? noun : noun === "company" ? "companies" : `${noun}s`;
      return `${group.length} ${many} of the ${titles.get(regiment) ?? regiment}`;
    })
    .join(", ");
}

/** What lies in a hex, as far as the viewer knows. */
export function hexWords(hex: Hex, facts: Facts, table: TableFacts): string[] {
  const terrain = table.map.terrain[hex] ?? "";
  const defence = table.defence[terrain];
  const words = [inWords(terrain) + (defence === undefined ? "" : `, defence ${defence}`)];
  const named = table.map.labels[hex];
  if (named) words.push(named);
  for (const road of Object.keys(table.map.roads)) {
    if (table.map.roads[road]!.includes(hex)) words.push(inWords(road));
  }
  for (const stack of facts.stacks) {
    if (stack.hex !== hex) continue;
    const who = stack.units === null ? "hidden units" : unitWords(stack.units, table);
    words.push(`${sideName(stack.side)}: ${who}`);
  }
  const bridges = facts.bridges.filter((bridge) => bridge.hex === hex);
  const carried = bridges.filter(({ carrier }) => carrier !== null).length;
  const laid = bridges.filter(({ carrier, up }) => carrier === null && up === "bridging").length;
  const dropped = bridges.length - carried - laid;
  if (carried) words.push(`bridges carried: ${carried}`);
  if (laid) words.push("bridged");
  if (dropped) words.push(`bridges lying here: ${dropped}`);
  for (const marker of facts.markers) {
    if (marker.hex === hex) words.push(`${sideName(marker.side)} bombardment plotted`);
  }
  if (facts.chaos[hex]) words.push("Chaos of War");
  if (facts.carnage.includes(hex)) words.push("carnage");
  return words;
}

export interface BoardLine {
  hex: Hex;
  words: string[];
}

/** Every hex with something in it, side by side of the table, north-west to south-east. */
export function boardLines(facts: Facts, table: TableFacts): BoardLine[] {
  const hexes = new Set([
    ...facts.stacks.map(({ hex }) => hex),
    ...facts.bridges.map(({ hex }) => hex),
    ...facts.markers.map(({ hex }) => hex),
  ]);
  return [...hexes].sort().map((hex) => ({ hex, words: hexWords(hex, facts, table) }));
}
