import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { safePath } from '../app/guards.ts';
import { logFailure } from '../data/log.ts';
import { checkLogin } from '../data/session.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';

export function MfaVerify() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const target = useCall(calls.access.codeTarget, {});
  const verify = useAction(calls.access.verifyCode, {
    onSuccess: async () => {
      await checkLogin();
      await navigate(safePath(new URLSearchParams(search).get('rdx')) ?? '/');
    },
    onFailure: (error) => logFailure(calls.access.verifyCode.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ code: code.trim() });
  };
  const lastDigits = target.data?.lastDigits;
  return (
    <AccessCard
      title="Enter your code"
      about={
        lastDigits ? (
          <>
            We sent it to the number ending in <b className="tabular">{lastDigits}</b>.
          </>
        ) : (
          'We sent it to your phone.'
        )
      }
      error={verify.error}
      foot={
        <>
          Nothing came?{' '}
          <Anchor component={Link} underline="always" to={`/mfarequest${search}`}>
            Request a new code
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="MFA Code"
            name="code"
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
          <Button type="submit" loading={verify.isPending} fullWidth>
            Verify Code
          </Button>
        </Stack>
      </form>
    </AccessCard>
  );
}
