import { describe, expect, it, vi } from "vitest";
import { shared, type Box } from "../src/ink/plane";
import { muzzles, rim } from "../src/sheet/arcs";
import { eased, engraveSheet, ruled } from "../src/sheet/ground";
import { drawRuler, drawStrips } from "../src/sheet/marks";
import { drawInches, layNames } from "../src/sheet/names";
import {
  aslant,
  cutTo,
  hasFront,
  isMarch,
  joined,
  shifted,
  towards,
  turned,
  written,
  type Draft,
  type Leg,
  type Way,
} from "../src/sheet/orders";
import { bounds, layPlates, plateWords } from "../src/sheet/plates";
import { Pump } from "../src/sheet/pump";
import {
  ahead,
  farFrom,
  inUnits,
  isInside,
  local,
  MARGIN,
  onPaper,
  onTable,
  outOf,
  read,
  said,
} from "../src/sheet/scale";
import { drawBody } from "../src/sheet/stands";
import { facing, unitWords } from "../src/sheet/text";
import { facts } from "./fixture";
import type { Body, OrderForm, Piece, SheetFacts } from "../src/types";

/** A line of stands of an inch each; x and y are the middle of its front. */
function body(x: number, y: number, heading: number, stands = 6, side = "union"): Body {
  const at = (right: number, back: number): [number, number] =>
    outOf({ x, y, heading }, [right, -back]).map(Math.round) as [number, number];
  const bases = Array.from({ length: stands }, (_, i) => {
    const left = (i - stands / 2) * 100;
    return [at(left, 0), at(left + 100, 0), at(left + 100, 75), at(left, 75)];
  });
  return { side, x, y, heading, bases, kinds: bases.map(() => "infantry"), figures: bases.map(() => 4) };
}

const piece: Piece = {
  id: "u1",
  title: "1st Brigade",
  label: "U1",
  tag: "U1",
  side: "union",
  kind: "infantry",
  group: "",
  strength: "24",
  right: "exp",
  values: [],
};

/** Where the middle of a front comes to by these legs, as the rules wheel and march. */
function after(start: Body, legs: readonly Leg[]): { x: number; y: number; heading: number } {
  let now = { x: start.x, y: start.y, heading: start.heading };
  for (const leg of legs) {
    if (leg.way === "act" || leg.way === "oblique") continue;
    if (leg.way === "ahead" || leg.way === "back") {
      const [x, y] = outOf(now, [0, leg.way === "back" ? -leg.size : leg.size]);
      now = { ...now, x, y };
    } else {
      const sign = leg.way === "left" ? -1 : 1;
      const corner: [number, number] = [sign * 300, 0];
      const [cx, cy] = outOf(now, corner);
      const heading = now.heading + sign * leg.size;
      const [fx, fy] = ahead(heading);
      now = { x: cx + sign * 300 * fy, y: cy - sign * 300 * fx, heading };
    }
  }
  return now;
}

describe("a measured table", () => {
  it("goes to paper and back", () => {
    expect(onTable(onPaper(1234, 567))).toEqual([1234, 567]);
    expect(read(said([1250, 3000]))).toEqual([1250, 3000]);
    expect(inUnits(125)).toBe("1.25");
  });

  it("sees a point as a unit sees it", () => {
    const east = { x: 1000, y: 1000, heading: 900 };
    expect(local(east, [1400, 1200]).map(Math.round)).toEqual([200, 400]);
    expect(outOf(east, [200, 400]).map(Math.round)).toEqual([1400, 1200]);
  });

  it("knows what is inside, and how far the rest is off", () => {
    const line = body(1000, 1000, 0);
    expect(isInside([1000, 1030], line.bases[3]!)).toBe(true);
    expect(farFrom(line, [1000, 1050])).toBe(0);
    expect(farFrom(line, [1000, 800])).toBe(200);
  });
});

describe("a drag", () => {
  it.each([
    [1000, 400, 0],
    [800, 500, 0],
    [1260, 420, 0],
    [1500, 900, 900],
    [1400, 1300, 900],
    [700, 1500, 1800],
  ])("to %i, %i brings the middle of the front there", (x, y, heading) => {
    const start = body(1000, 1000, heading);
    const end = after(start, towards(start, [x, y]));
    expect(Math.hypot(end.x - x, end.y - y)).toBeLessThan(8);
  });

  it("straight ahead wheels nothing, and back steps back", () => {
    expect(towards(body(1000, 1000, 0), [1001, 600])).toEqual([go("ahead", 400)]);
    expect(towards(body(1000, 1000, 0), [1000, 1150])).toEqual([go("back", 150)]);
    expect(towards(body(1000, 1000, 0), [1000, 1000])).toEqual([]);
  });

  it("aslant keeps the front, up to 45 degrees", () => {
    expect(aslant(body(1000, 1000, 0), [1100, 900], 450)).toEqual([{ way: "oblique", size: 141, angle: 450 }]);
    expect(aslant(body(1000, 1000, 0), [700, 950], 450)).toEqual([{ way: "oblique", size: 424, angle: -450 }]);
    expect(aslant(body(1000, 1000, 0), [1000, 700], 450)).toEqual([go("ahead", 300)]);
  });

  it("aslant goes no wider than the rules allow", () => {
    expect(aslant(body(1000, 1000, 0), [1200, 990], 300)).toEqual([{ way: "oblique", size: 400, angle: 300 }]);
  });
});

/** Orders of a rulebook that nobody knows. */
const MARCH: OrderForm = {
  verb: "go",
  text: "go {unit} {pace} {legs}",
  label: "Go",
  units: ["u1"],
  legs: {
    ahead: "fwd {length}",
    back: "rev {length}",
    left: "l {angle}",
    right: "r {angle}",
    oblique: "s {angle} {length}",
    widest: 300,
  },
};
const STAND: OrderForm = { verb: "set", text: "set {unit} {x} {y} {heading} {act}", label: "Here", units: ["u1"] };
const draft = (form: OrderForm, change: Partial<Draft> = {}): Draft => ({
  form,
  unit: "u1",
  at: 0,
  legs: [],
  pace: "",
  place: [1000, 950],
  heading: 900,
  act: "",
  ...change,
});
const go = (way: Way, size: number): Leg => ({ way, size });

describe("an order", () => {
  it("is written as its form says", () => {
    const legs: Leg[] = [
      go("ahead", 400),
      go("left", 75),
      { way: "oblique", size: 150, angle: -300 },
      { way: "act", text: "halt here" },
      go("back", 25),
    ];
    expect(written(draft(MARCH, { legs, pace: "fast" }))).toBe("go u1 fast fwd 4 l 7.5 s -30 1.5 halt here rev 0.25");
    expect(written(draft(STAND, { act: "square" }))).toBe("set u1 10 9.5 90 square");
  });

  it("leaves out what nobody says", () => {
    expect(written(draft(MARCH, { legs: [go("ahead", 50)] }))).toBe("go u1 fwd 0.5");
    expect(written(draft(STAND))).toBe("set u1 10 9.5 90");
    expect(written(draft({ ...STAND, text: "set {unit} {x} {y}" }))).toBe("set u1 10 9.5");
  });

  it("is a march, or says where to be; not everybody has a front", () => {
    expect([MARCH, STAND].map(isMarch)).toEqual([true, false]);
    expect([MARCH, STAND, { ...MARCH, legs: null }, { ...STAND, text: "set {unit} {x} {y}" }].map(hasFront)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("joins two steps the same way", () => {
    const column: Leg = { way: "act", text: "column" };
    const slant: Leg = { way: "oblique", size: 100, angle: 100 };
    expect(
      joined([
        go("ahead", 400),
        go("ahead", 50),
        go("left", 50),
        go("left", 25),
        column,
        column,
        go("ahead", 100),
        slant,
        slant,
      ]),
    ).toEqual([go("ahead", 450), go("left", 75), column, column, go("ahead", 100), slant, slant]);
  });

  it("is cut in its last leg", () => {
    expect(cutTo([go("left", 80), go("ahead", 900)], 540)).toEqual([go("left", 80), go("ahead", 540)]);
    expect(cutTo([{ way: "oblique", size: 900, angle: -300 }], 540)).toEqual([
      { way: "oblique", size: 540, angle: -300 },
    ]);
  });

  it("sets down what does not march", () => {
    const at = { place: [1000, 1000] as [number, number], heading: 0 };
    expect(shifted(at, { way: "left", size: 50 })).toEqual({ place: [1000, 1000], heading: 3550 });
    expect(shifted(at, { way: "ahead", size: 50 })).toEqual({ place: [1000, 950], heading: 0 });
    expect(turned(2700, 1800)).toBe(900);
  });
});

describe("an arc", () => {
  it("opens from the outer stands of the front rank", () => {
    const [left, right] = muzzles(body(1000, 1000, 0));
    expect([left[0], right[0]]).toEqual([750, 1250]);
    const edge = rim(body(1000, 1000, 0), 300, 200);
    expect(edge[0]!.map(Math.round)).toEqual([650, 827]);
    expect(edge.at(-1)!.map(Math.round)).toEqual([1350, 827]);
  });
});

describe("the drawing", () => {
  const sheet: SheetFacts = {
    title: "Field",
    turn: "turn",
    unit: "in",
    counts: "figures",
    width: 2400,
    height: 1200,
    pieces: [
      {
        kind: "hill",
        name: "Round Hill",
        label: "Round Hill",
        shape: "area",
        points: [
          [200, 200],
          [600, 200],
          [600, 600],
          [200, 600],
        ],
        width: 0,
        level: 1,
      },
      {
        kind: "open_woods",
        name: "the open wood",
        label: "Open wood",
        shape: "area",
        points: [
          [1400, 200],
          [2000, 200],
          [2000, 700],
          [1400, 700],
        ],
        width: 0,
        level: 0,
      },
      {
        kind: "road",
        name: "Pittsburg Road",
        label: "Pittsburg Road",
        shape: "line",
        points: [
          [0, 900],
          [2400, 900],
        ],
        width: 75,
        level: 0,
      },
      {
        kind: "bog <b>",
        name: "the <bog>",
        label: "<bog>",
        shape: "area",
        points: [
          [0, 0],
          [100, 0],
          [100, 100],
        ],
        width: 0,
        level: 0,
      },
    ],
  };

  it("is the same every time, with every name and inches along its edges", () => {
    const drawn = engraveSheet(sheet);
    expect(drawn).toEqual(engraveSheet(sheet));
    const names = layNames(sheet).svg;
    expect(names).toContain("Round Hill, one contour");
    expect(names).toContain("Open wood");
    expect(names).toContain("Pittsburg Road");
    expect(drawInches(sheet)).toContain(">24</text>");
    expect(drawn.ground + names).not.toContain("NaN");
    expect(names).not.toContain("<bog>");
  });

  it("keeps level names on the table", () => {
    const ridge = {
      ...sheet.pieces.find(({ kind }) => kind === "hill")!,
      points: [
        [0, 0],
        [300, 0],
        [300, 900],
        [0, 900],
      ],
    };
    const { boxes } = layNames({ ...sheet, pieces: [{ ...ridge, label: "Woods of the western ridge" }] } as SheetFacts);
    expect(boxes[0]!.left).toBeGreaterThan(MARGIN);
  });

  it("has larger names from afar, and leaves out those that find no room", () => {
    expect(layNames(sheet, 2).svg).toContain('font-size="30"');
    expect(layNames(sheet, 2).svg).not.toContain("one contour");
    expect(layNames({ ...sheet, width: 300 }, 2).svg).not.toContain("Pittsburg Road");
    expect(drawInches(sheet, 2)).not.toContain(">6</text>");
  });

  it("is bare for a glance: no trees, no grass", () => {
    const bare = engraveSheet(sheet, "bare");
    expect(bare.box).toEqual(engraveSheet(sheet).box);
    expect(bare.ground.length).toBeLessThan(engraveSheet(sheet).ground.length / 2);
  });

  it("stays near what is measured where corners are cut", () => {
    const corner: [number, number][] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ];
    const far = Math.min(...eased(corner, true).map(([x, y]) => Math.hypot(x - 100, y)));
    expect(far).toBeLessThan(4);
  });

  it("rules a field from edge to edge", () => {
    expect(
      ruled(
        [
          [0, 0],
          [100, 0],
          [100, 50],
          [0, 50],
        ],
        10,
      ).match(/M/g),
    ).toHaveLength(4);
  });

  it("puts a base for each stand, and a ghost with dashes", () => {
    expect(drawBody(body(1000, 1000, 300))).not.toContain("NaN");
    expect(drawBody(body(1000, 1000, 300), "ghost")).toContain("stroke-dasharray");
    expect(drawBody({ ...body(500, 500, 0, 1), kinds: ["unheard of"] })).not.toContain("undefined");
  });

  it("draws smoke over and trenches under the troops", () => {
    const { under, over } = drawStrips([
      { name: "smoke", start: [0, 100], end: [600, 100], depth: 100 },
      { name: "trench", start: [0, 300], end: [600, 300], depth: 0 },
    ]);
    expect(over).toContain("<circle");
    expect(under).not.toContain("<circle");
  });

  it("ends the ruler's green where sight ends", () => {
    const sight = {
      clear: false,
      line: [["1,1"], ["9,1"]],
      bars: [{ rule: "mckie:vis.dense.2", why: "the wood", hex: "5,1" }],
      profile: [],
      length: 800,
      step: 20,
    };
    expect(drawRuler(sight, "cm", 1)).toContain("8 cm");
    expect(drawRuler(sight, "in", 1)).toContain("#9c2f22");
    expect(drawRuler({ ...sight, clear: true, bars: [] }, "in", 1)).not.toContain("#9c2f22");
  });
});

describe("a plate", () => {
  const standing = { steps: { left: 23, of: 24 }, formation: "line", states: ["fatigued"], did: ["fired"] };

  it("says who, how many and how formed", () => {
    expect(plateWords({ piece, standing })).toBe("U1\u200223 of 24, line");
    expect(plateWords({ piece: { ...piece, kind: "wagon", label: "U1 wagon" }, standing })).toBe("U1 wagon");
  });

  it("lies behind the unit, and beside it where that is taken", () => {
    const [one, two] = [body(1000, 1000, 0), body(1000, 1110, 0)];
    const named = [one, two].map((at, i) => ({ id: `u${i}`, body: at, piece, standing }));
    const plates = layPlates(named, [], { size: 1, brief: false }, { left: 0, top: 0, right: 900, bottom: 900 });
    expect(plates[1]!.box.top).toBeGreaterThan(bounds(two).bottom);
    const [a, b] = plates.map(({ box }) => box);
    expect(a!.right <= b!.left || b!.right <= a!.left || a!.bottom <= b!.top || b!.bottom <= a!.top).toBe(true);
    expect(plates[0]!.svg).toContain("fatigued");
    expect(plates[0]!.svg).not.toContain("fired");
    expect(
      layPlates(named, [], { size: 2, brief: true }, { left: 0, top: 0, right: 900, bottom: 900 })[0]!.svg,
    ).not.toContain("23 of 24");
  });

  it("keeps off the names of the land", () => {
    const one = body(1000, 1000, 0);
    const room = { left: 0, top: 0, right: 900, bottom: 900 };
    const lay = (names: Box[]) =>
      layPlates([{ id: "u1", body: one, piece, standing }], [], { size: 1, brief: false }, room, names)[0]!.box;
    const name = lay([]);
    expect(shared(lay([name]), name)).toBe(0);
  });
});

describe("the name of a general", () => {
  it("keeps off the troops behind him", () => {
    const general = { ...body(1000, 1000, 1800, 1), kinds: ["officer"] };
    const line = body(1000, 1090, 1800);
    const named = (id: string, at: Body) => ({
      id,
      body: at,
      piece: { ...piece, title: "Cleburne" },
      standing: undefined,
    });
    const [, name] = layPlates(
      [named("c1", line)],
      [named("cleburne", general)],
      { size: 1, brief: true },
      { left: 0, top: 0, right: 900, bottom: 900 },
    );
    expect(name!.svg).toContain("Cleburne");
    expect(shared(name!.box, bounds(line))).toBe(0);
  });
});

describe("the table in words", () => {
  it("says where a unit stands and faces", () => {
    const now = {
      ...facts({}),
      bodies: { u1: body(1300, 3000, 0) },
      units: { u1: { steps: { left: 23, of: 24 }, formation: "line", states: ["fatigued"] } },
    };
    expect(unitWords("u1", now, piece)).toBe("1st Brigade, 23 of 24 figures in line at 13, 30 facing north, fatigued");
    expect(facing(3590)).toBe("north");
    expect(facing(1350)).toBe("south-east");
  });
});

describe("a pump", () => {
  it("asks for the latest only, and tells nothing that was dropped", async () => {
    vi.useFakeTimers();
    const told: number[] = [];
    const asked: number[] = [];
    const pump = new Pump<number>((answer) => told.push(answer), 80);
    const ask = (number: number) => () => {
      asked.push(number);
      return Promise.resolve(number);
    };
    pump.want(ask(1));
    pump.want(ask(2));
    pump.want(ask(3));
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual([1, 3]);
    expect(told).toEqual([1, 3]);
    pump.want(ask(4));
    pump.drop();
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual([1, 3]);
    vi.useRealTimers();
  });
});
