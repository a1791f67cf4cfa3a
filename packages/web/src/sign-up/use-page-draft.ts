/** A sign-up page that is edited, kept in the tab until it is saved. */
import type { calls, ReplyOf, SignUpPage } from '@parley/contract';
import { contrastOf, SHAPE_CONTRAST, TEXT_CONTRAST } from '@parley/rules/contrast.ts';
import { useMemo } from 'react';
import { useTextDraft } from '../data/draft.ts';
import { wordings } from './wordings.ts';

export type StoredSignUp = ReplyOf<typeof calls.signUpPages.info>;
type Kept = { page: SignUpPage; version: number };

/** What is on the screen; `version`: the stored one that it was made from. */
export type PageDraft = Kept & {
  isDirty: boolean;
  change: (part: Partial<SignUpPage>) => void;
  /** From now on made from that version: the changes stay. */
  rebase: (version: number) => void;
  discard: () => void;
};

export function usePageDraft(list: number, stored: StoredSignUp): PageDraft {
  const [text, setText] = useTextDraft(`sign-up:${list}`);
  const base = useMemo<Kept>(() => {
    const { listName: _, version, isOn: __, url: ___, ...page } = stored;
    return { page, version };
  }, [stored]);
  const kept = useMemo(() => (text === '' ? null : (JSON.parse(text) as Kept)), [text]);
  const shown = kept ?? base;
  const put = (next: Kept) => {
    const isSame = Object.entries(base.page).every(
      ([name, value]) => next.page[name as keyof SignUpPage] === value,
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

const COLOR = /^#[0-9a-f]{6}$/i;
const NEEDED = ['headline', 'button', 'consent', 'thanks'] as const;
const COLORS = ['background', 'ink', 'accent'] as const;

/** What keeps a page from being saved, by field. */
export function problemsOfPage(page: SignUpPage): Partial<Record<keyof SignUpPage, string>> {
  const words = wordings.pageFields;
  const problems: Partial<Record<keyof SignUpPage, string>> = {};
  for (const field of NEEDED) if (page[field].trim() === '') problems[field] = words.missing;
  for (const field of COLORS) if (!COLOR.test(page[field])) problems[field] = words.noColor;
  if (problems.background) return problems;
  for (const [field, least] of [
    ['ink', TEXT_CONTRAST],
    ['accent', SHAPE_CONTRAST],
  ] as const) {
    if (problems[field]) continue;
    const ratio = contrastOf(page[field], page.background);
    if (ratio < least) problems[field] = words.faint((Math.floor(ratio * 10) / 10).toFixed(1), String(least));
  }
  return problems;
}
