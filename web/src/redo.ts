/** What was chosen here and undone, so that it can be redone. */

export interface Said {
  /** the number of decisions when it was chosen */
  at: number;
  choice: string;
}

export interface Memory {
  said: readonly Said[];
  /** the latest last */
  undone: readonly Said[];
}

export const NOTHING: Memory = { said: [], undone: [] };

/** Something is chosen. Anything but the last undone choice clears the rest. */
export function chose(memory: Memory, at: number, choice: string): Memory {
  const again = redoable(memory, at) === choice;
  return {
    said: [...memory.said.filter((one) => one.at < at), { at, choice }],
    undone: again ? memory.undone.slice(0, -1) : [],
  };
}

/** The battle went back to a number: the gesture that was made there can be made again. */
export function wentBack(memory: Memory, number: number): Memory {
  const last = memory.said.at(-1);
  return {
    said: memory.said.filter(({ at }) => at < number),
    undone: last?.at === number ? [...memory.undone, last] : [],
  };
}

/** What redo would choose now. */
export function redoable(memory: Memory, number: number): string | null {
  const last = memory.undone.at(-1);
  return last?.at === number ? last.choice : null;
}
