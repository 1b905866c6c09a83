/** Keys, and what they do. */

export type Command =
  | "next"
  | "previous"
  | "choose"
  | "escape"
  | "end"
  | "firers"
  | "fewer"
  | "more"
  | "sweep"
  | "undo"
  | "redo"
  | "odds"
  | "advice"
  | "why"
  | "sight"
  | "reach"
  | "fan"
  | "hide"
  | "text"
  | "log"
  | "find"
  | "unmoved"
  | "unmovedBefore"
  | "formation"
  | "stand"
  | "onward"
  | "repeat"
  | "closer"
  | "farther"
  | "whole"
  | "earlier"
  | "later"
  | "play";

export const KEYS: readonly { key: string; command: Command; meaning: string }[] = [
  { key: "Tab", command: "next", meaning: "next choice on the map" },
  { key: "Enter", command: "choose", meaning: "choose" },
  { key: "Escape", command: "escape", meaning: "cancel, step by step" },
  { key: "d", command: "end", meaning: "done or pass" },
  { key: "c", command: "firers", meaning: "choose who fires or attacks" },
  { key: "<", command: "fewer", meaning: "one fires less" },
  { key: ">", command: "more", meaning: "one fires more" },
  { key: "v", command: "sweep", meaning: "fire at every target in turn, with as many as are enough" },
  { key: "u", command: "undo", meaning: "undo (also Ctrl+Z)" },
  { key: "Shift+u", command: "redo", meaning: "redo (also Shift+Z, Ctrl+Y)" },
  { key: "o", command: "odds", meaning: "odds of the hex pointed at" },
  { key: "a", command: "advice", meaning: "what the computer would do here" },
  { key: "?", command: "why", meaning: "why not this hex" },
  { key: "l", command: "sight", meaning: "line of sight" },
  { key: "r", command: "reach", meaning: "reach of the unit pointed at" },
  { key: "f", command: "fan", meaning: "fan out the stack; with units in hand: turn, then W E D S A Q" },
  { key: "h", command: "hide", meaning: "hide counters" },
  { key: "t", command: "text", meaning: "text board" },
  { key: "g", command: "log", meaning: "go to the log; once more, and it takes the panel or gives it back" },
  { key: "/", command: "find", meaning: "find in the log" },
  { key: "n", command: "unmoved", meaning: "next stack or target that is left; in a lesson, its next step" },
  { key: "Shift+n", command: "unmovedBefore", meaning: "the stack before that" },
  { key: "b", command: "formation", meaning: "from the stack to its brigade, division, army" },
  { key: "s", command: "stand", meaning: "those picked stand where they are this phase" },
  { key: "Shift+Enter", command: "onward", meaning: "march there, and on in later turns until stopped" },
  { key: ".", command: "repeat", meaning: "the last order again, for those picked" },
  { key: "+", command: "closer", meaning: "zoom in" },
  { key: "-", command: "farther", meaning: "zoom out" },
  { key: "0", command: "whole", meaning: "the whole map" },
  { key: "[", command: "earlier", meaning: "one moment back" },
  { key: "]", command: "later", meaning: "one moment forward" },
  { key: " ", command: "play", meaning: "play the battle forward from here" },
];

const COMMANDS = new Map(KEYS.map(({ key, command }) => [key, command]));
/** Keys that other programs use for the same. */
const CHORDS: ReadonlyMap<string, Command> = new Map([
  ["z", "undo"],
  ["y", "redo"],
  ["Shift+z", "redo"],
]);

export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export function commandOf(press: Press): Command | null {
  if (press.altKey) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const shifted = press.shiftKey ? `Shift+${key}` : key;
  if (press.ctrlKey || press.metaKey) return CHORDS.get(shifted) ?? null;
  if (press.key === "Tab") return press.shiftKey ? "previous" : "next";
  if (press.key === "=") return "closer";
  if (shifted === "Shift+z") return "redo";
  return COMMANDS.get(shifted) ?? COMMANDS.get(key) ?? null;
}
