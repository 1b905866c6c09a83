/** The picture on the card of an umpire: two lines of counters on plain paper, and a ruler between them. */

import { counter } from "../ink/counters";

export function umpireThumb(wide: number, high: number): { svg: string; viewBox: string } {
  const line = (side: string, y: number): string =>
    [0, 1, 2, 3]
      .map((i) =>
        counter(
          { side, kind: i === 3 ? "artillery" : "infantry", name: "", strength: "", right: "", marks: [], done: false },
          "far",
          wide * (0.2 + 0.2 * i),
          y,
          34,
        ),
      )
      .join("");
  const marks = Array.from({ length: 25 }, (_, i) => {
    const x = (wide * 0.1 + (wide * 0.8 * i) / 24).toFixed(1);
    return `<path d="M${x} ${high / 2 - 9}v${i % 6 ? 6 : 12}" stroke="#2b2118" stroke-width="1"/>`;
  }).join("");
  const ruler = `<rect x="${wide * 0.1 - 8}" y="${high / 2 - 9}" width="${wide * 0.8 + 16}" height="18" fill="#fffdf6" stroke="#2b2118" stroke-width="1.2"/>`;
  return {
    svg: line("confederate", high * 0.22) + ruler + marks + line("union", high * 0.78),
    viewBox: `0 0 ${wide} ${high}`,
  };
}
