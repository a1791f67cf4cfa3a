/** The blast wizard. Works on a page of its own and inside another screen, for any campaign id. */
import { useState } from 'react';
import { dropBlastDraft } from '../data/persist.ts';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './blast.module.css';
import { EarlierBlasts } from './earlier-blasts.tsx';
import { Launched } from './launched.tsx';
import type { Sent } from './review.ts';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { useWizard } from './use-wizard.ts';

export function BlastControl({ campaign, name }: { campaign: number; name: string }) {
  const wizard = useWizard(campaign);
  const [sent, setSent] = useState<Sent | null>(null);

  if (wizard.error) {
    return (
      <FailedState
        title="The blast could not be prepared"
        error={wizard.error}
        onRetry={() => void wizard.retry()}
      />
    );
  }
  if (wizard.isPending) return <LoadingCards cards={1} height={320} />;
  const finish = (reply: Sent) => {
    setSent(reply);
    dropBlastDraft(campaign);
  };
  return (
    <>
      {sent ? (
        <Launched sent={sent} onStartOver={() => setSent(null)} />
      ) : (
        <div className={classes.wizard}>
          <Steps wizard={wizard} name={name} onSent={finish} />
          <Summary wizard={wizard} />
        </div>
      )}
      <EarlierBlasts campaign={campaign} />
    </>
  );
}
