import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { recall, recallAs, remember } from "../src/storage";

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("what is kept comes back, and what is none does not", () => {
  expect(recall("a")).toBeNull();
  remember("a", "dark");
  expect(recall("a")).toBe("dark");
  remember("b", JSON.stringify({ name: "Hill" }));
  expect(recallAs("b", {})).toEqual({ name: "Hill" });
});

test("what cannot be read, or is of another shape, is nothing", () => {
  for (const text of ["{", "null", "7", "[]"]) {
    remember("a", text);
    expect(recallAs("a", { name: "" })).toEqual({ name: "" });
  }
  remember("a", "{}");
  expect(recallAs("a", ["none"])).toEqual(["none"]);
});

test("a browser that keeps nothing remembers for this visit", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
  expect(recall("barred")).toBeNull();
  remember("barred", '["dark"]');
  expect(recallAs<string[]>("barred", [])).toEqual(["dark"]);
});
