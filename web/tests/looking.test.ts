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
  vi.spyOn(api, "odds").mockResolvedValue({ outcomes: [], working: [], rules: [], shots: [], sampled: 0 });
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

it("sums up what is put together as soon as dice may follow, and shows it where nothing else is pointed at", async () => {
  const odds = {
    outcomes: [],
    working: [{ value: "+12", text: "1 x 12", rule: "r" }],
    rules: [],
    shots: [],
    sampled: 0,
  };
  vi.mocked(api.odds).mockResolvedValue(odds);
  const made = view(["add hart", "resolve"]);
  made.decision!.choices[1] = { ...made.decision!.choices[1]!, ends: "act", rolls: true };
  battle.live = { ...here, number: 5, view: made };
  looking.arrive(true);
  await vi.runAllTimersAsync();
  expect(looking.shown).toEqual({ text: "resolve", odds });
  looking.consider("add hart");
  await vi.runAllTimersAsync();
  expect(looking.shown?.text).toBe("add hart");
  looking.consider(null);
  expect(looking.shown?.text).toBe("resolve");
  battle.live = here;
  looking.arrive(true);
  expect(looking.shown).toBeNull();
});
