/** Keys, and what they do. */

export type Command =
  | "next"
  | "previous"
  | "choose"
  | "back"
  | "done"
  | "firers"
  | "undo"
  | "odds"
  | "why"
  | "sight"
  | "reach"
  | "fan"
  | "hide"
  | "text"
  | "log"
  | "in"
  | "out"
  | "whole"
  | "earlier"
  | "later"
  | "play";

export const KEYS: readonly { key: string; command: Command; meaning: string }[] = [
  { key: "Tab", command: "next", meaning: "next choice on the map" },
  { key: "Enter", command: "choose", meaning: "choose" },
  { key: "Escape", command: "back", meaning: "back" },
  { key: "d", command: "done", meaning: "done or pass" },
  { key: "c", command: "firers", meaning: "choose who fires" },
  { key: "u", command: "undo", meaning: "undo" },
  { key: "o", command: "odds", meaning: "odds of the hex pointed at" },
  { key: "?", command: "why", meaning: "why not this hex" },
  { key: "l", command: "sight", meaning: "line of sight" },
  { key: "r", command: "reach", meaning: "reach of the unit pointed at" },
  { key: "f", command: "fan", meaning: "fan the stack out" },
  { key: "h", command: "hide", meaning: "hide counters" },
  { key: "t", command: "text", meaning: "text board" },
  { key: "g", command: "log", meaning: "go to the log" },
  { key: "+", command: "in", meaning: "zoom in" },
  { key: "-", command: "out", meaning: "zoom out" },
  { key: "0", command: "whole", meaning: "the whole map" },
  { key: "[", command: "earlier", meaning: "one moment back" },
  { key: "]", command: "later", meaning: "one moment on" },
  { key: " ", command: "play", meaning: "play the battle on from here" },
];

const COMMANDS = new Map(KEYS.map(({ key, command }) => [key, command]));

export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export function commandOf(press: Press): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === "Tab") return press.shiftKey ? "previous" : "next";
  if (press.key === "=") return "in";
  return COMMANDS.get(press.key.length === 1 ? press.key.toLowerCase() : press.key) ?? null;
}
