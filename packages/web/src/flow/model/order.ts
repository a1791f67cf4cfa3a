/** The order of steps: positions count from 1 without gaps, whatever was moved, added or deleted. */
import type { Step } from '@parley/engine/flow.ts';

export type Ordered = { step: Step };

/** Gives every step its place; those that stand right already stay the same objects. */
export function renumber<T extends Ordered>(entries: readonly T[]): T[] {
  return entries.map((entry, index) =>
    entry.step.position === index + 1
      ? entry
      : { ...entry, step: { ...entry.step, position: index + 1 } as Step },
  );
}

/** Puts an entry at a position (1-based, clamped). */
export function insertAt<T extends Ordered>(entries: readonly T[], entry: T, position: number): T[] {
  const index = clamp(position - 1, 0, entries.length);
  return renumber(entries.toSpliced(index, 0, entry));
}

/** Moves the entry at an index to another one (0-based, clamped). */
export function moveTo<T extends Ordered>(entries: readonly T[], from: number, to: number): T[] {
  const entry = entries[from];
  if (!entry) return [...entries];
  const rest = entries.toSpliced(from, 1);
  return renumber(rest.toSpliced(clamp(to, 0, rest.length), 0, entry));
}

export function without<T extends Ordered>(entries: readonly T[], gone: (entry: T) => boolean): T[] {
  return renumber(entries.filter((entry) => !gone(entry)));
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
