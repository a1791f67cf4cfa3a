import { PasswordInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { ChangeForm } from './change-form.tsx';

export function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useAction(calls.account.changePassword, {
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
    onFailure: () => undefined,
    notice: 'Password changed. You were signed out everywhere else.',
  });
  const atCurrent = wordsAt(calls.account.changePassword, 'current', change.error);
  const atNext = wordsAt(calls.account.changePassword, 'next', change.error);
  return (
    <ChangeForm
      title="Password"
      about="Changing it signs you out on all other devices."
      action="Change password"
      onSubmit={() => change.mutate({ current, next })}
      isReady={current !== '' && next !== ''}
      isPending={change.isPending}
      failure={atCurrent || atNext ? null : change.error}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        error={atCurrent}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={atNext}
      />
    </ChangeForm>
  );
}
