import type { LiveMessage } from '@parley/contract';
import { expect, test } from 'vitest';
import { eventually, useHarness } from '../testing/harness.ts';
import { balanceOf, grantCredits } from './balance.ts';
import { tellBalance } from './balance-news.ts';

const harness = useHarness();

test('an open browser hears of its account’s balance once for changes that come together, and again for the next', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  const { accountId: another } = await harness().newUser();
  const told: LiveMessage[] = [];
  services.live.listen(accountId, (message) => told.push(message));
  const balance = await balanceOf(services.db, accountId);
  await grantCredits(services.db, accountId, 5, '', new Date());
  for (const whose of [accountId, another, accountId]) tellBalance(services, whose);
  await eventually(() => told.length > 0);
  expect(told).toEqual([{ type: 'balance', balance: balance + 5 }]);
  tellBalance(services, accountId);
  await eventually(() => told.length > 1);
  expect(told).toHaveLength(2);
});
