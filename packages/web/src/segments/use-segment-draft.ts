/** A segment that is edited: its name and its tree, kept in the tab until they are saved. */
import { useMemo } from 'react';
import { useTextDraft } from '../data/draft.ts';
import type { StoredSegment } from './segment-editor.tsx';
import { type DraftGroup, draftOf, newGroup, treeOf } from './tree-draft.ts';

type Kept = { name: string; draft: DraftGroup; version: number };

/** What is on the screen; `version`: the stored one that it was made from. */
export type SegmentDraft = Kept & {
  isDirty: boolean;
  change: (part: Partial<Pick<Kept, 'name' | 'draft'>>) => void;
  /** From now on made from that version: the changes stay. */
  rebase: (version: number) => void;
  /** Back to what is stored. */
  discard: () => void;
};

export function useSegmentDraft(stored: StoredSegment): SegmentDraft {
  const [text, setText] = useTextDraft(`segment:${stored.id}`);
  const base = useMemo<Kept>(
    () => ({
      name: stored.name,
      version: stored.version,
      draft: stored.tree ? draftOf(stored.tree) : newGroup('all'),
    }),
    [stored],
  );
  const kept = useMemo(() => (text === '' ? null : (JSON.parse(text) as Kept)), [text]);
  const shown = kept ?? base;
  const put = (next: Kept) => setText(isSame(next, base) ? '' : JSON.stringify(next));
  return {
    ...shown,
    isDirty: kept !== null,
    change: (part) => put({ ...shown, ...part }),
    rebase: (version) => setText(JSON.stringify({ ...shown, version })),
    discard: () => setText(''),
  };
}

const isSame = (one: Kept, other: Kept) =>
  one.name === other.name && JSON.stringify(treeOf(one.draft)) === JSON.stringify(treeOf(other.draft));
