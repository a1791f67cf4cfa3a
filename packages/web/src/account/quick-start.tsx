import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { StepList } from './step-list.tsx';
import classes from './welcome.module.css';

export function QuickStart() {
  const { data, error, refetch } = useCall(calls.account.overview, {});
  const done = data?.overview.done;
  return (
    <Page
      title="Quick Start"
      about="From nothing to a campaign that talks, in six steps. They tick themselves off."
      width="normal"
    >
      {error ? (
        <FailedState title="Your progress could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !done ? (
        <Rows>
          <LoadingRows rows={6} height={72} />
        </Rows>
      ) : (
        <div className={`card ${classes.section}`}>
          <StepList done={done} order={2} />
        </div>
      )}
    </Page>
  );
}
