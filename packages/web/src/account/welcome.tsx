import { Button } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useLive } from '../data/live.ts';
import { refresh, useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { CreditNotice } from './credit-notice.tsx';
import { nextStep } from './first-steps.ts';
import { LastDays } from './last-days.tsx';
import { NeedsYou } from './needs-you.tsx';
import { QuickStartSteps } from './quick-start-steps.tsx';
import { SinceLastVisit } from './since-card.tsx';
import { StartCard } from './start-card.tsx';
import classes from './welcome.module.css';
import { Card, ComingUp, CreditsCard, Replies, Running } from './welcome-cards.tsx';
import { WelcomeSkeleton } from './welcome-skeleton.tsx';
import { wordings } from './wordings.ts';

const REFRESH_MS = 2_000;

/**
 * What runs, what comes next, what waits for an answer, how the last days went: the whole account in five
 * seconds.
 */
export function Welcome() {
  const client = useQueryClient();
  const { data, error, refetch } = useCall(calls.account.overview, {});
  const again = useThrottledCallback(() => void refresh(client, calls.account.overview), REFRESH_MS);
  useLive('blast', again);
  useLive('inbox', again);
  useLive('balance', again);

  const overview = data?.overview;
  // Until something was sent or received, what to do first says more than figures without a value.
  const isNew =
    overview !== undefined &&
    nextStep(overview.done) !== undefined &&
    overview.recentReplies.length === 0 &&
    overview.lastDays.every(({ sent, received }) => sent + received === 0);
  const isSending = (overview?.runningBlasts.length ?? 0) > 0;
  return (
    <Page
      title={wordings.shared.welcome}
      action={
        <Button
          component={Link}
          to="/campaign/templates"
          variant={isNew ? 'default' : 'filled'}
          leftSection={<IconPlus size={18} />}
        >
          {wordings.welcome.newCampaign}
        </Button>
      }
    >
      {error && !overview ? (
        <FailedState
          title={wordings.welcome.couldntLoadYourOverview}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !overview ? (
        <WelcomeSkeleton />
      ) : (
        <div className={classes.grid}>
          {!isNew && nextStep(overview.done) && <StartCard done={overview.done} />}
          <CreditNotice overview={overview} />
          <NeedsYou attention={overview.attention} />
          {overview.since && <SinceLastVisit since={overview.since} />}
          {isSending && <Running blasts={overview.runningBlasts} />}
          {isNew ? (
            <Card title={wordings.shared.quickStart}>
              <QuickStartSteps done={overview.done} order={3} />
            </Card>
          ) : (
            <LastDays days={overview.lastDays} />
          )}
          <div className={classes.column}>
            {!isSending && <Running blasts={[]} />}
            <ComingUp upcoming={overview.upcoming} />
            <CreditsCard balance={overview.balance} reserved={overview.reserved} />
            {isNew && <Replies replies={[]} waiting={0} />}
          </div>
          {!isNew && <Replies replies={overview.recentReplies} waiting={overview.waiting} whole />}
        </div>
      )}
    </Page>
  );
}
