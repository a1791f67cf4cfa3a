import { Anchor, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import { Link } from 'react-router';
import { formatNumber } from '../kit/numbers.tsx';
import { useMaySend } from './sender-only.tsx';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

const KINDS = [
  {
    key: 'approvals',
    one: wordings.needsYou.blastWaitsForApproval,
    many: wordings.needsYou.blastsWaitForApproval,
    to: '/approvals',
  },
  {
    key: 'toReview',
    one: wordings.needsYou.textMightBeAnOpt,
    many: wordings.needsYou.textsMightBeOptOuts,
    to: '/optouts/review',
  },
  {
    key: 'inDoubt',
    one: wordings.needsYou.messageIsUnconfirmed,
    many: wordings.needsYou.messagesAreUnconfirmed,
    to: '/in-doubt',
  },
  {
    key: 'muted',
    one: wordings.needsYou.conversationIsMuted,
    many: wordings.needsYou.conversationsAreMuted,
    to: '/optouts/muted',
  },
  {
    key: 'broken',
    one: wordings.needsYou.liveCampaignHasAStep,
    many: wordings.needsYou.liveCampaignsHaveAStep,
    to: '/',
  },
  {
    key: 'webhooks',
    one: wordings.needsYou.webhookIsOff,
    many: wordings.needsYou.webhooksAreOff,
    to: '/account/webhooks',
  },
] as const;

/** What stands still until somebody decides; nothing when nothing does. */
export function NeedsYou({ attention }: { attention: Overview['attention'] }) {
  const maySend = useMaySend();
  const waiting = KINDS.filter(({ key }) => attention[key] > 0 && (maySend || key !== 'approvals'));
  if (waiting.length === 0) return null;
  return (
    <section className={`card ${classes.since}`}>
      <Title order={2}>{wordings.needsYou.needsYou}</Title>
      <ul>
        {waiting.map(({ key, one, many, to }) => (
          <li key={key}>
            <b className="tabular">{formatNumber(attention[key])}</b>{' '}
            <Anchor component={Link} to={to}>
              {attention[key] === 1 ? one : many}
            </Anchor>
            {key === 'broken' && attention.reachedByBroken > 0 && (
              <Text span c="dimmed">
                {' · '}
                {wordings.needsYou.reached(attention.reachedByBroken)}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
