import { create } from 'zustand';

/** Long enough for the words to be taken up before they go. */
const TOLD_MS = 700;

/** What the one polite region says at the moment. */
export const useTold = create<{ told: readonly { n: number; words: string }[] }>(() => ({ told: [] }));

let count = 0;

/** Tells screen readers, once they have finished what they are saying; it does not stay behind. */
export function announce(words: string): void {
  const n = ++count;
  useTold.setState(({ told }) => ({ told: [...told, { n, words }] }));
  setTimeout(() => useTold.setState(({ told }) => ({ told: told.filter((each) => each.n !== n) })), TOLD_MS);
}
