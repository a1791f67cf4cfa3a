/** The blast wizard. Works on a page of its own and inside another screen, for any campaign id. */
import { calls } from '@parley/contract';
import { WaitingApprovals } from '../approvals/waiting-approvals.tsx';
import { dropBlastDraft } from '../data/persist.ts';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { ALL_CAMPAIGNS, LoadFailed } from '../kit/load-failed.tsx';
import { Rows } from '../kit/rows.tsx';
import { FailedState, LoadingCards, LoadingRows } from '../kit/states.tsx';
import classes from './blast.module.css';
import { BlastSummary } from './blast-summary.tsx';
import { EarlierBlasts } from './earlier-blasts.tsx';
import { Launched } from './launched.tsx';
import type { Sent } from './review.ts';
import { startLine, startOf } from './schedule.ts';
import { Steps } from './steps.tsx';
import { useWizard } from './use-wizard.ts';
import { lowerFirst, wordings } from './wordings.ts';

/** Needs nothing but the campaign's id. */
export function BlastControl({ campaign }: { campaign: number }) {
  const name = useCall(calls.campaigns.loadName, { campaign, isTemplate: false });
  if (name.error && !name.data)
    return (
      <LoadFailed
        what={wordings.blastControl.campaign}
        error={name.error}
        onRetry={() => void name.refetch()}
        back={ALL_CAMPAIGNS}
      />
    );
  if (!name.data) return <Loading />;
  return <Wizard key={campaign} campaign={campaign} name={name.data.name} />;
}

/** The steps and what they come to, while they are on their way. */
function Loading() {
  return (
    <div className={classes.control}>
      <div className={classes.wizard}>
        <Rows>
          <LoadingRows rows={4} height={64} />
        </Rows>
        <LoadingCards cards={1} height={320} shape="title" />
      </div>
    </div>
  );
}

function Wizard({ campaign, name }: { campaign: number; name: string }) {
  const wizard = useWizard(campaign);
  const zone = useZone();
  const { launched } = wizard.draft;

  if (wizard.error) {
    return (
      <FailedState
        title={wordings.blastControl.couldntPrepareTheBlast}
        error={wizard.error}
        onRetry={() => void wizard.retry()}
      />
    );
  }
  if (wizard.isPending) return <Loading />;
  const finish = (sent: Sent) => {
    const now = new Date();
    const { startAt, localTime } = wizard.draft;
    const goesNow = !localTime && startOf(startAt, zone, now).isNow;
    const starts = goesNow ? '' : lowerFirst(startLine(wizard.draft, zone, now));
    dropBlastDraft(campaign);
    wizard.change({ launched: { sent, starts } });
  };
  return (
    <div className={classes.control}>
      {launched ? (
        <Launched {...launched} onStartOver={() => dropBlastDraft(campaign)} />
      ) : (
        <div className={classes.wizard}>
          <Steps wizard={wizard} name={name} onSent={finish} />
          <BlastSummary wizard={wizard} />
        </div>
      )}
      <WaitingApprovals campaign={campaign} />
      <EarlierBlasts campaign={campaign} />
    </div>
  );
}
