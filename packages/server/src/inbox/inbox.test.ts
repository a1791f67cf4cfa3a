import { calls, type LiveMessage } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
let owner: Client & { accountId: number };

beforeAll(async () => {
  owner = await harness().newUser();
  for (let n = 0; n < 60; n++)
    await owner.ask(calls.simulator.phoneSend, {
      phone: `+121255502${String(n).padStart(2, '0')}`,
      text: `Text ${n}`,
    });
});

const list = async (form: { before?: number; search?: string } = {}) =>
  (await owner.ask(calls.inbox.list, form)).values.messages;

test('lists incoming messages newest first, page by page', async () => {
  const first = await list();
  expect(first).toHaveLength(50);
  expect(first[0]).toMatchObject({ phone: '+12125550259', text: 'Text 59', campaign: 0 });
  const second = await list({ before: first.at(-1)?.id ?? 0 });
  expect(second.map((message) => message.text)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Text ${9 - n}`),
  );
  expect(await list({ before: second.at(-1)?.id ?? 0 })).toEqual([]);
});

test('finds by text and by number; % means itself', async () => {
  expect((await list({ search: 'text 5' })).length).toBe(11);
  expect((await list({ search: '(212) 555-0207' })).map((message) => message.text)).toEqual(['Text 7']);
  expect(await list({ search: '%' })).toEqual([]);
});

test('shows nothing of another account', async () => {
  const other = await harness().newUser();
  expect((await other.ask(calls.inbox.list, {})).values.messages).toEqual([]);
  const [mine] = await list();
  expect((await other.ask(calls.inbox.list, { before: mine?.id ?? 0 })).values.messages).toEqual([]);
});

test('the live connection tells of a message after it is stored', async () => {
  const heard: LiveMessage[] = [];
  const stop = harness().services.live.listen(owner.accountId, (message) => heard.push(message));
  await owner.ask(calls.simulator.phoneSend, { phone: '+12125550299', text: 'Anybody there?' });
  stop();
  const [stored] = await list();
  expect(heard).toEqual([
    {
      type: 'inbox',
      message: {
        id: stored?.id,
        phone: '+12125550299',
        text: 'Anybody there?',
        campaign: 0,
        at: stored?.at,
      },
    },
  ]);
});
