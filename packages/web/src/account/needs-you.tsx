import { Anchor, Title } from '@mantine/core';
import type { Overview } from '@parley/contract';
import { Link } from 'react-router';
import { formatNumber } from '../kit/numbers.tsx';
import classes from './welcome.module.css';

const KINDS = [
  { key: 'toReview', one: 'text may be an opt-out', many: 'texts may be opt-outs', to: '/optouts/review' },
  { key: 'inDoubt', one: 'message is in doubt', many: 'messages are in doubt', to: '/in-doubt' },
  { key: 'muted', one: 'conversation is muted', many: 'conversations are muted', to: '/optouts/muted' },
  {
    key: 'broken',
    one: 'live campaign has a step with an error',
    many: 'live campaigns have a step with an error',
    to: '/',
  },
] as const;

/** What stands still until somebody decides; nothing when nothing does. */
export function NeedsYou({ attention }: { attention: Overview['attention'] }) {
  const waiting = KINDS.filter(({ key }) => attention[key] > 0);
  if (waiting.length === 0) return null;
  return (
    <section className={`card ${classes.since}`}>
      <Title order={2}>Needs you</Title>
      <ul>
        {waiting.map(({ key, one, many, to }) => (
          <li key={key}>
            <b className="tabular">{formatNumber(attention[key])}</b>{' '}
            <Anchor component={Link} to={to}>
              {attention[key] === 1 ? one : many}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
