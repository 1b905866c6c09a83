import { expect, test } from "vitest";
import type { RunFacts, SystemFacts } from "../src/types";
import { isOver, progress, score, usualLevel } from "../src/lab/watching";

const run: RunFacts = {
  id: "x",
  title: "The drill: 1 (union) against 1 (confederate)",
  state: "playing",
  games: 20,
  played: 12,
  won: { union: 7, confederate: 4 },
  drawn: 1,
  failed: 0,
  fault: "",
  report: false,
};

test("a run says how far it is", () => {
  expect(progress(run)).toBe("12 of 20 battles");
  expect(isOver(run)).toBe(false);
  const ended: RunFacts = { ...run, state: "done", played: 20 };
  expect(progress(ended)).toBe("20 battles, all played");
  expect(isOver(ended)).toBe(true);
  expect(progress({ ...run, state: "failed", fault: "no disk" })).toBe("Failed after 12 of 20 battles: no disk");
  expect(progress({ ...run, state: "waiting" })).toMatch(/^Waiting/);
  expect(progress({ ...run, state: "stopped" })).toBe("Stopped after 12 of 20 battles");
});

test("a run says who wins", () => {
  expect(score(run)).toBe("Union 7, Confederate 4, drawn 1");
});

test("the regular plays where there is one", () => {
  expect(usualLevel({ levels: ["recruit", "regular", "veteran"] } as unknown as SystemFacts)).toBe(2);
  expect(usualLevel({ levels: ["easy", "hard"] } as unknown as SystemFacts)).toBe(2);
});
