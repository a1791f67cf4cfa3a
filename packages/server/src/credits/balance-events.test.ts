import type { LiveMessage } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { Runtime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { balanceOf, grantCredits } from './balance.ts';
import { publishBalance } from './balance-events.ts';

const harness = useHarness();

test('an open browser hears of its account’s balance once for changes that come together, and again for the next', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  const { accountId: another } = await harness().newUser();
  const told: LiveMessage[] = [];
  services.live.listen(accountId, (message) => told.push(message));
  const balance = await balanceOf(services.db, accountId);
  await grantCredits(services.db, accountId, 5, '', new Date());
  const planned = vi.spyOn(globalThis, 'setTimeout');
  for (const whose of [accountId, another, accountId]) publishBalance(services, whose);
  expect(planned).toHaveBeenCalledTimes(1);
  planned.mockRestore();
  await eventually(() => told.length > 0);
  expect(told).toEqual([{ type: 'balance', balance: balance + 5 }]);
  await grantCredits(services.db, accountId, 1, '', new Date());
  publishBalance(services, accountId);
  const last = { type: 'balance', balance: balance + 6 } as const;
  await eventually(() => told.some((each) => each.type === 'balance' && each.balance === last.balance));
  expect(told).toEqual([{ type: 'balance', balance: balance + 5 }, last]);
});

test('a balance that cannot be read is noted, and the next one is told', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  const told: LiveMessage[] = [];
  services.live.listen(accountId, (message) => told.push(message));
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  const lame: Services = { ...services, db: away.db, runtime: new Runtime() };
  publishBalance(lame, accountId);
  await eventually(() =>
    harness()
      .logged()
      .some((line) => line.includes('the balance could not be told')),
  );
  await away.close();
  publishBalance(services, accountId);
  await eventually(() => told.length > 0);
});
