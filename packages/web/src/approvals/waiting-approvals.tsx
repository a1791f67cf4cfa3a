import { Title } from '@mantine/core';
import { calls } from '@parley/contract';
import blastClasses from '../blasts/blast.module.css';
import { useCall } from '../data/use-call.ts';
import { Rows } from '../kit/rows.tsx';
import { ApprovalRow } from './approval-rows.tsx';
import { wordings } from './wordings.ts';

/** What of a campaign waits for approval; nothing while nothing does. */
export function WaitingApprovals({ campaign }: { campaign: number }) {
  const { data } = useCall(calls.approvals.list, { campaign, onlyWaiting: true, start: 0 });
  const waiting = data?.approvals ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={blastClasses.earlier}>
      <Title order={2} mb="sm">
        {wordings.list.waitsHere}
      </Title>
      <Rows>
        {waiting.map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
      </Rows>
    </section>
  );
}
