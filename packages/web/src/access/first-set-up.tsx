import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { type ReactNode, useState } from 'react';
import { useAction } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { wordings } from './wordings.ts';

const words = wordings.firstSetUp;

/** Everybody needs codes here and nothing brings any: the app is set up in the middle of the sign-in. */
export function FirstSetUp({ onSignedIn, foot }: { onSignedIn: () => void; foot: ReactNode }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const begin = useAction(calls.authenticator.begin, { onFailure: () => undefined });
  if (recoveryCodes)
    return (
      <AccessCard title={wordings.recoveryCodes.title}>
        <RecoveryCodes codes={recoveryCodes} onSaved={onSignedIn} />
      </AccessCard>
    );
  return (
    <AccessCard title={wordings.setUp.title} about={words.about} error={begin.error} foot={foot}>
      {begin.data ? (
        <SetUpForm offered={begin.data} onCancel={null} onDone={setRecoveryCodes} />
      ) : (
        <Button onClick={() => begin.mutate({})} loading={begin.isPending} fullWidth>
          {words.begin}
        </Button>
      )}
    </AccessCard>
  );
}
