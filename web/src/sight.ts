/** Scroll what has just opened into view, as an attachment. */
export function intoSight(node: HTMLElement): void {
  node.scrollIntoView({ block: "nearest" });
}
