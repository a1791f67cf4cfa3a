import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { useConfirming } from '../data/confirm.ts';
import { useAction } from '../data/use-call.ts';
import { ABOVE_DIALOGS } from '../kit/dialogs.tsx';
import { common } from '../kit/wordings.ts';
import { PasskeyConfirm } from '../passkeys/passkey-confirm.tsx';
import { CodeField, codeTyped } from './code-field.tsx';
import { CodeRequest } from './code-request.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

/**
 * Asks for the password, and the code where codes are on, before a call that needs more than a session is
 * sent again.
 */
export function ConfirmItsYou() {
  const end = useConfirming((state) => state.end);
  if (!end) return null;
  return (
    <Modal opened onClose={() => end(false)} title={wordings.confirmTitle} zIndex={ABOVE_DIALOGS}>
      <ConfirmForm onEnd={end} />
    </Modal>
  );
}

function ConfirmForm({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [passkeyError, setPasskeyError] = useState<unknown>(null);
  const [step, setStep] = useState<'password' | 'request' | 'code'>('password');
  const confirm = useAction(calls.access.confirm, {
    onSuccess: ({ mfaRequired, byApp }) => {
      if (mfaRequired) setStep(byApp ? 'code' : 'request');
      else onEnd(true);
    },
    onFailure: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setPasskeyError(null);
    confirm.mutate({ password, code: codeTyped(code) });
  };
  if (step === 'request') return <CodeRequest onSent={() => setStep('code')} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        {step === 'password' ? (
          <>
            <Text>{wordings.confirmAbout}</Text>
            <Problem error={passkeyError ?? confirm.error} />
            <PasswordInput
              label={common.password}
              autoComplete="current-password"
              required
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        ) : (
          <CodeField value={code} onChange={setCode}>
            <Problem error={confirm.error} />
          </CodeField>
        )}
        <Group justify="space-between">
          {step === 'password' && (
            <PasskeyConfirm
              onConfirmed={() => onEnd(true)}
              onFailure={(error) => {
                if (error === null) confirm.reset();
                setPasskeyError(error);
              }}
            />
          )}
          <Group ml="auto">
            <Button variant="default" onClick={() => onEnd(false)}>
              {wordings.cancel}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {wordings.confirm}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
