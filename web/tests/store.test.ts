import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../src/socket";
import { Table } from "../src/store.svelte";
import type { Moment } from "../src/types";
import { entry, moment, table as statics } from "./fixture";

/** A server with a battle of numbered lines, where every choice is one decision. */
class Host {
  number = 4;
  said: string[] = [];
  pending: Moment["pending"] = { take_back: null, by: null, seats: [] };

  moment(after = -1): Moment {
    const log = Array.from({ length: this.number + 1 }, (_, i) => entry(i)).filter(({ number }) => number > after);
    return { ...moment(this.number, after, log), undo: true, pending: this.pending };
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
    this.pending = { take_back: null, by: null, seats: [] };
    return this.moment(to);
  }
}

let host: Host;
let table: Table;

beforeEach(async () => {
  host = new Host();
  vi.stubGlobal("location", { protocol: "http:", host: "h" });
  vi.stubGlobal("WebSocket", class {});
  vi.spyOn(api, "enter").mockImplementation(async () => host.moment());
  vi.spyOn(api, "table").mockResolvedValue(statics);
  vi.spyOn(api, "moment").mockImplementation(async () => host.moment());
  vi.spyOn(api, "choose").mockImplementation((_, at, choice) => host.choose(at, choice));
  vi.spyOn(api, "undo").mockImplementation(() => host.back(host.number - 1));
  table = new Table("token");
  await table.open(null);
});

describe("undo and redo", () => {
  it("says again what was undone", async () => {
    await table.choose("one");
    await table.choose("two");
    await table.undo();
    await table.undo();
    expect(table.redoes).toBe("one");
    await table.redo();
    await table.redo();
    expect(table.redoes).toBeNull();
    expect(host.said).toEqual(["one", "two", "one", "two"]);
  });

  it("has nothing to redo after another choice", async () => {
    await table.choose("one");
    await table.undo();
    await table.choose("other");
    expect(table.redoes).toBeNull();
    await table.redo();
    expect(host.said).toEqual(["one", "other"]);
  });

  it("keeps what may be redone when a choice is refused", async () => {
    await table.choose("one");
    await table.undo();
    await table.choose("nonsense");
    expect(table.refusal).toEqual({ rule: "s:1", why: "there is no such choice" });
    expect(table.redoes).toBe("one");
  });
});

describe("back to here", () => {
  it("goes back at once where nobody has to agree", async () => {
    const asked = vi.spyOn(api, "takeBack").mockImplementation((_, to) => host.back(to));
    await table.takeBack(2);
    expect(asked).toHaveBeenCalledWith("token", 2);
    expect(table.live?.number).toBe(2);
    expect(table.log.map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  it("waits for the other player, and goes when they agree", async () => {
    vi.spyOn(api, "takeBack").mockImplementation(async (_, to) => {
      host.pending = { take_back: to, by: "union", seats: [] };
      return host.moment(host.number);
    });
    vi.spyOn(api, "consent").mockImplementation(async () => host.back(2));
    await table.takeBack(2);
    expect(table.live?.pending).toMatchObject({ take_back: 2, by: "union" });
    expect(table.live?.number).toBe(4);
    expect(table.log).toHaveLength(5);
    await table.consent(true);
    expect(table.live?.number).toBe(2);
    expect(table.log).toHaveLength(3);
  });

  it("comes back from the past to the present", async () => {
    vi.spyOn(api, "takeBack").mockImplementation((_, to) => host.back(to));
    vi.spyOn(api, "moment").mockImplementation(async (_, at) => ({ ...host.moment(), number: at ?? host.number }));
    await table.goTo(3);
    expect(table.past?.number).toBe(3);
    await table.takeBack(2);
    expect(table.past).toBeNull();
  });
});
