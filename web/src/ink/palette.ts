/** The inks of the map and of the counters. */

export const INK = "#2b2118";
export const SEPIA = "#6b5138";
export const CONTOUR = "#b8945f";
export const PAPER = "#f4ecd9";
export const WATER = "#cfe0de";
export const WATERLINE = "#3f6b7c";
export const WOODS = "#dfe2c3";
export const TREE = "#4d5a34";
export const EARTH = "#d8bd8a";
export const ROAD = "#fbf4e2";
export const UNION = "#24507f";
export const RED = "#9c2f22";
export const GREEN = "#1f7a3a";
export const AMBER = "#f2b705";
export const AMBER_RING = "#8a5a00";
export const AMBER_LIGHT = "#ffd65c";
