import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { Problem } from './problem.tsx';

/** A new password for who forgot hers: first the address, then the code that was texted. */
export function Forgot() {
  const { search } = useLocation();
  const [email, setEmail] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <AccessCard
      title={isAsked ? 'Set a new password' : 'Forgot your password?'}
      about={isAsked ? undefined : 'With a code by text message you set a new one.'}
      foot={
        <>
          {isAsked && (
            <>
              Nothing came?{' '}
              <Anchor component="button" type="button" underline="always" onClick={() => setAsked(false)}>
                Ask for another code
              </Anchor>
              <br />
            </>
          )}
          <Anchor component={Link} underline="always" to={`/signin${search}`}>
            Back to Sign in
          </Anchor>
        </>
      }
    >
      {isAsked ? (
        <NewPassword email={email} />
      ) : (
        <AskCode email={email} onEmail={setEmail} onAsked={() => setAsked(true)} />
      )}
    </AccessCard>
  );
}

type AskCodeProps = { email: string; onEmail: (email: string) => void; onAsked: () => void };

function AskCode({ email, onEmail, onAsked }: AskCodeProps) {
  const ask = useAction(calls.access.sendPasswordCode, {
    onSuccess: onAsked,
    onFailure: (error) => logFailure(calls.access.sendPasswordCode.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ email: email.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem error={ask.error} />
        <TextInput
          label="Email Address"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={ask.isPending} fullWidth>
          Text me a code
        </Button>
        <Text c="dimmed" size="sm">
          The code goes to the phone number that you have proven under My Account. Without one, ask whoever
          runs this Parley for a new password.
        </Text>
      </Stack>
    </form>
  );
}

function NewPassword({ email }: { email: string }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [next, setNext] = useState('');
  const reset = useAction(calls.access.resetPassword, {
    onSuccess: () => navigate(`/signin${search}`, { replace: true, state: { passwordSet: true } }),
    onFailure: (error) => logFailure(calls.access.resetPassword.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate({ email: email.trim(), code: code.trim(), next });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed" role="status">
          If somebody signs in with <b>{email.trim()}</b> and has proven a phone number, a code is on its way
          there.
        </Text>
        <Problem error={reset.error} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`\\s*[0-9]{${ACCESS_LIMITS.mfaDigits}}\\s*`}
          title={`The ${ACCESS_LIMITS.mfaDigits} digits of the code`}
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          className="tabular"
        />
        <PasswordInput
          label="New password"
          description={`At least ${ACCESS_LIMITS.passwordLength} characters.`}
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" loading={reset.isPending} fullWidth>
          Set the password
        </Button>
      </Stack>
    </form>
  );
}
