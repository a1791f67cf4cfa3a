import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { AccessCard } from './access-card.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

/** A new password for whoever forgot theirs: first the address, then the code that was texted. */
export function Forgot() {
  const { search } = useLocation();
  const [email, setEmail] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <AccessCard
      title={isAsked ? wordings.forgot.setANewPassword : wordings.shared.forgotYourPassword}
      about={isAsked ? undefined : wordings.forgot.wellTextYouACode}
      foot={
        <>
          {isAsked && (
            <>
              {wordings.shared.didntGetACode}{' '}
              <Anchor component="button" type="button" underline="always" onClick={() => setAsked(false)}>
                {wordings.forgot.sendAnotherCode}
              </Anchor>
              <br />
            </>
          )}
          <Anchor component={Link} underline="always" to={`/signin${search}`}>
            {wordings.forgot.backToSign}
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
          label={wordings.shared.emailAddress}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={ask.isPending} fullWidth>
          {wordings.forgot.textMeACode}
        </Button>
        <Text c="dimmed" size="sm">
          {wordings.forgot.theCodeGoes}
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
          <Filled words={wordings.forgot.ifTheresAnAccount} parts={{ email: <b>{email.trim()}</b> }} />
        </Text>
        <Problem error={reset.error} />
        <TextInput
          label={wordings.forgot.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`\\s*[0-9]{${ACCESS_LIMITS.mfaDigits}}\\s*`}
          title={wordings.forgot.theDigitsOfTheCode(ACCESS_LIMITS.mfaDigits)}
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          className="tabular"
        />
        <PasswordInput
          label={wordings.forgot.newPassword}
          description={wordings.forgot.atLeastCharacters(ACCESS_LIMITS.passwordLength)}
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" loading={reset.isPending} fullWidth>
          {wordings.forgot.setThePassword}
        </Button>
      </Stack>
    </form>
  );
}
