/** Scroll what has just opened into view, as an attachment: from its beginning where there is no room for all of it. */
export function intoSight(node: HTMLElement): void {
  const whole = node.closest("li") ?? node;
  const room = whole.parentElement?.clientHeight ?? Infinity;
  whole.scrollIntoView({ block: whole.offsetHeight > room ? "start" : "nearest" });
}
