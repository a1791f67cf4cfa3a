/** The rules of a channel are read anew a second after they were read, and are its own. */
import { calls } from '@parley/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { useHarness } from '../testing/harness.ts';
import { sendPolicyOf } from './send-policy.ts';

const harness = useHarness();
const { channels, gate } = calls;

afterEach(() => {
  vi.restoreAllMocks();
});

test('what another process changed holds a second later, and not much is asked of the database until then', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  const channelId = (await firstChannel(services.db, accountId))?.id ?? 0;
  let now = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const disclosure = async () => (await sendPolicyOf(services, accountId, channelId)).disclosure;
  const change = (words: string) =>
    services.pool.query('update channels set disclosure = $3 where account_id = $1 and id = $2', [
      accountId,
      channelId,
      words,
    ]);
  await change('Before');
  expect(await disclosure()).toBe('Before');
  await change('After');
  now += 999;
  expect(await disclosure()).toBe('Before');
  now += 1;
  expect(await disclosure()).toBe('After');
});

test('one channel’s rules say nothing of another’s', async () => {
  const user = await harness().newUser();
  await user.ask(channels.add, { name: 'Second' });
  const [one, other] = (await user.ask(channels.list, { search: '' })).values.channels.map(({ id }) => id);
  const quietOf = async (channel = 0) => {
    const { usual, quiet } = (await user.ask(gate.channelRules, { channel })).values;
    return { usual, quiet };
  };
  await user.ask(gate.saveChannelRules, { channel: other ?? 0, usual: false, quiet: true });
  expect([await quietOf(one), await quietOf(other)]).toEqual([
    { usual: true, quiet: false },
    { usual: false, quiet: true },
  ]);
  await user.ask(gate.saveChannelRules, { channel: one ?? 0, usual: false, quiet: false });
  expect([await quietOf(one), await quietOf(other)]).toEqual([
    { usual: false, quiet: false },
    { usual: false, quiet: true },
  ]);
});
