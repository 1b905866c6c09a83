/** Texts with blanks, "move {unit} {pace}": the rules write them, the client fills them in. */

/** A text with its blanks filled in; those without a value are left out. */
export function filled(text: string, blanks: Readonly<Record<string, string | number>>): string {
  const whole = Object.entries(blanks).reduce(
    (words, [name, word]) => words.replaceAll(`{${name}}`, String(word)),
    text,
  );
  return whole.split(" ").filter(Boolean).join(" ");
}
