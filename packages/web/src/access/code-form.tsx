import { Button, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { CodeField, codeTyped } from './code-field.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

/** Where the code is, and the field for it (access-and-reports, 2.6). */
export function CodeForm({ onVerified }: { onVerified: () => Promise<void> }) {
  const [code, setCode] = useState('');
  const verify = useAction(calls.access.verifyCode, {
    onSuccess: onVerified,
    onFailure: (error) => logFailure(calls.access.verifyCode.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ code: codeTyped(code) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <CodeField value={code} onChange={setCode} name={calls.access.verifyCode.form.code.wire}>
          <Problem error={verify.error} />
        </CodeField>
        <Button type="submit" loading={verify.isPending} fullWidth>
          {wordings.codeForm.verifyCode}
        </Button>
      </Stack>
    </form>
  );
}
