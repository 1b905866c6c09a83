import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Battle } from "../src/battle.svelte";
import { Looking } from "../src/looking.svelte";
import { api } from "../src/socket";
import { moment, view } from "./fixture";
import type { Moment } from "../src/types";

const here: Moment = { ...moment(4, 4, []), view: view(["fire 1519", "done"]) };
let battle: Battle;
let looking: Looking;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, "odds").mockResolvedValue({ outcomes: [], ledger: [], rules: [], shots: [], sampled: 0 });
  battle = new Battle("token");
  battle.live = here;
  looking = new Looking(battle);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("asks for the odds of what is pointed at a moment later, of the last only", async () => {
  looking.consider("fire 1519");
  looking.consider("done");
  await vi.runAllTimersAsync();
  expect(vi.mocked(api.odds).mock.calls).toEqual([["token", "done"]]);
});

it("asks for no odds of what was chosen before it could ask", async () => {
  vi.spyOn(api, "choose").mockImplementation(() => new Promise(() => undefined));
  looking.consider("fire 1519");
  void battle.choose("fire 1519");
  await vi.runAllTimersAsync();
  expect(api.odds).not.toHaveBeenCalled();
});

it("asks for no odds of a moment that is gone", async () => {
  vi.spyOn(api, "choose").mockResolvedValue({ ...here, number: 5 });
  vi.spyOn(api, "whole").mockResolvedValue({ ...here, after: -1 });
  looking.consider("fire 1519");
  await battle.choose("done");
  await vi.runAllTimersAsync();
  expect(api.odds).not.toHaveBeenCalled();
});

it("puts the line of sight away before the tool", () => {
  looking.tool = "sight";
  void looking.look("1519", "1519");
  expect([looking.putAway(), looking.sight, looking.tool]).toEqual([true, null, "sight"]);
  expect([looking.putAway(), looking.tool]).toEqual([true, "choose"]);
  expect(looking.putAway()).toBe(false);
});
