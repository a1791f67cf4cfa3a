import type { Call, FieldMap, ValuesOf } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskError } from '../data/ask.ts';
import { showFailure, showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh, useAction } from '../data/use-call.ts';
import type { PublicPageDraft } from './use-public-page-draft.ts';

type SavedPage<F extends FieldMap, R extends FieldMap, N extends string> = {
  call: Call<F, R>;
  // biome-ignore lint/suspicious/noExplicitAny: it is only named, whatever its fields
  info: Call<any, any>;
  /** What is said when it is done. */
  saved: string;
  /** The field that a refusal is about; `version`: somebody else saved it meanwhile. */
  fieldOf: (detail: string) => N | 'version' | null;
};

/** Saving with everything that can come of it. */
export function useSavingPage<P, F extends FieldMap, R extends FieldMap, N extends string>(
  { call, info, saved, fieldOf }: SavedPage<F, R, N>,
  edit: PublicPageDraft<P>,
  form: ValuesOf<F>,
) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<{ error: AskError; draft: string } | null>(null);
  const written = JSON.stringify(edit.page);
  const save = useAction(call, {
    invalidates: [info],
    onSuccess: () => {
      showSuccess(saved);
      edit.discard();
    },
    onFailure: (error) => {
      setFailed({ error, draft: written });
      const field = fieldOf(error.detail);
      // Somebody else saved it meanwhile: what is stored now decides what is asked next.
      if (field === 'version') void refresh(client, info);
      else if (field === null) showFailure(call, error);
    },
  });
  // What was refused is said until something is changed.
  const error = failed && failed.draft === written ? failed.error : null;
  const field = error && fieldOf(error.detail);
  const problems: Partial<Record<N, string>> = {};
  if (error && field && field !== 'version') problems[field] = wordsOf(error);
  return { isPending: save.isPending, problems, save: () => save.mutate(form) };
}
