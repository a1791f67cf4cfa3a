/** The frame of the three opt-out screens: what they are called, and the way from one to the other. */
import { Badge, SegmentedControl } from '@mantine/core';
import { calls } from '@parley/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import classes from './suppression.module.css';
import { wordings } from './wordings.ts';

const TABS = {
  '/optouts': {
    title: common.optOuts,
    about: wordings.optOutTabs.theseNumbersDontGetAny,
  },
  '/optouts/review': {
    title: wordings.shared.optOutsToReview,
    about: wordings.optOutTabs.textsThatMightBeOpt,
  },
  '/optouts/muted': {
    title: wordings.shared.mutedConversations,
    about: wordings.optOutTabs.theseLookLikeAutoReplies,
  },
} as const;
export type Tab = keyof typeof TABS;

type FrameProps = { tab: Tab; action?: ReactNode; tools?: ReactNode; children: ReactNode };

export function OptOutTabs({ tab, action, tools, children }: FrameProps) {
  const navigate = useNavigate();
  const waiting = useCall(calls.optouts.doubtful, { start: 0, length: 1 });
  const muted = useCall(calls.optouts.muted, { start: 0, length: 1 });
  const { title, about } = TABS[tab];
  return (
    <Page
      title={title}
      crumbs={[{ label: common.lists, to: '/lists' }]}
      about={about}
      action={action}
      tools={tools}
    >
      <SegmentedControl
        className={classes.tabs ?? ''}
        value={tab}
        onChange={(value) => void navigate(value)}
        aria-label={common.optOuts}
        data={[
          { value: '/optouts', label: common.optedOut },
          {
            value: '/optouts/review',
            label: <Counted label={wordings.optOutTabs.toReview} count={waiting.data?.total ?? 0} />,
          },
          {
            value: '/optouts/muted',
            label: <Counted label={wordings.optOutTabs.muted} count={muted.data?.total ?? 0} />,
          },
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
