import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useLive } from '../data/live.ts';
import { useAccount } from '../data/use-account.ts';
import { keyOf } from '../data/use-call.ts';
import { CountUp } from '../kit/numbers.tsx';
import classes from './credits.module.css';
import { wordings } from './wordings.ts';

/** The account's credits, kept fresh by the live connection. */
export function Credits() {
  const client = useQueryClient();
  const { data: account } = useAccount();
  useLive('balance', ({ balance }) => {
    client.setQueryData<typeof account>(
      keyOf(calls.account.load, {}),
      (known) => known && { ...known, balance },
    );
  });
  if (!account) return null;
  return (
    <Anchor
      component={Link}
      to="/account/credits"
      c="dimmed"
      underline="never"
      className={classes.credits}
      title={wordings.credits.creditsLeft}
    >
      <CountUp value={account.balance} /> <span className={classes.word}>{wordings.credits.credits}</span>
    </Anchor>
  );
}
