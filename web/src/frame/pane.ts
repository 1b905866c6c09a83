/** Moving a sheet of paper under a window: zoom about a point, pan, keep it in sight. */

import type { Box } from "../ink/plane";

export interface Pane {
  x: number;
  y: number;
  /** screen pixels per unit of paper */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const LEAST = 0.2;
export const MOST = 4;

export function zoomAbout(pane: Pane, factor: number, x: number, y: number): Pane {
  const scale = Math.min(MOST, Math.max(LEAST, pane.scale * factor));
  const k = scale / pane.scale;
  return { scale, x: x - (x - pane.x) * k, y: y - (y - pane.y) * k };
}

/** Keep at least a third of the window covered by paper. */
export function hold(pane: Pane, paper: Box, window: Size): Pane {
  const [w, h] = [(paper.right - paper.left) * pane.scale, (paper.bottom - paper.top) * pane.scale];
  const [mx, my] = [window.width * 0.66, window.height * 0.66];
  return {
    scale: pane.scale,
    x: Math.min(mx, Math.max(window.width - mx - w, pane.x)),
    y: Math.min(my, Math.max(window.height - my - h, pane.y)),
  };
}

/** The pane that shows a box of paper as large as it fits, no nearer than `most`. */
export function fitBox(box: Box, window: Size, most: number, top = 0): Pane {
  const [w, h] = [box.right - box.left || 1, box.bottom - box.top || 1];
  const free = Math.max(80, window.height - top);
  const scale = Math.max(LEAST, Math.min(most, window.width / w, free / h));
  return {
    scale,
    x: (window.width - w * scale) / 2 - box.left * scale,
    y: top + (free - h * scale) / 2 - box.top * scale,
  };
}

/** Shift a pane so that nothing shows beside the paper where the paper can cover it. */
export function cover(pane: Pane, paper: Box, window: Size, top = 0): Pane {
  const along = (at: number, length: number, from: number, to: number): number =>
    length >= to - from ? Math.min(from, Math.max(to - length, at)) : from + (to - from - length) / 2;
  return {
    scale: pane.scale,
    x: along(pane.x, paper.right * pane.scale, 0, window.width),
    y: along(pane.y, paper.bottom * pane.scale, top, window.height),
  };
}

/** What a window shows of the sheet, and so many windows beyond it on each side. */
export function shown({ x, y, scale }: Pane, { width, height }: Size, beyond = 0): Box {
  return {
    left: (-x - width * beyond) / scale,
    top: (-y - height * beyond) / scale,
    right: (width * (1 + beyond) - x) / scale,
    bottom: (height * (1 + beyond) - y) / scale,
  };
}
