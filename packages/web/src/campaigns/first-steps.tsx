import { CloseButton, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { useEffect } from 'react';
import { nextStep } from '../account/first-steps.ts';
import { QuickStartSteps } from '../account/quick-start-steps.tsx';
import { StartCard } from '../account/start-card.tsx';
import { putStartAway, useStored } from '../data/persist.ts';
import { useCall } from '../data/use-call.ts';
import classes from './first-steps.module.css';
import { wordings } from './wordings.ts';

/**
 * The Quick Start above the campaigns: the whole of it until there is a campaign, then its next step; nothing
 * once all are done or it was put away.
 */
export function FirstSteps() {
  const isAway = useStored((state) => state.startPutAway);
  const { data } = useCall(calls.account.overview, {}, { enabled: !isAway });
  const done = data?.overview.done;
  const isOver = done !== undefined && nextStep(done) === undefined;
  useEffect(() => {
    if (isOver) putStartAway();
  }, [isOver]);
  if (isAway || !done || isOver) return null;
  return (
    <div className={classes.start}>
      {done.campaign ? (
        <StartCard done={done} />
      ) : (
        <section className={`card ${classes.all}`}>
          <Title order={2}>{wordings.firstSteps.title}</Title>
          <QuickStartSteps done={done} order={3} />
        </section>
      )}
      <CloseButton
        className={classes.away ?? ''}
        aria-label={wordings.firstSteps.putAway}
        onClick={putStartAway}
      />
    </div>
  );
}
