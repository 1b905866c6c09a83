import { describe, expect, it } from "vitest";
import { advance, isBeyond, isDone, type Seen, type Tool } from "../src/teach/lesson";
import { schoolBattle } from "../src/teach/lessons";
import type { Entry, Facts, Lesson, LessonStep as Step } from "../src/types";
import { entry, moment, system, statics, view } from "./fixture";
import raw from "./lesson.json";

const lesson = raw as unknown as Lesson;

interface Scene {
  turn?: number;
  phase?: string;
  assault?: number;
  choices?: string[];
  log?: Entry[];
  tried?: Tool[];
}

/** A moment of the script. */
function scene({ turn = 1, phase = "I", assault = 1, choices = ["done"], log = [], tried = [] }: Scene): Seen {
  const facts: Partial<Facts> & { assault: number } = { turn, phase, assault };
  return {
    moment: { ...moment(9, 9, []), view: view(choices, facts) },
    log,
    phases: statics.phases,
    lesson,
    tried: new Set(tried),
    since: 0,
  };
}

const setUp = (more: Scene = {}): Seen =>
  scene({ turn: 0, phase: "", choices: ["option 1", "option 2", "historical"], ...more });
const { steps } = lesson;
const title = (at: number): string => steps[at]!.title;

describe("a place in the battle", () => {
  it("comes after the set-up, phase by phase and turn by turn", () => {
    expect(isBeyond(setUp(), "set-up")).toBe(false);
    expect(isBeyond(scene({ phase: "I" }), "set-up")).toBe(true);
    expect(isBeyond(scene({ phase: "III" }), { turn: 1, phase: "III" })).toBe(false);
    expect(isBeyond(scene({ phase: "V" }), { turn: 1, phase: "III" })).toBe(true);
    expect(isBeyond(scene({ turn: 2, phase: "I" }), { turn: 1, phase: "XII" })).toBe(true);
    expect(isBeyond(scene({ assault: 2, turn: 1, phase: "I" }), { turn: 8, phase: "XII" })).toBe(true);
    expect(
      isBeyond(
        { ...scene({ assault: 2, turn: 1, phase: "I" }), lesson: { ...lesson, counts: ["turn"] } },
        { turn: 8, phase: "XII" },
      ),
    ).toBe(false);
  });

  it("comes after the whole turn where no phase is named", () => {
    expect(isBeyond(scene({ phase: "XII" }), { turn: 1 })).toBe(false);
    expect(isBeyond(scene({ turn: 2, phase: "I" }), { turn: 1 })).toBe(true);
  });

  it("belongs to the reader where each side has all the phases", () => {
    const turns = { ...lesson, counts: ["turn"], side: "union", player_turns: ["confederate", "union"] };
    const at = (phasing: string, phase: string): Seen => {
      const seen = scene({ phase });
      const facts = { ...seen.moment.view.facts, phasing };
      return { ...seen, lesson: turns, moment: { ...seen.moment, view: { ...seen.moment.view, facts } } };
    };
    expect(isBeyond(at("confederate", "XII"), { turn: 1, phase: "I" })).toBe(false);
    expect(isBeyond(at("union", "I"), { turn: 1, phase: "I" })).toBe(false);
    expect(isBeyond(at("union", "III"), { turn: 1, phase: "I" })).toBe(true);
  });
});

describe("a step", () => {
  const step = (more: Partial<Step>): Step => ({
    title: "",
    say: [],
    now: "",
    rules: [],
    example: null,
    samples: [],
    points: null,
    done: [],
    until: null,
    ...more,
  });

  it("is done by a tool that was tried, a line of the log, or a question", () => {
    expect(isDone(step({ done: [{ tried: "sight" }] }), scene({ tried: ["sight"] }))).toBe(true);
    expect(isDone(step({ done: [{ tried: "sight" }] }), scene({ tried: ["odds"] }))).toBe(false);
    const moved = { ...entry(1), kind: "Moved", side: "confederate" };
    expect(isDone(step({ done: [{ logged: "Moved" }] }), scene({ log: [moved] }))).toBe(true);
    expect(isDone(step({ done: [{ logged: "Moved", by: "union" }] }), scene({ log: [moved] }))).toBe(false);
    expect(isDone(step({ done: [{ asked: "fire" }] }), scene({ choices: ["fire 1519", "done"] }))).toBe(true);
    expect(isDone(step({ done: [{ asked: "fire" }] }), scene({ choices: ["done"] }))).toBe(false);
  });

  it("is not done by what was logged before it was reached", () => {
    const moved = { ...entry(3), kind: "Moved" };
    const march = step({ done: [{ logged: "Moved" }] });
    expect(isDone(march, { ...scene({ log: [moved] }), since: 2 })).toBe(true);
    expect(isDone(march, { ...scene({ log: [moved] }), since: 3 })).toBe(false);
    // The second of two steps that wait for the same waits for it anew.
    expect(advance([march, march, step({})], 0, scene({ log: [moved] }))).toBe(1);
  });

  it("is over when the battle has gone on, whatever was done", () => {
    expect(isDone(step({ until: { turn: 1, phase: "I" }, done: [{ tried: "why" }] }), scene({ phase: "III" }))).toBe(
      true,
    );
  });

  it("stays when nothing can end it but the reader", () => {
    expect(isDone(step({}), scene({ turn: 8, phase: "XII" }))).toBe(false);
  });
});

describe("the first turn at the Stockade Redan", () => {
  const moved: Entry = { ...entry(20), kind: "Moved" };
  const fired: Entry = { ...entry(90), kind: "Fired" };

  it("goes with the battle", () => {
    let at = 0;
    const told: string[] = [title(at)];
    const play = (seen: Seen): void => {
      at = advance(steps, at, seen);
      told.push(title(at));
    };
    const read = (): void => {
      at += 1;
      told.push(title(at));
    };
    play(scene({ phase: "I", choices: ["plot 1420"] }));
    play(scene({ phase: "III", choices: ["call-off 1519", "done"] }));
    play(scene({ phase: "V", choices: ["chaos 1017", "done"] }));
    play(scene({ phase: "VII", choices: ["move 13us-a", "done"] }));
    read();
    play(scene({ phase: "VII", log: [moved] }));
    read();
    read();
    read();
    play(scene({ phase: "X", log: [moved] }));
    play(scene({ turn: 2, phase: "I", choices: ["plot 1420"], log: [moved] }));
    play(scene({ turn: 3, phase: "IX", choices: ["fire 1519", "done"], log: [moved] }));
    play(scene({ turn: 3, phase: "IX", choices: ["done"], log: [moved, fired] }));
    expect(told).toEqual([
      "What you are here for",
      "Phase I: aim beside, not at",
      "Phase III: call it off, or let it fall",
      "Phase V: Chaos of War",
      "The log keeps the sums",
      "Phase VII: march",
      "Why not?",
      "Bridges over the ditch",
      "What can see what",
      "Spread out, then end the phase",
      "Phases VIII to XII",
      "The turn is done",
      "Fire",
      "That is the game",
    ]);
  });

  it("waits in the set-up for what the reader does", () => {
    expect(isDone(steps[1]!, setUp())).toBe(false);
    expect(isDone(steps[1]!, setUp({ tried: ["rule"] }))).toBe(true);
    expect(advance(steps, 1, setUp({ tried: ["rule"] }))).toBe(1);
  });

  it("catches up with a battle that has gone on without it", () => {
    expect(title(advance(steps, 0, scene({ turn: 2, phase: "V" })))).toBe("The turn is done");
  });

  it("passes over the bombardment where the batteries came down to fire", () => {
    expect(title(advance(steps, 0, scene({ phase: "V" })))).toBe("Phase V: Chaos of War");
  });

  it("never goes beyond its last step", () => {
    expect(advance(steps, steps.length - 1, scene({ turn: 8, phase: "XII", log: [fired] }))).toBe(steps.length - 1);
  });

  it("is told in a battle of the Union against the computer, always the same", () => {
    const battle = schoolBattle(lesson, system({ slug: "stockade_redan", sides: ["union", "confederate"] }));
    expect(battle.seats.union?.who).toBe("me");
    expect(battle.seats.confederate?.who).toBe("computer");
    expect(battle.seed).toBe(lesson.seed);
    expect(battle.scenario).toBe("first");
    expect(schoolBattle({ ...lesson, scenario: "second" }, system({})).scenario).toBe("second");
  });
});
