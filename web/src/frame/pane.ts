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
export function fitBox(box: Box, window: Size, most: number): Pane {
  const [w, h] = [box.right - box.left || 1, box.bottom - box.top || 1];
  const scale = Math.max(LEAST, Math.min(most, window.width / w, window.height / h));
  return {
    scale,
    x: (window.width - w * scale) / 2 - box.left * scale,
    y: (window.height - h * scale) / 2 - box.top * scale,
  };
}

/** The number nearest to one wished for, between two bounds. */
export function within(wish: number, least: number, most: number): number {
  return Math.min(Math.max(least, most), Math.max(Math.min(least, most), wish));
}

/** Shift a pane so that nothing shows beside the paper where the paper can cover it. */
export function cover(pane: Pane, paper: Box, window: Size): Pane {
  const along = (at: number, length: number, room: number): number =>
    length >= room ? Math.min(0, Math.max(room - length, at)) : (room - length) / 2;
  return {
    scale: pane.scale,
    x: along(pane.x, paper.right * pane.scale, window.width),
    y: along(pane.y, paper.bottom * pane.scale, window.height),
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
