/** The rules of a system, searched, and how often each was used in a battle. */

import type { Book, Chapter, Entry, ReadDuty, Reader, Ruling, Section } from "../types";

/** A section with the book and chapter it is in. */
export interface Place {
  book: Book;
  chapter: Chapter;
  section: Section;
  key: string;
}

export function places(reader: Reader): Place[] {
  return reader.books.flatMap((book) =>
    book.chapters.flatMap((chapter) =>
      chapter.sections.map((section) => ({ book, chapter, section, key: `${book.slug}/${section.id}` })),
    ),
  );
}

function plain(text: string): string {
  return text.toLowerCase();
}

/** Whether all words of a search are in a text. */
export function found(text: string, search: string): boolean {
  const where = plain(text);
  return plain(search)
    .split(" ")
    .every((word) => where.includes(word));
}

export function matches(section: Section, search: string): ReadDuty[] {
  if (!search.trim()) return [];
  const named = found(section.title, search.trim());
  return section.duties.filter((duty) => named || found(`${duty.text} ${duty.id}`, search.trim()));
}

/** The section of a rule; where a part of a rule is cited, that of the nearest rule before it. */
export function placeOf(all: readonly Place[], rule: string): Place | null {
  const of = (id: string): Place | undefined =>
    all.find(({ section }) => section.duties.some((duty) => duty.id === id)) ??
    all.find(({ section }) => section.duties.some((duty) => duty.id.startsWith(`${id}.`)));
  for (let id = rule; id; id = id.slice(0, Math.max(0, id.lastIndexOf(".")))) {
    const place = of(id);
    if (place) return place;
  }
  return null;
}

/** The moments at which each rule was used, in order. */
export function uses(log: readonly Entry[]): Map<string, number[]> {
  const used = new Map<string, number[]>();
  for (const { number, rules, details } of log) {
    for (const rule of new Set([...rules, ...details.map((detail) => detail.rule)])) {
      if (!rule) continue;
      const known = used.get(rule);
      if (!known) used.set(rule, [number]);
      else if (known.at(-1) !== number) known.push(number);
    }
  }
  return used;
}

/** Rulings that mention a rule of a section by its number. */
export function rulingsOf(rulings: readonly Ruling[], section: Section): Ruling[] {
  if (!section.number) return rulings.filter(({ title }) => section.title && found(title, section.title));
  const numbers = new Set([section.number, ...section.duties.map(({ id }) => id.slice(id.indexOf(":") + 1))]);
  const words = (text: string): string[] => text.split(" ").map((word) => word.split(",")[0]!.split(";")[0]!);
  return rulings.filter(({ title, text }) =>
    [...words(title), ...words(text)].some((word) => numbers.has(word.endsWith(".") ? word.slice(0, -1) : word)),
  );
}

/** A text cut where a search occurs in it: every second part is a find. */
export function marked(text: string, search: string): string[] {
  const word = plain(search.trim());
  if (word.length < 2) return [text];
  const parts: string[] = [];
  let rest = text;
  for (let at = plain(rest).indexOf(word); at >= 0; at = plain(rest).indexOf(word)) {
    parts.push(rest.slice(0, at), rest.slice(at, at + word.length));
    rest = rest.slice(at + word.length);
  }
  return [...parts, rest];
}
