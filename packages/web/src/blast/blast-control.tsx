/** The blast wizard. Works on a page of its own and inside another screen, for any campaign id. */
import { useState } from 'react';
import { dropBlastDraft } from '../data/persist.ts';
import { useZone } from '../data/use-account.ts';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './blast.module.css';
import { EarlierBlasts } from './earlier-blasts.tsx';
import { Launched } from './launched.tsx';
import type { Sent } from './review.ts';
import { lowerFirst, startOf, startWords } from './schedule.ts';
import { Steps } from './steps.tsx';
import { Summary } from './summary.tsx';
import { useWizard } from './use-wizard.ts';

export function BlastControl({ campaign, name }: { campaign: number; name: string }) {
  const wizard = useWizard(campaign);
  const zone = useZone();
  const [launch, setLaunch] = useState<{ sent: Sent; starts: string } | null>(null);

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
  const finish = (sent: Sent) => {
    const { startAt } = wizard.draft;
    const now = new Date();
    const starts = startOf(startAt, zone, now).isNow ? '' : lowerFirst(startWords(startAt, zone, now));
    setLaunch({ sent, starts });
    dropBlastDraft(campaign);
  };
  return (
    <>
      {launch ? (
        <Launched {...launch} onStartOver={() => setLaunch(null)} />
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
