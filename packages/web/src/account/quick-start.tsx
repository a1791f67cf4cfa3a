import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { QuickStartSteps } from './quick-start-steps.tsx';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

export function QuickStart() {
  const { data, error, refetch } = useCall(calls.account.overview, {});
  const done = data?.overview.done;
  return (
    <Page title={wordings.shared.quickStart} about={wordings.quickStart.fromZeroToALive} width="normal">
      {error ? (
        <FailedState
          title={wordings.quickStart.couldntLoadYourProgress}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !done ? (
        <Rows>
          <LoadingRows rows={6} height={72} />
        </Rows>
      ) : (
        <div className={`card ${classes.section}`}>
          <QuickStartSteps done={done} order={2} />
        </div>
      )}
    </Page>
  );
}
