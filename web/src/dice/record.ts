/** The dice of a record: docs/record.md has the whole format. */

import { sha256 } from "./hashes";
import type { Side } from "../types";

export interface Die {
  value: number;
  sides: number;
}

/** A decision of a record that rolled dice. */
export interface Rolled {
  number: number;
  side: Side | null;
  /** "start" for what falls before the first decision */
  choice: string;
  dice: Die[];
  /** of linked dice: the number of the roll, and each player's link */
  batch: number | null;
  links: string[];
  /** what had been rolled on the line before: a battle that went back rolls the same dice again */
  before: Count;
}

export interface Count {
  dice: number;
  batches: number;
}

export type Source =
  | { kind: "seeded" | "scripted" }
  | { kind: "committed"; commitment: string; secret: string; nonces: string[] }
  | { kind: "linked"; commitment: string; secret: string; anchors: [side: Side, anchor: string][] };

export interface RecordDice {
  source: Source;
  rolled: Rolled[];
  abandoned: Side | null;
}

/** A record that cannot be read, and why. */
export class BadRecord extends Error {}

const HEX = "[0-9a-f]{64}";
const LINE = new RegExp(`^(\\d+) (?:start|(\\S+): ([^[\\]{}]+?))(?: \\[([^\\]]+)\\])?(?: \\{(\\d+)((?: ${HEX})+)\\})? ([0-9a-f]{12})$`);
const COMMITTED = new RegExp(`^committed (${HEX}) secret ([\\w-]+) nonces ([\\w,-]+)$`);
const LINKED = new RegExp(`^linked (${HEX}) secret ([\\w-]+) anchors (\\S+=${HEX}(?:,\\S+=${HEX})*)$`);
const FACE = /^(\d{1,9})(?:d(\d{1,9}))?$/;

/** Reads the dice of a record of either format; a record of format 2 has to be whole. */
export function readDice(text: string): RecordDice {
  const rows = text.split("\n").map((row) => row.trim().replace(/ +/g, " "));
  const format = /^longroll record ([12])$/.exec(rows[0] ?? "")?.[1];
  if (!format) throw new BadRecord("it is not a record that this page can read");
  if (format === "2") seal(text);
  let source: Source | null = null;
  let abandoned: Side | null = null;
  const rolled: Rolled[] = [];
  /** by number: what had been rolled on the line when that decision was over */
  let counts: Count[] = [];
  for (const [i, row] of rows.entries()) {
    const [word, rest = ""] = [row.split(" ")[0]!, row.slice(row.indexOf(" ") + 1)];
    if (word === "dice") source = readSource(rest);
    else if (word === "abandoned") abandoned = rest;
    else if (word === "back") counts = counts.slice(0, parseInt(rest) + 1);
    else if (/^\d/.test(word)) {
      const before = counts.at(-1) ?? { dice: 0, batches: 0 };
      const line = readLine(row, i + 1, before);
      if (line.number !== counts.length) throw new BadRecord(`line ${i + 1}: this should be decision ${counts.length}`);
      const isRoll = line.dice.length > 0 || line.batch !== null;
      counts.push({ dice: before.dice + line.dice.length, batches: before.batches + (isRoll ? 1 : 0) });
      if (isRoll) rolled.push(line);
    }
  }
  if (!source) throw new BadRecord("it does not say what its dice are");
  return { source, rolled, abandoned };
}

/** The last line of format 2 holds the hash of everything above it. */
function seal(text: string): void {
  const found = /\nend +\d+ +([0-9a-f]{64})\s*$/.exec(text);
  if (!found) throw new BadRecord("its end is missing");
  if (sha256(text.slice(0, found.index + 1)) !== found[1]) throw new BadRecord("it was changed after it was written");
}

function readSource(words: string): Source {
  const committed = COMMITTED.exec(words);
  if (committed) {
    const nonces = committed[3] === "-" ? [] : committed[3]!.split(",");
    return { kind: "committed", commitment: committed[1]!, secret: committed[2]!, nonces };
  }
  const linked = LINKED.exec(words);
  if (linked) {
    const anchors = linked[3]!.split(",").map((pair) => pair.split("=") as [Side, string]);
    return { kind: "linked", commitment: linked[1]!, secret: linked[2]!, anchors };
  }
  if (words === "scripted") return { kind: "scripted" };
  if (words.startsWith("seed ")) return { kind: "seeded" };
  throw new BadRecord(`its dice are not a kind that this page knows: ${words.slice(0, 60)}`);
}

function readLine(row: string, at: number, before: Count): Rolled {
  const found = LINE.exec(row);
  if (!found) throw new BadRecord(`line ${at} cannot be read`);
  const [, number, side, choice, faces, batch, links] = found;
  const dice = (faces?.split(" ") ?? []).map((word) => {
    const die = FACE.exec(word);
    if (!die) throw new BadRecord(`line ${at}: ${word} is not a die`);
    return { value: Number(die[1]), sides: Number(die[2] ?? 6) };
  });
  return {
    number: Number(number),
    side: side ?? null,
    choice: choice ?? "start",
    dice,
    batch: batch === undefined ? null : Number(batch),
    links: links?.trim().split(" ") ?? [],
    before,
  };
}
