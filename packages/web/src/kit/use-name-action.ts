import type { Call, FieldMap, ValuesOf } from '@parley/contract';
import { useState } from 'react';
import { showFailure, wordsOf } from '../data/toasts.ts';
import { type UseActionOptions, useAction } from '../data/use-call.ts';
import { sayGone } from './says-gone.ts';

/**
 * What a `NameDialog` needs to send a name with a call; a refusal ("You already have a list named …") is
 * shown at the field. `const adding = useNameAction(calls.tags.add, (name) => ({ name }), { invalidates:
 * [calls.tags.list] })`, then `<NameDialog {...adding.dialog} title="Add Tag" … />` and `adding.open()`.
 * `of`: the name of what is renamed.
 */
export function useNameAction<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  formOf: (name: string) => ValuesOf<F>,
  { of, ...options }: UseActionOptions<F, R> & { of?: string } = {},
) {
  const [opened, setOpened] = useState(false);
  const [error, setError] = useState('');
  const action = useAction(call, {
    ...options,
    onSuccess: async (reply, form) => {
      setOpened(false);
      await options.onSuccess?.(reply, form);
    },
    onFailure: (failure) => {
      if (failure.kind !== 'unknown') return setError(wordsOf(failure));
      // The screen lets go of what is gone, and of this dialog with it.
      setOpened(false);
      if (of === undefined) showFailure(call, failure);
      else sayGone(of);
    },
  });
  return {
    open: () => {
      setError('');
      setOpened(true);
    },
    dialog: {
      opened,
      error,
      busy: action.isPending,
      onClose: () => setOpened(false),
      onConfirm: (name: string) => {
        setError('');
        action.mutate(formOf(name));
      },
    },
  };
}
