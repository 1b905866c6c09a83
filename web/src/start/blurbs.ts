/** What a card says of a battle besides its title. */

export interface Blurb {
  name: string;
  when: string;
  length: string;
  /** of five */
  rules: number;
  sides: Record<string, string>;
}

const BLURBS: Record<string, Blurb> = {
  stockade_redan: {
    name: "Stockade Redan",
    when: "Vicksburg, May 1863; two assaults",
    length: "about 1 h",
    rules: 2,
    sides: { union: "storms", confederate: "holds" },
  },
};

export function blurb(slug: string, title: string): Blurb {
  return BLURBS[slug] ?? { name: title, when: "", length: "", rules: 0, sides: {} };
}
