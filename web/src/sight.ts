/** Bring what has just opened into sight, as an attachment. */
export function intoSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
}
