import { Button, Divider } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../data/ask.ts';
import { canAutofillPasskeys, canUsePasskeys, proofOf, stopOffering } from './browser-passkeys.ts';
import { wordings } from './wordings.ts';

/** What the browser was asked with is good for ten minutes: before that it is asked anew. */
const ASK_ANEW_MS = 9 * 60_000;

type PasskeySignInProps = {
  remember: boolean;
  /** The button stays busy until it is done. */
  onSignedIn: () => Promise<void>;
  /** Null: a new try has begun. */
  onFailure: (error: unknown) => void;
};

/** Signing in with a passkey: by a button, or where the browser offers one at the field above it. */
export function PasskeySignIn(props: PasskeySignInProps) {
  return canUsePasskeys() ? <Offered {...props} /> : null;
}

function Offered({ remember, onSignedIn, onFailure }: PasskeySignInProps) {
  const current = useRef({ remember, onSignedIn, onFailure });
  current.current = { remember, onSignedIn, onFailure };
  const [round, setRound] = useState(0);
  const signIn = useMutation({
    mutationFn: async () => {
      onFailure(null);
      await signInWith(false, () => current.current.remember);
      await onSignedIn();
    },
    onError: onFailure,
    // Pressing the button has taken away what was offered at the field.
    onSettled: () => setRound((before) => before + 1),
  });
  const isBusy = signIn.isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round offers them anew
  useEffect(() => {
    if (isBusy) return;
    const offering = offerAtField(() => current.current);
    const timer = setTimeout(() => setRound((before) => before + 1), ASK_ANEW_MS);
    return () => {
      clearTimeout(timer);
      offering.stop();
    };
  }, [round, isBusy]);
  return (
    <>
      <Divider label={wordings.or} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} stroke={1.5} />}
        loading={isBusy}
        onClick={() => signIn.mutate()}
        fullWidth
      >
        {wordings.signIn}
      </Button>
    </>
  );
}

async function signInWith(atField: boolean, remember: () => boolean): Promise<void> {
  const { options, offer } = await ask(calls.passkeys.beginSignIn, {});
  const proof = await proofOf(options, atField);
  await ask(calls.passkeys.signIn, { offer, proof, remember: remember() });
}

/** Where the browser can, passkeys are among what it fills the field for the address in with. */
function offerAtField(current: () => PasskeySignInProps) {
  let isOver = false;
  const offer = async () => {
    if (!(await canAutofillPasskeys()) || isOver) return;
    await signInWith(true, () => current().remember);
    await current().onSignedIn();
  };
  offer().catch((error: unknown) => {
    if (!isOver) current().onFailure(error);
  });
  return {
    stop() {
      isOver = true;
      void stopOffering();
    },
  };
}
