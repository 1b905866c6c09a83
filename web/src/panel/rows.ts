/** A list that scrolls ends with a whole row, never in the middle of one. */
export function wholeRows(list: HTMLElement): () => void {
  const fit = (): void => {
    list.style.maxHeight = "";
    const room = list.clientHeight;
    if (list.scrollHeight <= room + 1) return;
    const top = list.getBoundingClientRect().top - list.scrollTop;
    const ends = [...list.querySelectorAll("button, tr, li, h4, dl > div")].map(
      (row) => row.getBoundingClientRect().bottom - top,
    );
    const last = Math.max(0, ...ends.filter((end) => end <= room));
    if (last) list.style.maxHeight = `${Math.ceil(last) + 1}px`;
  };
  const watch = new ResizeObserver(fit);
  if (list.parentElement) watch.observe(list.parentElement);
  for (const part of list.children) watch.observe(part);
  return () => watch.disconnect();
}
