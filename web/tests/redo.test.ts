import { describe, expect, it } from "vitest";
import { chose, NOTHING, redoable, wentBack } from "../src/redo";

const two = chose(chose(NOTHING, 5, "move a 1111"), 8, "move b 2222");

describe("redo", () => {
  it("has nothing to say before anything was undone", () => {
    expect(redoable(two, 12)).toBeNull();
    expect(redoable(wentBack(NOTHING, 3), 3)).toBeNull();
  });

  it("says the gestures again, the last undone first", () => {
    const back = wentBack(wentBack(two, 8), 5);
    expect(redoable(back, 5)).toBe("move a 1111");
    const once = chose(back, 5, "move a 1111");
    expect(redoable(once, 8)).toBe("move b 2222");
    expect(redoable(chose(once, 8, "move b 2222"), 12)).toBeNull();
  });

  it("forgets when something else is chosen", () => {
    const other = chose(wentBack(wentBack(two, 8), 5), 5, "done");
    expect(redoable(other, 6)).toBeNull();
    expect(redoable(other, 8)).toBeNull();
  });

  it("waits for the number it was said at", () => {
    expect(redoable(wentBack(two, 8), 9)).toBeNull();
  });

  it("forgets when the battle goes back further than one gesture", () => {
    const far = wentBack(two, 3);
    expect(far).toEqual(NOTHING);
  });

  it("can undo and redo again and again", () => {
    let memory = two;
    for (let i = 0; i < 3; i++) {
      memory = wentBack(memory, 8);
      expect(redoable(memory, 8)).toBe("move b 2222");
      memory = chose(memory, 8, "move b 2222");
    }
  });
});
