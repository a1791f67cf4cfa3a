import type { calls, ReplyOf } from '@parley/contract';

export type ThreadPage = ReplyOf<typeof calls.inbox.thread>;
export type Said = ThreadPage['messages'][number];

export const saidKey = (said: Said | undefined): string => (said ? `${said.direction}${said.id}` : '');

/**
 * The pages of a talk, newest first, after the newest one was read anew. Those further back stay as they are:
 * after somebody has scrolled back through 2,000 messages, one new text would else be forty requests. Null:
 * more has come than one page holds, and all must be read anew.
 */
export function withNewest(pages: readonly ThreadPage[], newest: ThreadPage): ThreadPage[] | null {
  const [known, ...earlier] = pages;
  if (!known || earlier.length === 0) return [newest];
  const last = saidKey(newest.messages.at(-1));
  const met = known.messages.findIndex((said) => saidKey(said) === last);
  if (met < 0) return null;
  const further = known.messages.slice(met + 1);
  return [{ ...newest, messages: [...newest.messages, ...further], more: known.more }, ...earlier];
}

export const withoutNote = (pages: readonly ThreadPage[], note: number): ThreadPage[] =>
  pages.map((page) => ({
    ...page,
    messages: page.messages.filter(({ direction, id }) => direction !== 'NOTE' || id !== note),
  }));
