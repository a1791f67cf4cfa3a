import { Button, Divider } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../data/ask.ts';
import { canAutofillPasskeys, canUsePasskeys, proofOf } from './browser-passkeys.ts';
import { useCeremony } from './use-ceremony.ts';
import { wordings } from './wordings.ts';

/** What the browser was asked with is good for ten minutes: before that it is asked anew. */
const ASK_ANEW_MS = 9 * 60_000;

type PasskeySignInProps = {
  /** Somebody is being signed in with a password. */
  isPaused: boolean;
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

function Offered({ isPaused, remember, onSignedIn, onFailure }: PasskeySignInProps) {
  const current = useRef({ remember, onSignedIn, onFailure });
  current.current = { remember, onSignedIn, onFailure };
  const [round, setRound] = useState(0);
  const askAnew = () => setRound((before) => before + 1);
  const newCeremony = useCeremony();
  const signIn = useMutation({
    mutationFn: async () => {
      onFailure(null);
      const signed = await signedBy(newCeremony(), false);
      if (!signed) return;
      await ask(calls.passkeys.signIn, { ...signed, remember: current.current.remember });
      await onSignedIn();
    },
    onError: onFailure,
    // Pressing the button has taken away what was offered at the field.
    onSettled: askAnew,
  });
  const isBusy = signIn.isPending || isPaused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round offers them anew
  useEffect(() => {
    if (isBusy) return;
    const over = new AbortController();
    void offerAtField(over.signal, () => current.current).then((isRefused) => isRefused && askAnew());
    const timer = setTimeout(askAnew, ASK_ANEW_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [round, isBusy]);
  return (
    <>
      <Divider label={wordings.or} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} stroke={1.5} />}
        loading={signIn.isPending}
        disabled={isPaused}
        onClick={() => signIn.mutate()}
        fullWidth
      >
        {wordings.signIn}
      </Button>
    </>
  );
}

/** What a passkey has signed for a sign-in; null: it is over before anybody has picked one. */
async function signedBy(over: AbortSignal, atField: boolean) {
  const { options, offer } = await ask(calls.passkeys.beginSignIn, {});
  const proof = await proofOf(options, over, atField);
  return proof && { offer, proof };
}

/**
 * Where the browser can, passkeys are among what it fills the field for the address in with. Whoever has
 * picked none hears of no trouble. Answers whether one that was picked was refused.
 */
async function offerAtField(over: AbortSignal, current: () => Omit<PasskeySignInProps, 'isPaused'>) {
  const signed = await canAutofillPasskeys()
    .then((can) => (can && !over.aborted ? signedBy(over, true) : null))
    .catch(() => null);
  if (!signed) return false;
  try {
    current().onFailure(null);
    await ask(calls.passkeys.signIn, { ...signed, remember: current().remember });
    await current().onSignedIn();
    return false;
  } catch (error) {
    if (!over.aborted) current().onFailure(error);
    return !over.aborted;
  }
}
