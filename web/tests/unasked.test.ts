import { beforeEach, describe, expect, it, vi } from "vitest";
import { Unasked } from "../src/unasked.svelte";
import type { Battle } from "../src/battle.svelte";
import { moment, view } from "./fixture";
import type { Moment } from "../src/types";

/** A battle of which each moment may have one sensible answer. */
class Stub {
  live = moment(4, 4, []);
  past: Moment | null = null;
  busy = false;
  yours = true;
  said: string[] = [];
  undone = 0;

  now(number: number, sensible: string, undo = true): this {
    const decision = { ...view([]).decision!, sensible };
    this.live = { ...moment(number, number, []), view: { ...view([]), decision }, undo };
    return this;
  }

  async choose(text: string): Promise<void> {
    this.said.push(text);
  }

  async undo(): Promise<void> {
    this.undone += 1;
  }
}

let stub: Stub;
let unasked: Unasked;
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  stub = new Stub();
  unasked = new Unasked(stub as unknown as Battle);
});

describe("questions with only one sensible answer", () => {
  it("are answered without asking", () => {
    stub.now(4, "done");
    unasked.see();
    stub.now(5, "");
    unasked.see();
    expect(stub.said).toEqual(["done"]);
  });

  it("are asked of whoever wants to be asked everything, in later battles too", () => {
    unasked.askAll(true);
    stub.now(4, "done");
    unasked.see();
    expect(stub.said).toEqual([]);
    expect(new Unasked(stub as unknown as Battle).all).toBe(true);
  });

  it("wait while something is on its way, while the past is shown and while another is asked", () => {
    const changes: Partial<Stub>[] = [{ busy: true }, { past: moment(1, 1, []) }, { yours: false }];
    for (const change of changes) {
      const other = new Stub().now(4, "done");
      Object.assign(other, change);
      new Unasked(other as unknown as Battle).see();
      expect(other.said).toEqual([]);
    }
  });

  it("are undone together with what was chosen before them", () => {
    stub.now(4, "");
    unasked.see();
    stub.now(5, "draw");
    unasked.see();
    stub.now(6, "");
    unasked.see();
    stub.now(5, "draw");
    unasked.see();
    expect(stub.undone).toBe(1);
    expect(stub.said).toEqual(["draw"]);
    stub.now(4, "");
    unasked.see();
    stub.now(5, "draw");
    unasked.see();
    expect(stub.said).toEqual(["draw", "draw"]);
  });

  it("are asked of whoever went back to them", () => {
    stub.now(5, "draw");
    unasked.see();
    stub.now(6, "");
    unasked.see();
    stub.now(5, "draw", false);
    unasked.see();
    unasked.see();
    expect(stub.said).toEqual(["draw"]);
    expect(stub.undone).toBe(0);
  });
});
