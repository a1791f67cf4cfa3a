import { PasswordInput, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { showTyped } from '../kit/show-typed.ts';
import { ChangeForm } from './change-form.tsx';
import { wordings } from './wordings.ts';

/** Changes the address that the person signs in with. */
export function EmailForm({ current }: { current: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useAction(calls.account.changeEmail, {
    invalidates: [calls.account.load, calls.team.load, calls.sessions.list],
    onSuccess: () => {
      setEmail('');
      setPassword('');
    },
    onFailure: () => undefined,
    notice: (_reply, form) => wordings.emailForm.youSignIn(form.email.trim()),
  });
  const atEmail = wordsAt(calls.account.changeEmail, 'email', change.error);
  const atPassword = wordsAt(calls.account.changeEmail, 'password', change.error);
  return (
    <ChangeForm
      title={wordings.shared.emailAddress}
      about={wordings.emailForm.youSignInSentence(current)}
      action={wordings.emailForm.changeAddress}
      onSubmit={() => change.mutate({ email, password })}
      isFilledIn
      isReady={email.trim() !== '' && password !== ''}
      isPending={change.isPending}
      failure={atEmail || atPassword ? null : change.error}
    >
      <TextInput
        label={wordings.emailForm.newEmailAddress}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={atEmail}
      />
      <PasswordInput
        label={wordings.emailForm.yourPassword}
        visibilityToggleButtonProps={showTyped(wordings.emailForm.yourPassword)}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={atPassword}
      />
    </ChangeForm>
  );
}
