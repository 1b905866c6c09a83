/** The board in words, for screen readers and for those who prefer text. */

import { DIRECTIONS } from "./choices";
import { asSentence, inWords, sideName } from "./words";
import type { Facts, Hex, MarkFacts, Piece, Standing, HexStatics } from "./types";

/** How a unit stands, in few words: "3 of 4, column facing NE, pinned". */
export function standingWords(standing: Standing | undefined): string {
  if (!standing) return "";
  const { steps, formation, facing, states = [] } = standing;
  const way = facing && facing.degrees % 60 === 0 ? ` facing ${DIRECTIONS[facing.degrees / 60]}` : "";
  return [
    steps ? `${steps.left} of ${steps.of}` : "",
    formation ? formation + way : "",
    ...states.map((state) => state.replaceAll("_", " ")),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The regiments that have several pieces of a kind, by their ids. */
function regimentsOf(statics: HexStatics): Map<string, string> {
  return new Map(statics.groups.filter(({ kind }) => kind === "regiment").map((group) => [group.id, group.title]));
}

/** Units in few words: those that differ in nothing but their number are counted, "2 companies of the 13th US". */
export function unitWords(ids: readonly string[], statics: HexStatics, facts?: Facts): string {
  const pieces = new Map(statics.pieces.map((piece) => [piece.id, piece]));
  const regiments = regimentsOf(statics);
  const groups = new Map<string, Piece[]>();
  for (const id of ids) {
    const piece = pieces.get(id);
    if (!piece) continue;
    const key = regiments.has(piece.group) ? `${piece.kind}|${piece.group}` : piece.id;
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()]
    .map((group) => {
      const { id, kind, group: name, title } = group[0]!;
      const regiment = regiments.get(name);
      if (!regiment) {
        const how = standingWords(facts?.units[id]);
        return how ? `${title} (${how})` : title;
      }
      const noun = kind === "officer" ? "officer" : kind === "infantry" ? "company" : kind;
      const many = group.length === 1 ? noun : noun === "company" ? "companies" : `${noun}s`;
      return `${group.length} ${many} of the ${regiment}`;
    })
    .join(", ");
}

/** How many of those that are only counted are in some state: "pinned: 2". */
function sharedStates(ids: readonly string[], statics: HexStatics, facts: Facts): string[] {
  const regiments = regimentsOf(statics);
  const counted = new Set(statics.pieces.filter(({ group }) => regiments.has(group)).map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const id of ids) {
    if (!counted.has(id)) continue;
    for (const state of facts.units[id]?.states ?? []) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => `${state.replaceAll("_", " ")}: ${count}`);
}

/** Marks whose name alone does not tell enough; with a blank for their side. */
const MARKS: Record<string, string> = {
  "bridge laid": "bridged",
  "bridge dropped": "bridge lying here",
  bombardment: "{side} bombardment plotted",
  "bombardment tried": "{side} bombardment plotted, not called off",
  chaos: "{side} Chaos of War",
  held: "held by the {side}",
  objective: "objective held by the {side}",
  engaged: "a melee is going on",
};

function markWords({ name, side }: MarkFacts): string {
  return side ? (MARKS[name] ?? `{side} ${name}`).replace("{side}", sideName(side)) : (MARKS[name] ?? name);
}

/** What lies in a hex, as far as the viewer knows. */
export function hexWords(hex: Hex, facts: Facts, statics: HexStatics): string[] {
  const terrain = statics.map.terrain[hex] ?? "";
  const does = statics.ground[terrain];
  const words = [asSentence(terrain) + (does ? `, ${does}` : "")];
  const named = statics.map.labels[hex];
  if (named) words.push(named);
  for (const [road, hexes] of Object.entries(statics.map.roads)) {
    if (hexes.includes(hex) && !words.includes(roadName(road))) words.push(roadName(road));
  }
  for (const stack of facts.stacks) {
    if (stack.hex !== hex) continue;
    const who = stack.units === null ? "hidden units" : unitWords(stack.units, statics, facts);
    words.push(`${sideName(stack.side)}: ${who}`);
    words.push(...sharedStates(stack.units ?? [], statics, facts));
  }
  for (const mark of facts.marks) if (mark.hex === hex) words.push(markWords(mark));
  return words;
}

/** "railroad_mobile_and_ohio_north" as "Mobile & Ohio Railroad". */
export function roadName(name: string): string {
  const [, kind = "", proper = name] =
    /^(railroad|track|pike|lane)_(.+?)(?:_(?:north|south|east|west))?$/.exec(name) ?? [];
  const words = inWords(proper).replace(/ And /g, " & ").replace(/ To /g, " to ");
  return kind ? `${words} ${inWords(kind)}` : words;
}

export interface BoardLine {
  hex: Hex;
  words: string[];
}

/** Every hex with something in it, north-west to south-east. */
export function boardLines(facts: Facts, statics: HexStatics): BoardLine[] {
  const hexes = new Set([...facts.stacks.map(({ hex }) => hex), ...facts.marks.map(({ hex }) => hex)]);
  return [...hexes].sort().map((hex) => ({ hex, words: hexWords(hex, facts, statics) }));
}
