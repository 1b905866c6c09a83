import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../src/socket";
import { Battle } from "../src/battle.svelte";
import { HexHand } from "../src/board/hand.svelte";
import { Looking } from "../src/looking.svelte";
import type { Moment, Offer } from "../src/types";
import { entry, facts, moment, offer, statics, view } from "./fixture";

/** A server with a battle of numbered lines, where every choice is one decision. */
class Host {
  number = 4;
  said: string[] = [];
  pending: Moment["pending"] = { take_back: null, by: null, seats: [], links: [], failure: null };
  view: Moment["view"] = view([]);

  moment(after = -1): Moment {
    const log = Array.from({ length: this.number + 1 }, (_, i) => entry(i)).filter(({ number }) => number > after);
    return { ...moment(this.number, after, log), view: this.view, undo: true, pending: this.pending };
  }

  async choose(at: number, choice: string): Promise<Moment> {
    if (choice === "nonsense") throw new Refused(422, "there is no such choice", "s:1");
    if (at !== this.number) throw new Refused(409, "another moment", null);
    this.said.push(choice);
    this.number += 1;
    return this.moment(at);
  }

  async back(to: number): Promise<Moment> {
    this.number = to;
    this.pending = { take_back: null, by: null, seats: [], links: [], failure: null };
    return this.moment(to);
  }
}

let host: Host;
let battle: Battle;
let hand: HexHand;
/** What comes on the live line. */
let tell: (moment: Moment) => void;

beforeEach(async () => {
  vi.restoreAllMocks();
  host = new Host();
  vi.stubGlobal("location", { protocol: "http:", host: "h" });
  vi.stubGlobal(
    "WebSocket",
    class {
      onmessage: (event: { data: string }) => void = () => {};
      constructor() {
        tell = (moment) => this.onmessage({ data: JSON.stringify({ type: "moment", ...moment }) });
      }
    },
  );
  vi.spyOn(api, "table").mockResolvedValue(statics);
  vi.spyOn(api, "moment").mockImplementation(async () => host.moment(host.number));
  vi.spyOn(api, "whole").mockImplementation(async () => host.moment());
  vi.spyOn(api, "choose").mockImplementation((_, at, choice) => host.choose(at, choice));
  vi.spyOn(api, "undo").mockImplementation(() => host.back(host.number - 1));
  battle = new Battle("token");
  hand = new HexHand(battle, new Looking(battle));
  await battle.open(null);
  await vi.waitFor(() => expect(battle.log).toHaveLength(5));
});

describe("opening a seat", () => {
  const numbers = (): number[] => battle.log.map(({ number }) => number);

  it("shows the battle before the log is there, and joins what comes meanwhile", async () => {
    let tell = (_: Moment): void => {};
    vi.spyOn(api, "whole").mockImplementation(() => new Promise((resolve) => (tell = resolve)));
    battle = new Battle("token");
    await battle.open(null);
    expect(battle.live?.number).toBe(4);
    expect(numbers()).toEqual([]);
    const whole = host.moment();
    await battle.choose("one");
    expect(numbers()).toEqual([5]);
    tell(whole);
    await vi.waitFor(() => expect(numbers()).toEqual([0, 1, 2, 3, 4, 5]));
  });

  it("does not bring back what was undone while the log came", async () => {
    let tell = (_: Moment): void => {};
    vi.spyOn(api, "whole").mockImplementation(() => new Promise((resolve) => (tell = resolve)));
    battle = new Battle("token");
    await battle.open(null);
    const whole = host.moment();
    await battle.undo();
    await battle.undo();
    await battle.choose("other");
    tell({ ...whole, log: whole.log.map((line) => ({ ...line, text: `old ${line.number}` })) });
    await vi.waitFor(() => expect(battle.log.map(({ text }) => text)).toEqual(["old 0", "old 1", "old 2", "line 3"]));
  });

  it("asks again while older entries are not loaded", async () => {
    vi.useFakeTimers();
    const whole = vi.spyOn(api, "whole").mockImplementationOnce(async () => host.moment(2));
    battle = new Battle("token");
    await battle.open(null);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(whole.mock.calls.length).toBeGreaterThan(1);
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
  });

  it("loads the log when the battle begins", async () => {
    host.number = 0;
    host.pending = { ...host.pending, seats: ["confederate"] };
    vi.spyOn(api, "whole").mockImplementation(async () => ({
      ...host.moment(),
      log: host.pending.seats.length ? [] : [entry(0)],
    }));
    battle = new Battle("token");
    await battle.open(null);
    await new Promise((resolve) => setTimeout(resolve));
    expect(numbers()).toEqual([]);
    host.pending = { ...host.pending, seats: [] };
    tell(host.moment(0));
    await vi.waitFor(() => expect(numbers()).toEqual([0]));
  });

  it("loads the log again where something was missed", async () => {
    host.number = 9;
    await battle.refresh();
    await vi.waitFor(() => expect(numbers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });
});

describe("a roll that waits for the other player", () => {
  beforeEach(async () => {
    host.view = view(["fire 1519", "done"]);
    await battle.choose("on");
    vi.spyOn(api, "choose").mockImplementation(async () => {
      host.view = { ...host.view, decision: null };
      host.pending = { ...host.pending, links: ["confederate"] };
      return host.moment(host.number);
    });
  });

  it("leaves the question standing for a moment, without an answer", async () => {
    await battle.choose("fire 1519");
    expect(battle.shown?.view.decision?.question).toBe("Which?");
    expect(battle.busy).toBe(true);
    await battle.choose("done");
    expect(vi.mocked(api.choose).mock.calls.map(([, , choice]) => choice)).toEqual(["on", "fire 1519"]);
    battle.rolls.close();
  });

  it("takes the question away when it lasts", async () => {
    vi.useFakeTimers();
    await battle.choose("fire 1519");
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(battle.shown?.view.decision).toBeNull();
    expect(battle.yours).toBe(false);
    host.pending = { ...host.pending, links: [] };
    host.view = view(["done"]);
    host.number += 1;
    await battle.refresh();
    expect(battle.busy).toBe(false);
    expect(battle.yours).toBe(true);
  });
});

describe("the live line", () => {
  it("knows better than an answer that was on its way", async () => {
    vi.spyOn(api, "moment").mockImplementation(async () => {
      const stale = host.moment(host.number);
      host.number += 1;
      tell(host.moment(host.number - 1));
      return stale;
    });
    await battle.refresh();
    expect(battle.live?.number).toBe(5);
  });
});

describe("the end", () => {
  it("is final: nothing that comes late undoes it", async () => {
    vi.spyOn(api, "abandon").mockImplementation(async () => ({ ...host.moment(host.number), abandoned: "union" }));
    const undo = vi.spyOn(api, "undo");
    await battle.abandon();
    expect(battle.over).toBe(true);
    await battle.refresh(); // this host still says that the battle goes on
    expect(battle.over).toBe(true);
    await battle.undo();
    expect(undo).not.toHaveBeenCalled();
  });
});

describe("undo and redo", () => {
  it("says again what was undone", async () => {
    await battle.choose("one");
    await battle.choose("two");
    await battle.undo();
    await battle.undo();
    expect(battle.redoes).toBe("one");
    await battle.redo();
    await battle.redo();
    expect(battle.redoes).toBeNull();
    expect(host.said).toEqual(["one", "two", "one", "two"]);
  });

  it("has nothing to redo after another choice", async () => {
    await battle.choose("one");
    await battle.undo();
    await battle.choose("other");
    expect(battle.redoes).toBeNull();
    await battle.redo();
    expect(host.said).toEqual(["one", "other"]);
  });

  it("keeps what may be redone when a choice is refused", async () => {
    await battle.choose("one");
    await battle.undo();
    await battle.choose("nonsense");
    expect(battle.refusal).toEqual({ rule: "s:1", why: "there is no such choice" });
    expect(battle.redoes).toBe("one");
  });
});

describe("back to here", () => {
  it("goes back at once where nobody has to agree", async () => {
    const asked = vi.spyOn(api, "takeBack").mockImplementation((_, to) => host.back(to));
    await battle.takeBack(2);
    expect(asked).toHaveBeenCalledWith("token", 2);
    expect(battle.live?.number).toBe(2);
    expect(battle.log.map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  it("waits for the other player, and goes when they agree", async () => {
    vi.spyOn(api, "takeBack").mockImplementation(async (_, to) => {
      host.pending = { take_back: to, by: "union", seats: [], links: [], failure: null };
      return host.moment(host.number);
    });
    const agreed = vi.spyOn(api, "consent").mockImplementation(async () => host.back(2));
    await battle.takeBack(2);
    expect(battle.live?.pending).toMatchObject({ take_back: 2, by: "union" });
    expect(battle.live?.number).toBe(4);
    expect(battle.log).toHaveLength(5);
    await battle.consent(true);
    expect(agreed).toHaveBeenCalledWith("token", 2, true);
    expect(battle.live?.number).toBe(2);
    expect(battle.log).toHaveLength(3);
  });

  it("comes back from the past to the present", async () => {
    vi.spyOn(api, "takeBack").mockImplementation((_, to) => host.back(to));
    vi.spyOn(api, "moment").mockImplementation(async (_, at) => ({ ...host.moment(), number: at ?? host.number }));
    await battle.goTo(3);
    expect(battle.past?.number).toBe(3);
    await battle.takeBack(2);
    expect(battle.past).toBeNull();
  });
});

describe("units with a front", () => {
  const facing = { degrees: 0, arc: 180 };
  const units = { "13us-a": { facing }, "13us-b": { facing } };
  const stacks = [
    { hex: "1620", side: "union", units: ["13us-a", "13us-b"] },
    { hex: "1820", side: "union", units: ["8mo-a"] },
  ];
  const reach = { move: { "1621": 1, "1622": 2 }, before: {}, fire: {}, command: [], prospect: null, orders: [] };
  /** The next moment shows this. */
  const show = async (choices: string[], inHand: string[] = []): Promise<void> => {
    host.view = view(choices, { units, stacks, hand: inHand });
    await battle.choose("on");
    host.said = [];
    await vi.waitFor(() => expect(battle.live?.number).toBe(host.number));
  };

  beforeEach(() => {
    vi.spyOn(api, "reach").mockResolvedValue(reach);
  });

  it("go where they are sent", async () => {
    await show(["move 13us-a", "move 13us-b", "done"]);
    await hand.press("1620", true);
    expect(hand.picked).toEqual(["13us-a", "13us-b"]);
    await hand.press("1622", true);
    expect(host.said).toEqual(["move 13us-a 13us-b 1622"]);
  });

  it("are taken in hand together", async () => {
    await show(["move 13us-a", "move 13us-b", "done"]);
    await hand.press("1620", true);
    await hand.takeUp();
    expect(host.said).toEqual(["move 13us-a 13us-b"]);
  });

  it("go on as far as they can, and offer their facings", async () => {
    await show(["to 1621", "face NE", "stop"], ["13us-a"]);
    await vi.waitFor(() => expect(hand.reach).toBe(reach));
    expect(hand.handHex).toBe("1620");
    expect([...hand.faces.keys()]).toEqual([60]);
    expect(hand.lit.has("1622")).toBe(true);
    await hand.press("1622", true);
    expect(host.said).toEqual(["to 1622"]);
  });

  it("are put down by a click on another stack", async () => {
    await show(["to 1621", "stop"], ["13us-a"]);
    await vi.waitFor(() => expect(hand.reach).toBe(reach));
    host.view = view(["move 8mo-a", "done"], { units, stacks });
    await hand.press("1820", true);
    expect(host.said).toEqual(["stop"]);
    expect(hand.picked).toEqual(["8mo-a"]);
  });

  it("attack whole, or one by one", async () => {
    await show(["melee 1519", "done"]);
    vi.spyOn(api, "odds").mockRejectedValue(new Error("no odds"));
    await hand.press("1519", true);
    expect(hand.aim).toMatchObject({ text: "melee 1519 all", singly: "melee 1519", saying: "Label of melee 1519" });
  });
});

describe("the next that may still go", () => {
  const move = (unit: string, text = `move ${unit}`): Offer => ({
    ...offer(text),
    units: [unit],
    sends: "move {units} {hex}",
  });

  it("is picked even while another is on the move, which stops first", async () => {
    const told = facts({ hand: ["13us-a"], units: {} });
    host.view = { ...view([]), facts: told };
    host.view.decision!.choices = [
      { ...offer("to 1720"), hexes: ["1720"], sends: "to {hex}" },
      { ...offer("stop"), ends: "act" },
    ];
    await battle.refresh();
    vi.spyOn(api, "reach").mockResolvedValue({
      move: {},
      before: {},
      fire: {},
      command: [],
      prospect: null,
      orders: [],
    });
    vi.spyOn(api, "choose").mockImplementation(async (_, at, choice) => {
      host.view = { ...view([]), facts: facts({ hand: [] }) };
      host.view.decision!.choices = [move("36ms-a")];
      return host.choose(at, choice);
    });
    expect(await hand.step(1)).toBe("1519");
    expect(host.said).toEqual(["stop"]);
    expect(hand.picked).toEqual(["36ms-a"]);
    expect([hand.left, hand.kind]).toEqual([1, "stack"]);
  });
});
