import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chainFrom } from "../src/dice/chain";
import { keep, keepCommitment, keptOf } from "../src/dice/kept";
import { Rolls } from "../src/dice/rolls.svelte";
import { api, Refused } from "../src/socket";
import type { DiceFacts, Moment } from "../src/types";
import { moment, stubStorage } from "./fixture";
import samples from "./dice.json";

const { linked } = samples;
const NOW = moment(2, 2, []);

/** A moment with these dice and whoever is waited for. */
function at(dice: Partial<DiceFacts>, pending: Partial<Moment["pending"]> = {}): Moment {
  return {
    ...NOW,
    dice: { ...NOW.dice, kind: "linked", commitment: linked.commitment, ...dice },
    pending: { ...NOW.pending, ...pending },
  };
}
/** The battle asks this seat for its part in a roll. */
const asks = (batch: number, bind: string): Moment =>
  at({ anchors: linked.anchors, wanted: { batch, bind } }, { links: ["union", "confederate"] });

let rolls: Rolls;

beforeEach(() => {
  stubStorage();
  rolls = new Rolls("token");
});

afterEach(() => {
  rolls.close();
  vi.restoreAllMocks();
});

/** The Union sat down in this browser. */
function sat(): void {
  keep("b", {
    commitment: linked.commitment,
    kind: "linked",
    own: { union: linked.first.union },
    anchors: linked.anchors,
    binds: [],
  });
}

describe("sitting down", () => {
  it("sends an anchor, whose first number is kept before", async () => {
    const sit = vi.spyOn(api, "sit").mockImplementation(async () => {
      expect(keptOf("b").own.union).toMatch(/^[0-9a-f]{64}$/);
      return NOW;
    });
    expect(await rolls.sit(at({}, { seats: ["union"] }))).toBe(NOW);
    expect(sit).toHaveBeenCalledWith("token", {
      commitment: linked.commitment,
      anchor: chainFrom(keptOf("b").own.union!).anchor,
    });
    await rolls.sit(at({}, { seats: ["union"] }));
    expect(sit.mock.calls[1]).toEqual(sit.mock.calls[0]);
  });

  it("sends a nonce for committed dice", async () => {
    const sit = vi.spyOn(api, "sit").mockResolvedValue(NOW);
    await rolls.sit(at({ kind: "committed" }, { seats: ["union", "confederate"] }));
    expect(sit).toHaveBeenCalledWith("token", { commitment: linked.commitment, nonce: keptOf("b").own.union });
  });

  it("is not done twice, nor for others", async () => {
    const sit = vi.spyOn(api, "sit");
    const waiting = at({}, { seats: ["confederate"] });
    expect(await rolls.sit(waiting)).toBe(waiting);
    expect(sit).not.toHaveBeenCalled();
  });

  it("is refused where the seal is not the one of the invitation", async () => {
    const sit = vi.spyOn(api, "sit");
    keepCommitment("b", "another");
    await rolls.sit(at({}, { seats: ["union"] }));
    expect(sit).not.toHaveBeenCalled();
    expect(rolls.warning).toContain("sealed number is not the one");
  });

  it("is refused where nothing can be kept", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new Error("quota");
      },
    });
    const sit = vi.spyOn(api, "sit");
    await rolls.sit(at({}, { seats: ["union"] }));
    expect(sit).not.toHaveBeenCalled();
    expect(rolls.warning).toContain("cannot keep its number");
  });
});

describe("a roll", () => {
  it("gets this seat's link by itself, and what it is for is kept", async () => {
    sat();
    const link = vi.spyOn(api, "link").mockResolvedValue(NOW);
    rolls.see(asks(0, "bind"));
    rolls.see(asks(0, "bind")); // the live line and the answer both tell of it
    expect(link.mock.calls).toEqual([["token", 0, linked.links.union[0]]]);
    expect(keptOf("b").binds).toEqual(["bind"]);
    expect(rolls.warning).toBeNull();
  });

  it("gets no link for a second decision", async () => {
    sat();
    const link = vi.spyOn(api, "link").mockResolvedValue(NOW);
    rolls.see(asks(0, "bind"));
    await new Promise((resolve) => setTimeout(resolve));
    rolls.see(asks(0, "another"));
    expect(link).toHaveBeenCalledTimes(1);
    expect(rolls.warning).toContain("twice for the same dice");
  });

  it("gets no link in a browser that did not draw it", () => {
    const link = vi.spyOn(api, "link");
    rolls.see(asks(0, "bind"));
    expect(rolls.elsewhere).toBe(true);
    expect(link).not.toHaveBeenCalled();
  });

  it("gets no link once the numbers were changed", () => {
    sat();
    const link = vi.spyOn(api, "link");
    rolls.see(
      at(
        { anchors: { ...linked.anchors, confederate: "c".repeat(64) }, wanted: { batch: 0, bind: "b" } },
        { links: ["union"] },
      ),
    );
    expect(link).not.toHaveBeenCalled();
    expect(rolls.warning).toContain("Do not trust these dice");
  });

  it("is tried again where the link did not arrive, and spoken of when it takes long", async () => {
    vi.useFakeTimers();
    sat();
    const link = vi
      .spyOn(api, "link")
      .mockRejectedValueOnce(new Refused(0, "offline", null))
      .mockResolvedValue(NOW);
    rolls.see(asks(0, "bind"));
    expect(rolls.late).toBe(false);
    await vi.advanceTimersByTimeAsync(900);
    expect(rolls.late).toBe(true);
    expect(link).toHaveBeenCalledTimes(2);
    rolls.see(at({ anchors: linked.anchors }));
    expect(rolls.late).toBe(false);
    vi.useRealTimers();
  });
});

describe("the end", () => {
  const ended = { ...at({ anchors: linked.anchors }), abandoned: "union" };

  it("is when the dice are checked", async () => {
    keep("b", {
      commitment: linked.commitment,
      kind: "linked",
      own: { union: linked.first.union },
      anchors: linked.anchors,
      binds: linked.binds,
    });
    vi.spyOn(api, "record").mockResolvedValue(linked.record);
    rolls.see(ended);
    await vi.waitFor(() => expect(rolls.proof?.summary).toContain("Dice proved: 6 dice"));
  });

  it("can be checked later where the record did not come", async () => {
    const record = vi
      .spyOn(api, "record")
      .mockRejectedValueOnce(new Refused(0, "offline", null))
      .mockResolvedValue(linked.record);
    rolls.see(ended);
    await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve));
    rolls.see(ended);
    await vi.waitFor(() => expect(rolls.proof?.ok).toBe(true));
  });
});
