/** A disk that is full: machines are told that nothing was stored, and when to come again. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { apiClient, apiKeyOf } from '../testing/api-world.ts';
import { fillDisk } from '../testing/full-disk.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test('REST v1 and the trigger answer 507 where there is no room, as the screens’ calls do', async () => {
  const user = await harness().newUser();
  const client = apiClient(harness(), await apiKeyOf(user));
  await user.ask(calls.credentials.add, { name: 'Shop' });
  const [pair] = (await user.ask(calls.credentials.list, { filter: '' })).values.credentials;
  for (const table of ['contacts', 'throttles']) await fillDisk(harness().services.db, table);
  const put = await client('PUT', '/contacts', { body: { contacts: [{ phone: '+12125550160' }] } });
  expect(put).toMatchObject({ status: 507, body: { status: 507, title: 'No room left' } });
  expect(put.headers['retry-after']).toBe('5');
  const trigger = await harness().app.inject({
    url: '/api/v1/triggerSMS?inpContactString=2125550160&inpBatchId=1',
    headers: {
      'user-agent': 'Parley',
      authorization: `Basic ${Buffer.from(`${pair?.accessKey}:${pair?.secretKey}`).toString('base64')}`,
    },
  });
  expect([trigger.statusCode, trigger.headers['retry-after']]).toEqual([507, '5']);
});
