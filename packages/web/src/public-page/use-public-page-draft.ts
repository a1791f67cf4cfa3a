import { useMemo } from 'react';
import { useTextDraft } from '../data/draft.ts';

type Kept<P> = { page: P; version: number };

/** What is on the screen; `version`: the stored one that it was made from. */
export type PublicPageDraft<P> = Kept<P> & {
  isDirty: boolean;
  change: (part: Partial<P>) => void;
  /** From now on made from that version: the changes stay. */
  rebase: (version: number) => void;
  discard: () => void;
};

/**
 * A page that is edited, kept in the tab under a name until it is saved. `stored`: the same object while
 * nothing changes.
 */
export function usePublicPageDraft<P extends object>(name: string, stored: Kept<P>): PublicPageDraft<P> {
  const [text, setText] = useTextDraft(name);
  const kept = useMemo(() => (text === '' ? null : (JSON.parse(text) as Kept<P>)), [text]);
  const shown = kept ?? stored;
  const put = (next: Kept<P>) => {
    const isSame = Object.entries(stored.page).every(
      ([field, value]) => JSON.stringify(next.page[field as keyof P]) === JSON.stringify(value),
    );
    setText(isSame ? '' : JSON.stringify(next));
  };
  return {
    ...shown,
    isDirty: kept !== null,
    change: (part) => put({ ...shown, page: { ...shown.page, ...part } }),
    rebase: (version) => setText(JSON.stringify({ ...shown, version })),
    discard: () => setText(''),
  };
}
