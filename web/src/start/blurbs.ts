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
  corinth: {
    name: "Corinth",
    when: "Mississippi, 3 and 4 October 1862; regiments in brigades, two days",
    length: "an afternoon to a weekend",
    rules: 4,
    sides: { union: "defends the works", confederate: "attacks" },
  },
  mckie: {
    name: "McKie’s Big Battles",
    when: "Miniatures on a measured table: Miller’s Crossroads to learn on, two fields of Gettysburg",
    length: "45 min to an evening",
    rules: 3,
    sides: { union: "brigades in blue", confederate: "brigades in butternut" },
  },
  mckie_umpire: {
    name: "Umpire for a real table",
    when: "Your own figures, your own dice: tell what happens, and it keeps rules, losses, morale and roster",
    length: "as long as you like",
    rules: 3,
    sides: {},
  },
  gbacw: {
    name: "The drill ground",
    when: "An invented field to learn the series on: line and column, fire, melee",
    length: "about 1 h",
    rules: 3,
    sides: { union: "attacks", confederate: "attacks" },
  },
};

/** The order of the cards; whatever is not named comes after, and the school last. */
const FIRST = ["stockade_redan", "corinth", "mckie", "mckie_umpire"];
const LAST = ["gbacw"];

export function inOrder<T extends { slug: string }>(systems: readonly T[]): T[] {
  const place = ({ slug }: T): number => (FIRST.includes(slug) ? FIRST.indexOf(slug) : FIRST.length + (LAST.includes(slug) ? 1 : 0));
  return systems.toSorted((a, b) => place(a) - place(b));
}

export function blurb(slug: string, title: string): Blurb {
  return BLURBS[slug] ?? { name: title, when: "", length: "", rules: 0, sides: {} };
}
