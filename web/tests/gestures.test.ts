import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gestures, type Handlers } from "../src/frame/gestures";

function handlers(drags: "map" | "line" = "map") {
  return {
    drags: vi.fn<Handlers["drags"]>(() => drags),
    pan: vi.fn<Handlers["pan"]>(),
    zoom: vi.fn<Handlers["zoom"]>(),
    line: vi.fn<Handlers["line"]>(),
    tap: vi.fn<Handlers["tap"]>(),
    point: vi.fn<Handlers["point"]>(),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("one pointer", () => {
  it("taps where it hardly moves", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [100, 100], "touch");
    gestures.move(1, [106, 104], "touch");
    gestures.up(1, [106, 104]);
    expect(done.tap).toHaveBeenCalledExactlyOnceWith([106, 104], "touch", false);
    expect(done.pan).not.toHaveBeenCalled();
  });

  it("holds a mouse to less than a finger", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [100, 100], "mouse");
    gestures.move(1, [106, 104], "mouse");
    gestures.up(1, [106, 104]);
    expect(done.tap).not.toHaveBeenCalled();
    expect(done.pan).toHaveBeenCalledExactlyOnceWith(6, 4);
  });

  it("drags the map under the finger, all the way", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [0, 0], "touch");
    for (const x of [8, 20, 50]) gestures.move(1, [x, 0], "touch");
    gestures.up(1, [50, 0]);
    expect(done.pan.mock.calls.reduce((sum, [dx]) => sum + dx, 0)).toBe(50);
    expect(done.tap).not.toHaveBeenCalled();
  });

  it("points at what a resting mouse is over", () => {
    const done = handlers();
    new Gestures(done).move(1, [5, 6], "mouse");
    expect(done.point).toHaveBeenCalledExactlyOnceWith([5, 6]);
  });
});

describe("a long press", () => {
  it("reads instead of choosing, and goes on reading under the finger", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [10, 10], "touch");
    vi.advanceTimersByTime(500);
    gestures.move(1, [60, 10], "touch");
    gestures.up(1, [60, 10]);
    expect(done.point.mock.calls).toEqual([[[10, 10]], [[60, 10]]]);
    expect(done.tap).not.toHaveBeenCalled();
    expect(done.pan).not.toHaveBeenCalled();
  });

  it("is none where the finger drags first", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [10, 10], "touch");
    gestures.move(1, [60, 10], "touch");
    vi.advanceTimersByTime(500);
    expect(done.point).not.toHaveBeenCalled();
  });
});

describe("two fingers", () => {
  it("zoom by how far apart they are, and never tap", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [100, 100], "touch");
    gestures.down(2, [200, 100], "touch");
    gestures.move(2, [300, 100], "touch");
    gestures.up(2, [300, 100]);
    gestures.up(1, [100, 100]);
    expect(done.zoom).toHaveBeenCalledExactlyOnceWith(2, [150, 100]);
    expect(done.tap).not.toHaveBeenCalled();
  });

  it("leave the map to the finger that stays", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [0, 0], "touch");
    gestures.down(2, [100, 0], "touch");
    gestures.up(2, [100, 0]);
    gestures.move(1, [3, 0], "touch");
    expect(done.pan).toHaveBeenCalledExactlyOnceWith(3, 0);
  });
});

describe("the line tool", () => {
  it("draws from where the drag began", () => {
    const done = handlers("line");
    const gestures = new Gestures(done);
    gestures.down(1, [1, 1], "mouse");
    gestures.move(1, [9, 9], "mouse");
    gestures.up(1, [9, 9]);
    expect(done.line.mock.calls).toEqual([
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [9, 9],
      ],
    ]);
    expect(done.tap).not.toHaveBeenCalled();
  });
});

describe("a gesture taken away", () => {
  it("chooses nothing", () => {
    const done = handlers();
    const gestures = new Gestures(done);
    gestures.down(1, [1, 1], "touch");
    gestures.cancel(1);
    vi.advanceTimersByTime(500);
    expect(done.tap).not.toHaveBeenCalled();
    expect(done.point).not.toHaveBeenCalled();
  });
});
