import { PasswordInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { showTyped } from '../kit/show-typed.ts';
import { common } from '../kit/wordings.ts';
import { ChangeForm } from './change-form.tsx';
import { wordings } from './wordings.ts';

export function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useAction(calls.account.changePassword, {
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
    onFailure: () => undefined,
    notice: wordings.passwordForm.passwordChanged,
  });
  const atCurrent = wordsAt(calls.account.changePassword, 'current', change.error);
  const atNext = wordsAt(calls.account.changePassword, 'next', change.error);
  return (
    <ChangeForm
      title={common.password}
      about={wordings.passwordForm.changingItSignsYouOut}
      action={wordings.passwordForm.changePassword}
      onSubmit={() => change.mutate({ current, next })}
      isFilledIn
      isReady={current !== '' && next !== ''}
      isPending={change.isPending}
      failure={atCurrent || atNext ? null : change.error}
    >
      <PasswordInput
        label={wordings.passwordForm.currentPassword}
        visibilityToggleButtonProps={showTyped(wordings.passwordForm.currentPassword)}
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        error={atCurrent}
      />
      <PasswordInput
        label={wordings.passwordForm.newPassword}
        visibilityToggleButtonProps={showTyped(wordings.passwordForm.newPassword)}
        autoComplete="new-password"
        required
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={atNext}
      />
    </ChangeForm>
  );
}
