import { folded } from '@parley/rules/filter.ts';
import { holdsTyped } from '../kit/holds-typed.ts';

/**
 * A slash that begins a word, and what is typed behind it up to the caret: somebody looks for a canned
 * answer.
 */
export type Slash = { from: number; query: string };

/** A slash within a word (an address, a date, and/or) looks for nothing. */
const SLASH = /(?:^|\s)\/([^\s/][^\n/]{0,49}|)$/;

export function slashAt(text: string, caret: number): Slash | null {
  const before = text.slice(0, caret);
  const query = SLASH.exec(before)?.[1];
  return query === undefined ? null : { from: before.length - query.length - 1, query };
}

type Answer = { id: number; name: string; text: string };

/** Answers whose name or text has what is sought: those whose name begins with it first. */
export function answersFor<A extends Answer>(answers: readonly A[], query: string): A[] {
  const rank = ({ name, text }: A) => {
    if (folded(name).startsWith(folded(query))) return 0;
    if (holdsTyped(name, query)) return 1;
    return holdsTyped(text, query) ? 2 : 3;
  };
  return answers
    .map((answer) => ({ answer, rank: rank(answer) }))
    .filter((found) => found.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ answer }) => answer);
}
