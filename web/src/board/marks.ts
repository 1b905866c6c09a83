/** Marks on the map that are not units: which there are, and how each is drawn, by name. */

import { around, centre, type Grid } from "./geometry";
import { livery } from "../ink/livery";
import { path } from "../ink/lines";
import { EARTH, INK, RED, SEPIA } from "../ink/palette";
import { Pen } from "../ink/pen";
import { random } from "../ink/random";
import { scatter } from "./scatter";
import type { Facts, MapFacts, MarkFacts } from "../types";

/** Marks that lie on the ground, under the counters; all others stand over them. */
const GROUND: ReadonlySet<string> = new Set([
  "carnage",
  "bridge laid",
  "bridge dropped",
  "objective",
  "full timber",
  "half timber",
  "pontoon bridge",
  "damaged pontoon bridge",
  "epaulement",
  "good ground",
]);

export function groundMarks({ marks }: Facts): MarkFacts[] {
  return marks.filter(({ name }) => GROUND.has(name));
}

export function signs({ marks }: Facts): MarkFacts[] {
  return marks.filter(({ name }) => !GROUND.has(name));
}

interface Spot {
  grid: Grid;
  map: MapFacts;
  x: number;
  y: number;
  r: number;
}

type Draw = (mark: MarkFacts, spot: Spot) => string;

/** Fallen men as small crosses. */
const carnage: Draw = ({ hex }, { x: cx, y: cy, r }) => {
  const chance = random("carnage", hex);
  const s = r * 0.1;
  const fallen = Array.from({ length: 8 }, () => {
    const angle = chance.between(0, 2 * Math.PI);
    const away = r * Math.sqrt(chance.between(0.05, 0.66));
    const turn = chance.between(0, Math.PI);
    const [x, y] = [cx + away * Math.cos(angle), cy + away * Math.sin(angle) * 0.9];
    const at = (u: number, v: number) =>
      [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)] as const;
    return path([at(-s, 0), at(s, 0)]) + path([at(-s * 0.25, -s * 0.7), at(s * 0.1, s * 0.7)]);
  });
  return `<path d="${fallen.join("")}" stroke="#8c2a1e" stroke-width="1.7" stroke-linecap="round"/>`;
};

/** Planks over the ditch, laid towards the wall; or lying where they were dropped. */
const bridge: Draw = ({ name, hex }, { grid, map, x, y, r }) => {
  const laid = name === "bridge laid";
  const wall = around(grid, hex).find((next) => map.terrain[next] === "redan");
  const [u, v] = wall && laid ? centre(grid, wall) : [x + 1, y - 0.4];
  const [wide, half] = laid ? [r * 0.86, r * 0.6] : [r * 0.4, r * 0.62];
  const shift = laid ? 0.3 : 0;
  const pen = new Pen(x + (u - x) * shift, y + (v - y) * shift, 1, (Math.atan2(v - y, u - x) * 180) / Math.PI);
  const rungs = Array.from(
    { length: 9 },
    (_, i) => `M${(-half + ((i + 1) * half) / 5).toFixed(1)} ${-wide / 2}V${wide / 2}`,
  );
  return (
    pen.path(`M${-half} ${-wide / 2}H${half}V${wide / 2}H${-half}Z`, { fill: "#e9cf98", stroke: INK, width: 1.1 }) +
    pen.path(rungs.join(""), { stroke: INK, width: 0.9 })
  );
};

/** A planned bombardment: a shell burst in the colour and outline of the side that fires it. */
const burst: Draw = ({ name, side }, { x, y, r }) => {
  const look = livery(side ?? "");
  const far = r * 0.62;
  const rays = Array.from({ length: 16 }, (_, i) => {
    const a = (i * Math.PI) / 8;
    const away = i % 2 ? far * 0.55 : far;
    return [away * Math.sin(a), -away * Math.cos(a)] as const;
  });
  const pen = new Pen(x, y, 1);
  return (
    pen.path(path(rays, true), {
      fill: "#fffaf0",
      stroke: look.edge,
      width: 2,
      faint: 0.85,
      ...(name === "bombardment" ? {} : { dash: "4 3" }),
    }) + pen.circle(0, 0, far * 0.3, { fill: look.fill, stroke: look.edge, width: 1.5 })
  );
};

/** A whirl in the corner of the hex, ringed in the colour of the side that caused it. */
const chaos: Draw = ({ side }, { x, y, r }) => {
  const look = livery(side ?? "");
  const pen = new Pen(x + r * 0.56, y + r * 0.42, r * 0.26);
  return (
    pen.circle(0, 0, 1, { fill: "#fffaf0", stroke: look.fill, width: 0.3 }) +
    pen.circle(0, 0, 1.19, { stroke: look.edge, width: 0.1 }) +
    pen.path("M-.1 0A.2 .2 0 1 1 .25 .2A.45 .45 0 1 1 .4 -.4", { stroke: RED, width: 0.22, cap: "round" })
  );
};

/** A flag of the side that holds the hex. */
const flag: Draw = ({ side }, { x, y, r }) => {
  const pen = new Pen(x - r * 0.62, y + r * 0.3, 1);
  return (
    pen.path("M0 12V-14", { stroke: INK, width: 1.8 }) +
    pen.path("M0 -14L15 -10L0 -5Z", { fill: livery(side ?? "").fill, stroke: "#fffaf0", width: 0.8 })
  );
};

/** A star in the colours of the side that holds a place worth points. */
const objective: Draw = ({ side }, { x, y, r }) => {
  const look = livery(side ?? "");
  const points = Array.from({ length: 10 }, (_, i) => {
    const a = (i * Math.PI) / 5;
    const away = r * (i % 2 ? 0.11 : 0.26);
    return [away * Math.sin(a), -away * Math.cos(a)] as const;
  });
  const pen = new Pen(x - r * 0.56, y + r * 0.5, 1);
  return pen.path(path(points, true), { fill: look.fill, stroke: look.edge, width: 1.4 });
};

/** Crossed swords on a disc: a melee; with a broken rim, one that is only declared. */
const swords: Draw = ({ name }, { x, y, r }) => {
  const pen = new Pen(x, y + r * 0.62, r * 0.3);
  return (
    pen.circle(0, 0, 1, { fill: "#fffaf0" }) +
    pen.path("M0 -1A1 1 0 1 1 -.01 -1Z", {
      stroke: RED,
      width: 0.16,
      ...(name === "engaged" ? {} : { dash: "0.35 0.25" }),
    }) +
    pen.path("M-.55 .55L.55 -.55M.55 .55L-.55 -.55", { stroke: INK, width: 0.2, cap: "round" }) +
    pen.path("M-.62 .2L-.2 .62M.62 .2L.2 .62", { stroke: INK, width: 0.16, cap: "round" })
  );
};

/** Felled trees with their crowns to the enemy: a belt of them, or half as many. */
const timber: Draw = ({ name, hex }, { grid, x, y, r }) => {
  const full = name.startsWith("full");
  return (
    new Pen(x, y, r).path("M.88 0A.88 .78 0 1 1 .879 -.01Z", { fill: EARTH, faint: full ? 0.4 : 0.2 }) +
    scatter(grid, [hex], "log", full ? 15 : 6, r * (full ? 0.25 : 0.23))
  );
};

/** Boats under a roadway; a damaged one has lost the middle of it. */
const pontoon: Draw = ({ name }, { x, y, r }) => {
  const pen = new Pen(x, y, r);
  const whole = name.startsWith("pontoon");
  const boats = [-0.56, -0.2, 0.2, 0.56]
    .map(
      (v) =>
        `M-.42 ${v}Q-.3 ${v - 0.12} 0 ${v - 0.12}Q.3 ${v - 0.12} .42 ${v}Q.3 ${v + 0.12} 0 ${v + 0.12}Q-.3 ${v + 0.12} -.42 ${v}Z`,
    )
    .join("");
  const way = whole
    ? "M-.17 -.86H.17V.86H-.17Z"
    : "M-.17 -.86H.17V-.3L-.02 -.18L-.17 -.32ZM-.17 .34L.05 .2L.17 .3V.86H-.17Z";
  return (
    pen.path(boats, { fill: "#e8d6ac", stroke: INK, width: 0.05 }) +
    pen.path(way, { fill: "#e9cf98", stroke: INK, width: 0.05 }) +
    (whole ? "" : pen.path("M-.5 .1L.5 -.1M-.45 -.12L.45 .14", { stroke: RED, width: 0.07, cap: "round" }))
  );
};

/** A breastwork for guns: three sides of earth round the middle of the hex. */
const epaulement: Draw = (_, { x, y, r }) => {
  const pen = new Pen(x, y, r);
  const work = "M-.74 .4L-.6 -.42L0 -.72L.6 -.42L.74 .4";
  return (
    pen.path(work, { stroke: INK, width: 0.25 }) +
    pen.path(work, { stroke: EARTH, width: 0.17 }) +
    pen.path("M-.88 .2L-.8 -.2M-.7 -.56L-.42 -.72M.42 -.72L.7 -.56M.8 -.2L.88 .2", { stroke: SEPIA, width: 0.06 })
  );
};

/** A low crest on the side of those who chose it. */
const goodGround: Draw = ({ side }, { x, y, r }) => {
  const look = livery(side ?? "");
  const pen = new Pen(x, y, r);
  return (
    pen.path("M-.8 .3Q-.4 -.62 0 -.62Q.4 -.62 .8 .3", { stroke: look.edge, width: 0.12, cap: "round" }) +
    pen.path("M-.8 .3Q-.4 -.62 0 -.62Q.4 -.62 .8 .3", { stroke: look.fill, width: 0.06, cap: "round" }) +
    pen.path("M-.66 -.06L-.8 -.24M-.4 -.42L-.5 -.62M0 -.64V-.86M.4 -.42L.5 -.62M.66 -.06L.8 -.24", {
      stroke: SEPIA,
      width: 0.05,
    })
  );
};

/** An axe on a disc; with a red rim, at work. */
const pioneer: Draw = ({ name, side }, { x, y, r }) => {
  const pen = new Pen(x + r * 0.56, y + r * 0.46, r * 0.28);
  return (
    pen.circle(0, 0, 1, { fill: "#fffaf0", stroke: name === "Pioneer" ? livery(side ?? "").fill : RED, width: 0.22 }) +
    pen.path("M-.5 .6L.3 -.5", { stroke: "#5b3d17", width: 0.2, cap: "round" }) +
    pen.path("M.02 -.62L.62 -.3Q.62 .1 .4 .2L-.02 -.3Z", { fill: INK })
  );
};

/** Any other mark: its first letter on a paper disc. */
const lettered: Draw = ({ name }, { x, y, r }) => {
  const pen = new Pen(x - r * 0.56, y + r * 0.42, r * 0.26);
  return (
    pen.circle(0, 0, 1, { fill: "#fffaf0", stroke: INK, width: 0.16 }) +
    pen.text(0, 0.45, 1.3, "middle", INK, "cn", name.charAt(0).toUpperCase())
  );
};

const DRAWN: Record<string, Draw> = {
  carnage,
  "bridge laid": bridge,
  "bridge dropped": bridge,
  bombardment: burst,
  "bombardment tried": burst,
  chaos,
  held: flag,
  objective,
  engaged: swords,
  "melee declared": swords,
  "full timber": timber,
  "half timber": timber,
  "pontoon bridge": pontoon,
  "damaged pontoon bridge": pontoon,
  epaulement,
  "good ground": goodGround,
  Pioneer: pioneer,
  "Pioneer at work": pioneer,
};

export function drawMark(mark: MarkFacts, grid: Grid, map: MapFacts): string {
  const [x, y] = centre(grid, mark.hex);
  return (DRAWN[mark.name] ?? lettered)(mark, { grid, map, x, y, r: grid.radius });
}
