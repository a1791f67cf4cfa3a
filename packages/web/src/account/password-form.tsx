import { Button, PasswordInput, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ current, next });
  };
  const atCurrent = wordsAt(calls.account.changePassword, 'current', change.error);
  const atNext = wordsAt(calls.account.changePassword, 'next', change.error);
  return (
    <Section title="Password" about="Changing it signs you out on all other devices.">
      <form onSubmit={submit} className={classes.section} style={{ padding: 0 }}>
        <div className={classes.fields}>
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
        </div>
        <div className={classes.foot}>
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={current === '' || next === ''}
          >
            Change password
          </Button>
          {change.error && !atCurrent && !atNext && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(change.error)}
            </Text>
          )}
        </div>
      </form>
    </Section>
  );
}
