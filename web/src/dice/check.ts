/** Whether the dice of a record are the ones that both players and the server made together. */

import { after, chainFrom } from "./chain";
import { face, sha256 } from "./hashes";
import { BadRecord, readDice, type RecordDice, type Rolled, type Source } from "./record";
import type { Kept } from "./kept";
import type { Side } from "../types";

export interface Finding {
  ok: boolean;
  what: string;
}

export interface Proof {
  ok: boolean;
  /** all of it in a sentence */
  summary: string;
  lines: Finding[];
}

type Linked = Source & { kind: "linked" };
type Committed = Source & { kind: "committed" };
/** What does not match, in words; empty where everything does. */
type Faults = string[];

/** At most this many faults of one kind are named. */
const NAMED = 3;

export function checkDice(text: string, kept: Kept): Proof {
  let record: RecordDice;
  try {
    record = readDice(text);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return alarm([{ ok: false, what: `The record cannot be trusted: ${error.message}.` }]);
  }
  const { source } = record;
  if (kept.kind !== null && kept.kind !== source.kind) {
    return alarm([
      { ok: false, what: `The battle was played with ${kept.kind} dice; the record says ${source.kind}.` },
    ]);
  }
  if (source.kind === "linked") return linked(source, record, kept);
  if (source.kind === "committed") return committed(source, record, kept);
  return {
    ok: true,
    summary: "The dice of this battle were set before it began: there is nothing to prove.",
    lines: [],
  };
}

function alarm(lines: Finding[]): Proof {
  return { ok: false, summary: "The dice do not match what was shown while you played.", lines };
}

function verdict(lines: Finding[], record: RecordDice, kept: Kept, whose: string): Proof {
  if (lines.some(({ ok }) => !ok)) return alarm(lines);
  const fallen = record.rolled.reduce((sum, { dice }) => sum + dice.length, 0);
  if (!fallen) return { ok: true, summary: "No dice were rolled in this battle.", lines: [] };
  const all = fallen === 1 ? "1 die follows" : `${fallen} dice follow`;
  const drew = Object.keys(kept.own).length > 0;
  return {
    ok: true,
    summary: drew
      ? `Dice proved: ${all} from ${whose} and the server’s sealed one.`
      : `The dice agree with the record: ${all} from its numbers. None of them was drawn in this browser.`,
    lines,
  };
}

/** One line for each sort of thing: what is proved, or what does not match. */
function found(proved: string, faults: Faults): Finding[] {
  if (!faults.length) return [{ ok: true, what: proved }];
  const rest = faults.length - NAMED;
  const named = faults.slice(0, NAMED).map((what) => ({ ok: false, what }));
  return rest > 0 ? [...named, { ok: false, what: `And ${rest} more like it.` }] : named;
}

function committed(source: Committed, record: RecordDice, kept: Kept): Proof {
  const seed = sha256(`longroll dice seed 1:${source.secret}:${source.nonces.join(",")}`);
  const own = Object.values(kept.own);
  const missing = own.filter((nonce) => !source.nonces.includes(nonce));
  const lines = [
    ...sealed(source, kept),
    ...(own.length
      ? found(
          "The number drawn in this browser is in the dice.",
          missing.map(() => "The number drawn in this browser is not in the dice."),
        )
      : []),
    ...faces(
      record,
      () => seed,
      ({ before }) => before.dice,
    ),
  ];
  return verdict(lines, record, kept, "your number");
}

function linked(source: Linked, record: RecordDice, kept: Kept): Proof {
  const key = ({ batch, links }: Rolled): string =>
    sha256(`longroll dice 3:${source.secret}:${batch}:${links.join(",")}`);
  // After a take-back the same dice are rolled again, for whatever is decided then.
  const known = new Set<number | null>();
  const first = record.rolled.filter(({ batch }) => !known.has(batch) && known.add(batch));
  const lines = [
    ...sealed(source, kept),
    ...anchors(source, kept),
    ...turns(record, first, kept),
    ...links(record, first, source, kept),
    ...binds(first, source, kept),
    ...faces(record, key, () => 0),
  ];
  return verdict(lines, record, kept, "both players’ numbers");
}

/** The secret is the one that was sealed at the start. */
function sealed({ commitment, secret }: Linked | Committed, kept: Kept): Finding[] {
  if (sha256(secret) !== commitment) return found("", ["The server’s number does not match its seal."]);
  if (kept.commitment === null)
    return found("The server’s number matches the seal in the record; this browser kept none.", []);
  return found(
    "The server’s number is the one it sealed before the first die.",
    kept.commitment === commitment
      ? []
      : ["The server’s seal is not the one that this browser was shown at the start."],
  );
}

/** Each player's number is the one that was shown at the start. */
function anchors(source: Linked, kept: Kept): Finding[] {
  const inRecord = new Map(source.anchors);
  const shown: Record<Side, string> = { ...kept.anchors };
  for (const [side, first] of Object.entries(kept.own)) shown[side] = chainFrom(first).anchor;
  const faults = Object.keys(shown).filter((side) => inRecord.get(side) !== shown[side]);
  return found(
    "Both players’ numbers are the ones shown at the start.",
    faults.map((side) => `The ${side} player’s number is not the one shown at the start.`),
  );
}

/** Every roll that was asked for is in the record. The last may not have fallen where somebody ended the battle. */
function turns({ rolled, abandoned }: RecordDice, first: readonly Rolled[], kept: Kept): Finding[] {
  const faults = rolled
    .filter(({ batch, before }) => batch !== before.batches)
    .map(
      (roll) =>
        `${titled(roll)}: it has roll ${roll.batch ?? "without a number"} where roll ${roll.before.batches} should be.`,
    );
  const lost = kept.binds.length - first.length;
  if (lost > (abandoned === null ? 0 : 1))
    faults.push(
      `${lost === 1 ? "A roll" : `${lost} rolls`} that this browser took part in cannot be found in the record.`,
    );
  return found("No roll is missing.", faults);
}

/** Every link leads to the one before it, and the first to the anchor. */
function links({ rolled }: RecordDice, first: readonly Rolled[], source: Linked, kept: Kept): Finding[] {
  const faults: Faults = [];
  for (const [i, [side, anchor]] of source.anchors.entries()) {
    let known = anchor;
    for (const roll of first) {
      const link = roll.links[i] ?? "";
      if (!link || after(link) !== known)
        faults.push(`${titled(roll)}: the ${side} player’s part does not belong to the number shown at the start.`);
      known = link;
    }
    // The latest link gives all those before it.
    const own = kept.own[side];
    if (own !== undefined && first.length && known !== chainFrom(own).link(first.length - 1))
      faults.push("Your part in the rolls is not what this browser gave.");
  }
  const given = new Map(first.map((roll) => [roll.batch, roll.links.join()]));
  for (const roll of rolled.filter(({ batch, links: again }) => again.join() !== given.get(batch)))
    faults.push(`${titled(roll)}: the players’ parts are not those given before.`);
  return found("Both players took part in every roll.", faults);
}

/** What this browser rolled for is what was decided. */
function binds(first: readonly Rolled[], { secret }: Linked, kept: Kept): Finding[] {
  if (!kept.binds.length) return [];
  const faults = first
    .filter(({ batch }) => kept.binds[batch ?? -1] !== undefined)
    .filter(
      ({ batch, number, choice }) =>
        sha256(`longroll bind 1:${secret}:${batch}:${number}:${choice}`) !== kept.binds[batch!],
    )
    .map((roll) => `${titled(roll)}: this browser rolled for another decision.`);
  return found("Each roll was for the decision that had been made before it.", faults);
}

/** Every face follows from its key and its place. */
function faces({ rolled }: RecordDice, key: (roll: Rolled) => string, first: (roll: Rolled) => number): Finding[] {
  const faults = rolled.flatMap((roll) => {
    const seed = key(roll);
    const right = roll.dice.map(({ sides }, n) => face(seed, first(roll) + n, sides));
    const recorded = roll.dice.map(({ value }) => value);
    return recorded.every((value, n) => value === right[n])
      ? []
      : [`${titled(roll)}: ${recorded.join(", ")} in the record, but the numbers give ${right.join(", ")}.`];
  });
  return found("Every face follows from these numbers.", faults);
}

function titled({ number, side, choice }: Rolled): string {
  return side === null ? "Before the first decision" : `Decision ${number} (${side}: ${choice})`;
}
