/** The preference page that is edited, kept in the tab until it is saved. */
import type { calls, PreferencePage, ReplyOf } from '@parley/contract';
import { contrastOf, SHAPE_CONTRAST, TEXT_CONTRAST } from '@parley/rules/contrast.ts';
import { useMemo } from 'react';
import { useTextDraft } from '../data/draft.ts';
import { wordings } from './wordings.ts';

export type StoredPreferences = ReplyOf<typeof calls.preferencePage.info>;
export type EditedPreferences = PreferencePage & { lists: { list: number; name: string }[] };
type Kept = { page: EditedPreferences; version: number };

/** What is on the screen; `version`: the stored one that it was made from. */
export type PreferenceDraft = Kept & {
  isDirty: boolean;
  change: (part: Partial<EditedPreferences>) => void;
  /** From now on made from that version: the changes stay. */
  rebase: (version: number) => void;
  discard: () => void;
};

export function usePreferenceDraft(stored: StoredPreferences): PreferenceDraft {
  const [text, setText] = useTextDraft('preference-page');
  const base = useMemo<Kept>(() => {
    const { version, lists, ...page } = stored;
    return { page: { ...page, lists: lists.map(({ list, name }) => ({ list, name })) }, version };
  }, [stored]);
  const kept = useMemo(() => (text === '' ? null : (JSON.parse(text) as Kept)), [text]);
  const shown = kept ?? base;
  const put = (next: Kept) => {
    const isSame = Object.entries(base.page).every(
      ([name, value]) => JSON.stringify(next.page[name as keyof EditedPreferences]) === JSON.stringify(value),
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
export const PREFERENCE_COLORS = ['background', 'ink', 'accent'] as const;
export type Problems = Partial<Record<keyof PreferencePage | 'lists', string>>;

/** What keeps the page from being saved, by field. */
export function problemsOfPreferences(page: EditedPreferences): Problems {
  const words = wordings.preferenceFields;
  const problems: Problems = {};
  if (page.headline.trim() === '') problems.headline = words.missing;
  if (page.lists.some(({ name }) => name.trim() === '')) problems.lists = words.missing;
  for (const field of PREFERENCE_COLORS) if (!COLOR.test(page[field])) problems[field] = words.noColor;
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
