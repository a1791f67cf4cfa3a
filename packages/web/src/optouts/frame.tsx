/** The frame of the three opt-out screens: what they are called, and the way from one to the other. */
import { Badge, SegmentedControl } from '@mantine/core';
import { calls } from '@parley/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import classes from './optouts.module.css';

const TABS = {
  '/optouts': {
    title: 'Opt-outs',
    about:
      'Numbers that get nothing more, on any path. Only the person can change that, with START, UNSTOP or YES.',
  },
  '/optouts/review': {
    title: 'Opt-outs to review',
    about: 'Texts that may be opt-outs. Nothing happens until you decide.',
  },
  '/optouts/muted': {
    title: 'Muted conversations',
    about:
      'Their texts look like an auto-reply that answers your campaign in circles. They get no answers for a day, or until you unmute them. STOP, START and HELP are always answered.',
  },
} as const;
export type Tab = keyof typeof TABS;

type FrameProps = { tab: Tab; action?: ReactNode; tools?: ReactNode; children: ReactNode };

export function Frame({ tab, action, tools, children }: FrameProps) {
  const navigate = useNavigate();
  const waiting = useCall(calls.optouts.doubtful, { start: 0, length: 1 });
  const muted = useCall(calls.optouts.muted, { start: 0, length: 1 });
  const { title, about } = TABS[tab];
  return (
    <Page
      title={title}
      crumbs={[{ label: 'Lists', to: '/lists' }]}
      about={about}
      action={action}
      tools={tools}
    >
      <SegmentedControl
        className={classes.tabs ?? ''}
        value={tab}
        onChange={(value) => void navigate(value)}
        aria-label="Opt-outs"
        data={[
          { value: '/optouts', label: 'Opted out' },
          { value: '/optouts/review', label: <Counted label="To review" count={waiting.data?.total ?? 0} /> },
          { value: '/optouts/muted', label: <Counted label="Muted" count={muted.data?.total ?? 0} /> },
        ]}
      />
      {children}
    </Page>
  );
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <span className={classes.counted}>
      {label}
      {count > 0 && (
        <Badge size="sm" variant="filled" className={`tabular ${classes.count}`}>
          {formatNumber(count)}
        </Badge>
      )}
    </span>
  );
}
