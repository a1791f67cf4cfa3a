import { Badge, type BadgeProps, Text } from '@mantine/core';
import type { ApprovalState, calls, ReplyOf } from '@parley/contract';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Row } from '../kit/rows.tsx';
import { wordings } from './wordings.ts';

export type Approval = ReplyOf<typeof calls.approvals.list>['approvals'][number];
export const approvalsOf = (reply: ReplyOf<typeof calls.approvals.list>) => reply.approvals;
export const idOf = ({ id }: Approval) => id;

const LOOKS: Record<ApprovalState, BadgeProps & { children: string }> = {
  waiting: {
    variant: 'light',
    c: 'var(--parley-warning-text)',
    bg: 'var(--parley-warning-soft)',
    children: wordings.states.waiting,
  },
  approved: { variant: 'light', children: wordings.states.approved },
  declined: {
    variant: 'light',
    c: 'var(--parley-danger-text)',
    bg: 'var(--parley-danger-soft)',
    children: wordings.states.declined,
  },
  withdrawn: { variant: 'default', children: wordings.states.withdrawn },
};

/** How a request stands, in a word. */
export function ApprovalBadge({ state, large }: { state: ApprovalState; large?: boolean }) {
  return <Badge size={large ? 'lg' : 'md'} {...LOOKS[state]} />;
}

/** A request by its campaign, with who asked and when. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  const { id, name, state, askedBy, askedAt } = approval;
  return (
    <Row
      title={name}
      to={`/approvals/${id}`}
      about={
        <Text c="dimmed">
          <Filled
            words={wordings.list.askedBy}
            parts={{ who: askedBy, when: <DateText at={askedAt} as="relative" span /> }}
          />
        </Text>
      }
      mark={<ApprovalBadge state={state} />}
    />
  );
}
