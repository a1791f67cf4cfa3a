import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { checkLogin } from '../data/session.ts';
import { useAccount } from '../data/use-account.ts';
import { CodeForm } from './code-form.tsx';
import { CodeRequest } from './code-request.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { wordings } from './wordings.ts';

export const ABOVE_ALL = 1000;

/**
 * Signing in again above a screen whose session has ended: what was typed there stays as it is, and waits.
 */
export function SignInAgain() {
  const { data: account } = useAccount();
  const [step, setStep] = useState<'password' | 'request' | 'code'>('password');
  const leave = () => location.assign('/signin');
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_ALL}
      overlayProps={{ blur: 8, backgroundOpacity: 0.5 }}
      title={wordings.shared.signIn}
    >
      <Stack>
        <Text c="dimmed">{wordings.signInAgain.yourSessionEnded}</Text>
        {step === 'password' && (
          <SignInForm
            key={account?.email}
            {...(account && { email: account.email })}
            onSignedIn={async (mfaRequired) => (mfaRequired ? setStep('request') : checkLogin())}
          />
        )}
        {step === 'request' && <CodeRequest onSent={() => setStep('code')} />}
        {step === 'code' && <CodeForm onVerified={checkLogin} />}
        <Text c="dimmed" ta="center">
          <Anchor component="button" type="button" underline="always" onClick={leave}>
            {wordings.signInAgain.leaveThisScreen}
          </Anchor>
        </Text>
      </Stack>
    </Modal>
  );
}
