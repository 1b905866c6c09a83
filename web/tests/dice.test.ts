import { describe, expect, it } from "vitest";
import { after, chainFrom, LENGTH } from "../src/dice/chain";
import { checkDice, type Proof } from "../src/dice/check";
import { drawHex, drawToken, face, sha256 } from "../src/dice/hashes";
import { bound, Changed, seen, type Kept } from "../src/dice/kept";
import { BadRecord, readDice } from "../src/dice/record";
import { moment } from "./fixture";
import samples from "./dice.json";

const { linked, committed } = samples;
const NOTHING: Kept = { commitment: null, kind: null, own: {}, anchors: {}, binds: [] };
/** What the Union's browser has kept of the battle. */
const UNION: Kept = {
  commitment: linked.commitment,
  kind: "linked",
  own: { union: linked.first.union },
  anchors: linked.anchors,
  binds: linked.binds,
};
const HOT_SEAT: Kept = { ...NOTHING, commitment: committed.commitment, kind: "committed", own: { union: "fife" } };

/** A record that was written otherwise, down to its end. */
function rewritten(text: string, from: string | RegExp, to: string): string {
  const above = text.slice(0, text.lastIndexOf("end "));
  const other = above.replace(from, to);
  expect(other).not.toBe(above);
  return `${other}end       4 ${sha256(other)}\n`;
}

function faults({ ok, lines }: Proof): string[] {
  expect(ok).toBe(false);
  return lines.filter((line) => !line.ok).map(({ what }) => what);
}

describe("hashes", () => {
  it("are those of every other machine", () => {
    expect(sha256("drum")).toBe(linked.commitment);
    for (const [sides, right] of Object.entries(samples.faces)) {
      expect(right.map((_, n) => face("1863", n, Number(sides)))).toEqual(right);
    }
  });

  it("draw tokens and numbers of the right shape", () => {
    expect(drawHex(32)).toMatch(/^[0-9a-f]{64}$/);
    expect(drawToken()).toMatch(/^[\w-]{22}$/);
    expect(drawToken()).not.toBe(drawToken());
  });
});

describe("a chain", () => {
  const chain = chainFrom(linked.first.union);

  it("has the anchor and the links that the recipe gives", () => {
    expect(chain.anchor).toBe(linked.anchors.union);
    expect([0, 1, 300].map((batch) => chain.link(batch))).toEqual(linked.links.union);
    expect(chain.link(LENGTH - 1)).toBe(linked.first.union);
  });

  it("leads from each link to the one before", () => {
    expect(after(chain.link(0))).toBe(chain.anchor);
    for (const batch of [1, 255, 256, 257, 32767]) expect(after(chain.link(batch))).toBe(chain.link(batch - 1));
  });

  it("has no other links", () => {
    for (const batch of [-1, LENGTH, 0.5]) expect(() => chain.link(batch)).toThrow(RangeError);
  });
});

describe("what is kept", () => {
  const dice = { ...moment(0, 0, []).dice, kind: "linked" as const, commitment: "c", anchors: { union: "u" } };

  it("is what is seen first", () => {
    const kept = seen(NOTHING, dice);
    expect(kept).toMatchObject({ kind: "linked", commitment: "c", anchors: { union: "u" } });
    expect(seen(kept, { ...dice, anchors: { union: "u", confederate: "k" } }).anchors).toEqual({
      union: "u",
      confederate: "k",
    });
  });

  it("does not change", () => {
    const kept = seen(NOTHING, dice);
    expect(() => seen(kept, { ...dice, commitment: "d" })).toThrow(Changed);
    expect(() => seen(kept, { ...dice, kind: "committed" })).toThrow(Changed);
    expect(() => seen(kept, { ...dice, anchors: { union: "v" } })).toThrow(Changed);
    expect(() => seen(kept, { ...dice, anchors: {} })).toThrow(Changed);
    expect(() => seen({ ...NOTHING, commitment: "of the invitation" }, dice)).toThrow(Changed);
  });

  it("gives a link for one decision, in its turn", () => {
    const once = bound(NOTHING, { batch: 0, bind: "a" });
    expect(once.binds).toEqual(["a"]);
    expect(bound(once, { batch: 0, bind: "a" })).toBe(once);
    expect(() => bound(once, { batch: 0, bind: "b" })).toThrow("twice for the same dice");
    expect(() => bound(once, { batch: 2, bind: "b" })).toThrow("out of turn");
    expect(bound(once, { batch: 1, bind: "b" }).binds).toEqual(["a", "b"]);
  });
});

describe("a record", () => {
  it("is read with its dice, in the order in which they were rolled", () => {
    const { source, rolled, abandoned } = readDice(linked.record);
    expect(source).toMatchObject({ kind: "linked", secret: "drum" });
    expect(rolled.map(({ number, batch, before }) => [number, batch, before])).toEqual([
      [0, 0, { dice: 0, batches: 0 }],
      [2, 1, { dice: 1, batches: 1 }],
      [3, 2, { dice: 3, batches: 2 }],
      [3, 2, { dice: 3, batches: 2 }], // after the take-back
    ]);
    expect(rolled[2]?.dice.map(({ sides }) => sides)).toEqual([10, 6]);
    expect(abandoned).toBe("union");
  });

  it("of the first format has neither end nor sides", () => {
    const old =
      "longroll record 1\nsystem    s 1\nscenario  a\ndice      seed 3\n\n0 start [2 4] e7b99c98a228\n1 union: go a087c74585ce\n";
    expect(readDice(old)).toMatchObject({
      source: { kind: "seeded" },
      rolled: [
        {
          number: 0,
          dice: [
            { value: 2, sides: 6 },
            { value: 4, sides: 6 },
          ],
        },
      ],
    });
  });

  it.each([
    ["Dear Mother,", "not a record"],
    [linked.record.replace(/end .*\n/, ""), "its end is missing"],
    [linked.record.replace("[5]", "[6]"), "changed after it was written"],
    [rewritten(linked.record, /\n1 .*/, ""), "this should be decision 1"],
    [rewritten(linked.record, "linked", "loaded"), "not a kind"],
    [rewritten(linked.record, "[5]", "[five]"), "five is not a die"],
    [rewritten(linked.record, "union: done", "union"), "cannot be read"],
  ])("that is damaged is refused in words", (text, why) => {
    expect(() => readDice(text)).toThrow(BadRecord);
    expect(() => readDice(text)).toThrow(why);
  });
});

describe("linked dice", () => {
  it("are proved", () => {
    const proof = checkDice(linked.record, UNION);
    expect(proof.lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(proof).toMatchObject({
      ok: true,
      summary: "Dice proved: 6 dice follow from both players’ numbers and the server’s sealed one.",
    });
    expect(proof.lines).toHaveLength(6);
  });

  it("are proved less where nothing was drawn here", () => {
    const proof = checkDice(linked.record, NOTHING);
    expect(proof.ok).toBe(true);
    expect(proof.summary).toContain("None of them was drawn in this browser.");
  });

  it("may lack the last roll where somebody ended the battle", () => {
    expect(checkDice(linked.record, { ...UNION, binds: [...linked.binds, "f".repeat(64)] }).ok).toBe(true);
    expect(faults(checkDice(linked.record, { ...UNION, binds: [...linked.binds, "f", "f"] }))[0]).toContain(
      "2 rolls that this browser took part in",
    );
    const played = rewritten(linked.record, /abandoned .*\n/, "");
    expect(faults(checkDice(played, { ...UNION, binds: [...linked.binds, "f"] }))[0]).toContain(
      "A roll that this browser took part in",
    );
  });

  const other = "b".repeat(64);
  it.each<[string, string, Kept, string]>([
    [
      "a face",
      rewritten(linked.record, "[5 2]", "[6 2]"),
      UNION,
      "Decision 2 (union: fire 1420): 6, 2 in the record, but the numbers give 5, 2.",
    ],
    ["a die too many", rewritten(linked.record, "[5 2]", "[5 2 2]"), UNION, "Decision 2"],
    ["other sides", rewritten(linked.record, "[2d10 2]", "[2 2]"), UNION, "Decision 3"],
    ["the secret", rewritten(linked.record, "secret drum", "secret fife"), UNION, "does not match its seal"],
    ["the seal", linked.record, { ...UNION, commitment: other }, "is not the one that this browser was shown"],
    ["my anchor", linked.record, { ...UNION, own: { union: other } }, "The union player’s number"],
    [
      "the other’s anchor",
      linked.record,
      { ...UNION, anchors: { ...linked.anchors, confederate: other } },
      "The confederate player’s number",
    ],
    [
      "a link",
      rewritten(linked.record, linked.links.confederate[1]!, other),
      UNION,
      "the confederate player’s part does not belong",
    ],
    ["a decision", rewritten(linked.record, "fire 1420", "fire 1422"), UNION, "rolled for another decision"],
    [
      "a roll left out",
      rewritten(linked.record, /2 union: fire.* \[.*\}/, "2 union: fire 1420"),
      UNION,
      "where roll 1 should be",
    ],
    [
      "a roll taken back",
      rewritten(linked.record, /3 union: fire.*\nback.*\n/, ""),
      UNION,
      "rolled for another decision",
    ],
    [
      "a second roll",
      rewritten(linked.record, /(union: done .*) [0-9a-f]{64}\}/, `$1 ${other}}`),
      UNION,
      "not those given before",
    ],
    ["the kind of dice", rewritten(linked.record, /dice .*/, "dice      seed 5"), UNION, "the record says seeded"],
    ["the whole record", "Dear Mother,", UNION, "cannot be trusted"],
  ])("are not proved where %s was changed", (_, text, kept, what) => {
    expect(faults(checkDice(text, kept)).join("\n")).toContain(what);
  });
});

describe("committed dice", () => {
  it("are proved", () => {
    const proof = checkDice(committed.record, HOT_SEAT);
    expect(proof.lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(proof).toMatchObject({
      ok: true,
      summary: "Dice proved: 6 dice follow from your number and the server’s sealed one.",
    });
  });

  it.each<[string, string, Kept, string]>([
    ["a face", rewritten(committed.record, /\[(\d)\]/, "[7]"), HOT_SEAT, "Before the first decision: 7 in the record"],
    ["my number", committed.record, { ...HOT_SEAT, own: { union: "trumpet" } }, "not in the dice"],
    ["the seal", committed.record, { ...HOT_SEAT, commitment: "c" }, "this browser was shown"],
  ])("are not proved where %s was changed", (_, text, kept, what) => {
    expect(faults(checkDice(text, kept)).join("\n")).toContain(what);
  });
});

describe("a battle without a roll", () => {
  it("has nothing to prove, but what was changed is still alarmed", () => {
    const still = rewritten(committed.record, / \[.*?\]/g, "");
    expect(checkDice(still, HOT_SEAT)).toEqual({ ok: true, summary: "No dice were rolled in this battle.", lines: [] });
    expect(checkDice(still, { ...HOT_SEAT, commitment: "c" }).ok).toBe(false);
  });
});

describe("dice set in advance", () => {
  it("have nothing to prove", () => {
    const text = rewritten(committed.record, /dice .*/, "dice      scripted");
    expect(checkDice(text, { ...NOTHING, kind: "scripted" })).toMatchObject({
      ok: true,
      summary: expect.stringContaining("nothing to prove"),
    });
  });
});
