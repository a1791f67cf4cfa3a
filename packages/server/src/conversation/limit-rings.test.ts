/** Campaigns that start each other by calling us come to an end; other programs go on as they like. */
import { calls } from '@parley/contract';
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { apiClient, apiKeyOf } from '../testing/api-world.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { API_STEP_AGENT } from './limit-rings.ts';

const harness = useHarness();

test('what API steps start for one number is bounded, by the trigger and by REST together', async () => {
  const user = await harness().newUser();
  await storeSketch(harness().services.db, user.accountId, 5, [
    { id: 5, type: 'final-message', text: 'Round and round' },
  ]);
  await user.ask(calls.credentials.add, { name: 'Ring' });
  const [pair] = (await user.ask(calls.credentials.list, { filter: '' })).values.credentials;
  const client = apiClient(harness(), await apiKeyOf(user));
  const trigger = async (phone: string, agent: string) =>
    (
      await harness().app.inject({
        url: `/api/v1/triggerSMS?${new URLSearchParams({ inpContactString: phone, inpBatchId: '5' })}`,
        headers: {
          'user-agent': agent,
          authorization: `Basic ${Buffer.from(`${pair?.accessKey}:${pair?.secretKey}`).toString('base64')}`,
        },
      })
    ).statusCode;
  const [one, other] = ['2125550161', '2125550162'];
  for (let n = 0; n < API_STEP_LIMITS.startsAnHour; n += 1)
    expect(await trigger(one, API_STEP_AGENT)).toBe(200);
  expect(await trigger(one, API_STEP_AGENT)).toBe(429);
  expect(await trigger(one, 'a shop')).toBe(200);
  expect(await trigger(other, API_STEP_AGENT)).toBe(200);
  const rest = async (agent: string) => {
    const request = { headers: { 'user-agent': agent }, body: { phone: `+1${one}` } };
    return (await client('POST', '/campaigns/cmp_5/conversations', request)).status;
  };
  expect([await rest(API_STEP_AGENT), await rest('a shop')]).toEqual([429, 201]);
});
