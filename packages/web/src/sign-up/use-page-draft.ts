/** A sign-up page that is edited. */
import type { calls, ReplyOf, SignUpPage } from '@parley/contract';
import { useMemo } from 'react';
import { problemsOfColors } from '../public-page/page-colors.tsx';
import { type PublicPageDraft, usePublicPageDraft } from '../public-page/use-public-page-draft.ts';
import { wordings } from '../public-page/wordings.ts';

export type StoredSignUp = ReplyOf<typeof calls.signUpPages.info>;

export function usePageDraft(list: number, stored: StoredSignUp): PublicPageDraft<SignUpPage> {
  const base = useMemo(() => {
    const { listName: _, version, isOn: __, url: ___, numberLabel: ____, ...page } = stored;
    return { page, version };
  }, [stored]);
  return usePublicPageDraft<SignUpPage>(`sign-up:${list}`, base);
}

const NEEDED = ['headline', 'button', 'consent', 'thanks'] as const;

/** What keeps a page from being saved, by field. */
export function problemsOfPage(page: SignUpPage): Partial<Record<keyof SignUpPage, string>> {
  const empty = NEEDED.filter((field) => page[field].trim() === '');
  return {
    ...Object.fromEntries(empty.map((field) => [field, wordings.shared.missing])),
    ...problemsOfColors(page),
  };
}
