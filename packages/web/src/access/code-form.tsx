import { Button, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { logFailure } from '../data/log.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

/** Typed or pasted as phones show it, 123 456 or 123-456. */
const PATTERN = `[\\s\\-]*([0-9][\\s\\-]*){${ACCESS_LIMITS.mfaDigits}}`;

/** Where the code went, and the field for it (access-and-reports, 2.6). */
export function CodeForm({ onVerified }: { onVerified: () => Promise<void> }) {
  const [code, setCode] = useState('');
  const { data } = useCall(calls.access.codeTarget, {});
  const verify = useAction(calls.access.verifyCode, {
    onSuccess: onVerified,
    onFailure: (error) => logFailure(calls.access.verifyCode.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ code: code.replace(/[\s-]/g, '') });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed">
          {data?.inLog ? (
            <>
              {wordings.codeInLog}{' '}
              <Filled
                words={wordings.codeForm.itWouldGo}
                parts={{ digits: <b className="tabular">{data.lastDigits}</b> }}
              />
            </>
          ) : data ? (
            <Filled
              words={wordings.codeForm.weTextedIt}
              parts={{ digits: <b className="tabular">{data.lastDigits}</b> }}
            />
          ) : (
            wordings.codeSent
          )}
        </Text>
        <Problem error={verify.error} />
        <TextInput
          label={wordings.shared.mfaCode}
          name={calls.access.verifyCode.form.code.wire}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={PATTERN}
          title={wordings.codeForm.theDigitsOfTheCode(ACCESS_LIMITS.mfaDigits)}
          required
          autoFocus
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          className="tabular"
        />
        <Button type="submit" loading={verify.isPending} fullWidth>
          {wordings.codeForm.verifyCode}
        </Button>
      </Stack>
    </form>
  );
}
