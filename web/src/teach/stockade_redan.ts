/** The first turn at the Stockade Redan, for the Union player. The sums are those the rulebook works through. */

import type { Lesson } from "./lesson";

const rule = (section: string): string => `stockade_redan:${section}`;
const phase = (number: string): { turn: number; phase: string } => ({ turn: 1, phase: number });

export const STOCKADE_REDAN: Lesson = {
  system: "stockade_redan",
  side: "union",
  // Confederate morale comes out as 2, as in the rulebook's example of Chaos of War.
  seed: 3,
  steps: [
    {
      title: "What you are here for",
      say: [
        "You lead the Union. Take every hex of the wall, the redan, and hold them all at the end of a turn. You have eight turns, and a second assault if the first fails.",
        "A hex is named by its column and its row: 1519 is column 15, row 19, the point of the redan.",
      ],
      samples: [{ words: "Show 1519", hex: "1519" }],
      rules: [rule("4.2.1"), rule("2.2.6")],
      until: "set-up",
    },
    {
      title: "One question at a time",
      say: ["The box above the map asks one thing, and only what is lit or on its buttons can be chosen. The number beside it is the rule that asks."],
      now: "Open the rule number beside the question.",
      points: "question",
      done: [{ tried: "rule" }],
      until: "set-up",
    },
    {
      title: "Set up",
      say: [
        "Option 1 leaves the five batteries on their hills to bombard. Option 2 brings them down to fire with the infantry, and gives up the bombardment.",
        "The historical set-up takes Option 1 and places every company for you. The Confederates are in their works already; a ? is a stack you may not look into yet.",
      ],
      now: "Press “Historical set-up”.",
      rules: [rule("3.1.3.2"), rule("6.4.1")],
      points: "answers",
      until: "set-up",
    },
    {
      title: "Phase I: aim beside, not at",
      say: ["You place six bombardment markers. Before they strike, each moves one hex, by a die, so none ever hits the hex you name. Pick hexes with defenders all round."],
      example: {
        title: "A marker scatters",
        lines: [
          { words: "plotted on", value: "1504" },
          { words: "the die says 2: north-east", value: "2" },
          { words: "it comes down on", value: "1604" },
        ],
        rule: rule("8.4.4"),
      },
      samples: [{ words: "A good aim: 1420", hex: "1420" }],
      now: "Choose a hex inside the redan. Until the last of the six, Undo takes a marker back: no die has rolled.",
      rules: [rule("8.3.1"), rule("8.4.1")],
      points: "undo",
      until: phase("I"),
    },
    {
      title: "Phase III: call off, or let it come",
      say: [
        "Markers that came down on nobody are gone. Any other may be called off, for one die each: 1 to 3 removes it.",
        "The rest strike with 12. Divide by the defence of the hex, drop the fraction: 12 to 12 on the wall is 1 to 1, and each piece there is lost on a 1.",
      ],
      now: "Call off what would hit your own men. Done lets the others strike.",
      rules: [rule("8.4.5"), rule("8.4.8")],
      points: "answers",
      until: phase("III"),
    },
    {
      title: "Phase V: Chaos of War",
      say: ["A die says how many enemy hexes you may throw into disorder, changed by Confederate morale. Units there neither move nor fire this turn. An officer in the hex keeps it safe, and you learn of him only by trying."],
      example: {
        title: "Morale 2: how many markers",
        lines: [
          { words: "Union die 5, and 1 for their low morale", value: "6" },
          { words: "Confederate die 6, less 1 for the same", value: "5" },
        ],
        rule: rule("9.0.6"),
      },
      now: "Strike stacks behind the wall where you mean to go over it, then Done.",
      rules: [rule("9.1.1"), rule("9.2.3")],
      points: "answers",
      until: phase("V"),
    },
    {
      title: "The log keeps the sums",
      say: ["Every line of the log opens: its arithmetic, its dice, its rules. “See it” shows the table as it was then, “Back to here” takes the battle back."],
      now: "Open the line of a bombardment, or of your Chaos of War.",
      points: "log",
      done: [{ tried: "log" }, { logged: "Moved", by: "union" }],
      until: phase("VII"),
    },
    {
      title: "Phase VII: march",
      say: ["Choose a stack: it is picked whole and fanned out, and the hexes it can reach light up with their cost. A company has six; entering a hex of friends costs one more. Choosing the stack again leaves its last unit behind."],
      now: "Pick a stack of the 13th US and send it towards the redan.",
      rules: [rule("10.0.7"), rule("10.3.2")],
      done: [{ logged: "Moved", by: "union" }],
      until: phase("VII"),
    },
    {
      title: "Why not?",
      say: ["What is not lit tells why when you choose it, and names the rule. With the keyboard: go there and press the question mark."],
      now: "Pick a stack, then choose a hex that is not lit.",
      done: [{ tried: "why" }],
      until: phase("VII"),
    },
    {
      title: "Bridges over the ditch",
      say: [
        "Companies of the 116th and the 13th carry bridges. The ditch takes a whole move to enter. A company that begins its move there with a bridge may lay it; only over a laid bridge does anybody climb the wall.",
      ],
      example: {
        title: "May the next company carry it on?",
        lines: [
          { words: "a company drops its bridge on the way", value: "yes" },
          { words: "another takes it up in the same turn", value: "no" },
        ],
        rule: rule("10.5.14"),
      },
      rules: [rule("10.4.1"), rule("10.4.5"), rule("10.5.11")],
      until: phase("VII"),
    },
    {
      title: "What can see what",
      say: ["Fire needs a clear line. The wall hides what is behind it, yet whoever stands on it is seen from everywhere. Rising ground hides what is beyond."],
      samples: [
        { words: "1317 to 1318: on the wall", hex: "1317", to: "1318" },
        { words: "1317 to 1219: behind it", hex: "1317", to: "1219" },
        { words: "3112 to 3313: on the rise", hex: "3112", to: "3313" },
        { words: "3112 to 3414: beyond it", hex: "3112", to: "3414" },
      ],
      now: "Try these, or the sight tool: drag from hex to hex (L, then arrows, on the keyboard).",
      rules: [rule("11.6.8"), rule("11.6.9")],
      points: "sight",
      done: [{ tried: "sight" }],
      until: phase("VII"),
    },
    {
      title: "Spread out, then end the phase",
      say: ["Every unit in a hex that is fired at gets a die of its own, so full stacks die fast. Move as many stacks as you like; nobody has to move."],
      now: "When you have marched enough, Done ends the phase.",
      rules: [rule("11.4.2")],
      points: "answers",
      until: phase("VII"),
    },
    {
      title: "Phases VIII to XII",
      say: [
        "The Confederates fire, then you; then they move. The first turn is mostly out of range: infantry fires 4 hexes, guns 8. Chaos of War is cleared away, and whoever shares a hex fights hand to hand.",
        "From turn 2 on, eight Confederate markers fall on you each turn; on a 1 or 2 they stay where they are aimed.",
      ],
      rules: [rule("5.1.VIII"), rule("8.2.1"), rule("8.5.1")],
      done: [{ asked: "fire" }],
      until: phase("XII"),
    },
    {
      title: "The turn is done",
      say: ["The next goes the same way. Bring the regiments up beside one another, bridges in front. The lesson goes on with your first volley; Next reads about it now."],
      done: [{ asked: "fire" }],
    },
    {
      title: "Fire",
      say: [
        "Add the strengths of all who fire at one hex: doubled next to it, whole at two hexes, half at three, a quarter at four. Divide by the defence, drop the fraction, then shift for officers.",
        "Companies of two regiments in one hex fire as if one hex farther: a company of the 13th and one of the 8th Missouri, next to their target, count 4 and 5 undoubled, together 9.",
      ],
      example: {
        title: "30 into the ditch",
        lines: [
          { words: "fire strength", value: "30" },
          { words: "defence of a ditch", value: "8" },
          { words: "30 ÷ 8 is 3.75, fraction dropped", value: "3 : 1" },
          { words: "an officer of their own with the firers", value: "4 : 1" },
          { words: "or instead an officer in the target", value: "2 : 1" },
        ],
        rule: rule("11.2.4"),
      },
      now: "Point at a lit hex, or go there and press O: the exact odds, and every line of the sum.",
      rules: [rule("11.2.5"), rule("11.2.6"), rule("11.5.3")],
      done: [{ logged: "Fired", by: "union" }],
    },
    {
      title: "That is the game",
      say: ["The rest is judgement. Help lists every key, T turns the map into text, and the slider under the log replays the battle from any moment."],
    },
  ],
};
