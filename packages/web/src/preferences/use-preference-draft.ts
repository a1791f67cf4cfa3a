/** The preference page that is edited. */
import type { calls, PreferencePage, ReplyOf } from '@parley/contract';
import { useMemo } from 'react';
import { problemsOfColors } from '../public-page/page-colors.tsx';
import { type PublicPageDraft, usePublicPageDraft } from '../public-page/use-public-page-draft.ts';
import { wordings } from '../public-page/wordings.ts';

export type StoredPreferences = ReplyOf<typeof calls.preferencePage.info>;
export type EditedPreferences = PreferencePage & { lists: { list: number; name: string }[] };

export function usePreferenceDraft(stored: StoredPreferences): PublicPageDraft<EditedPreferences> {
  const base = useMemo(() => {
    const { version, lists, ...page } = stored;
    return { page: { ...page, lists: lists.map(({ list, name }) => ({ list, name })) }, version };
  }, [stored]);
  return usePublicPageDraft<EditedPreferences>('preference-page', base);
}

export type Problems = Partial<Record<keyof PreferencePage | 'lists', string>>;

/** What keeps the page from being saved, by field. */
export function problemsOfPreferences(page: EditedPreferences): Problems {
  const { missing } = wordings.shared;
  return {
    ...(page.headline.trim() === '' && { headline: missing }),
    ...(page.lists.some(({ name }) => name.trim() === '') && { lists: missing }),
    ...problemsOfColors(page),
  };
}
