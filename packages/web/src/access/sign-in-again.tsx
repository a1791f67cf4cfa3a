import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { returnToScreen } from '../data/session.ts';
import { useAccount } from '../data/use-account.ts';
import { HeldModal } from '../kit/held-modal.tsx';
import { CodeForm } from './code-form.tsx';
import { CodeRequest } from './code-request.tsx';
import { useSessionEnd } from './session-end.ts';
import { SignInForm } from './sign-in-form.tsx';
import { wordings } from './wordings.ts';

export const ABOVE_ALL = 1000;

/**
 * Signing in again above a screen whose session has ended: what was typed there stays as it is, and waits.
 */
export function SignInAgain() {
  const { data: account } = useAccount();
  const [step, setStep] = useState<'password' | 'request' | 'code'>('password');
  const end = useSessionEnd();
  const isOut = end?.canGoOn === false;
  const email = end?.why === 'email-changed' ? undefined : account?.email;
  const leave = () => location.assign('/signin');
  return (
    <HeldModal
      zIndex={ABOVE_ALL}
      overlayProps={{ blur: 8, backgroundOpacity: 0.5 }}
      title={isOut ? wordings.signInAgain.signedOut : wordings.shared.signIn}
    >
      {isOut ? (
        <Stack>
          <Text c="dimmed">{end.words}</Text>
          <Text c="dimmed">{wordings.signInAgain.typedIsLost}</Text>
          <Button data-autofocus onClick={leave}>
            {wordings.signInAgain.goToSignIn}
          </Button>
        </Stack>
      ) : (
        <Stack>
          <Text c="dimmed">
            {end?.words
              ? `${end.words} ${wordings.signInAgain.typedIsStillHere}`
              : wordings.signInAgain.yourSessionEnded}
          </Text>
          {step === 'password' && (
            <SignInForm
              key={email}
              {...(email && { email })}
              onSignedIn={async (next) => {
                if (next === 'done') await returnToScreen();
                else setStep(next === 'text' ? 'request' : 'code');
              }}
            />
          )}
          {step === 'request' && <CodeRequest onSent={() => setStep('code')} />}
          {step === 'code' && <CodeForm onVerified={returnToScreen} />}
          <Text c="dimmed" ta="center">
            <Anchor component="button" type="button" underline="always" onClick={leave}>
              {wordings.signInAgain.leaveThisScreen}
            </Anchor>
          </Text>
        </Stack>
      )}
    </HeldModal>
  );
}
