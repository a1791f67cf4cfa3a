import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

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
    notice: (_reply, form) => `You sign in with ${form.email.trim()} from now on.`,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ email, password });
  };
  const atEmail = wordsAt(calls.account.changeEmail, 'email', change.error);
  const atPassword = wordsAt(calls.account.changeEmail, 'password', change.error);
  return (
    <Section
      title="Email Address"
      about={`You sign in with ${current}. Parley sends no mail, so check the new address: nobody is told at either of them. It signs you out on all other devices.`}
    >
      <form onSubmit={submit} className={classes.section} style={{ padding: 0 }}>
        <div className={classes.fields}>
          <TextInput
            label="New email address"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={atEmail}
          />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={atPassword}
          />
        </div>
        <div className={classes.foot}>
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={email.trim() === '' || password === ''}
          >
            Change address
          </Button>
          {change.error && !atEmail && !atPassword && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(change.error)}
            </Text>
          )}
        </div>
      </form>
    </Section>
  );
}
