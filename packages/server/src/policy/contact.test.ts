/** What is known of a person's consent is the account's own, whoever else writes to the same number. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { talks } from './testing/talks.ts';

const harness = useHarness();
const PHONE = '+12125553321';

test('the first text of a keyword is consent with its words, once, and only in the account that was texted', async () => {
  const { services } = harness();
  const texted = await harness().newUser();
  const other = await harness().newUser();
  const channelId = (await firstChannel(services.db, texted.accountId))?.id ?? 0;
  const { text } = talks(() => ({ services, accountId: texted.accountId, channelId }));
  await storeSketch(
    services.db,
    texted.accountId,
    101,
    [{ type: 'final-message', text: 'Hello.', id: 1010 }],
    'DEALS',
  );
  await text(PHONE, 'Deals');
  await text(PHONE, 'deals');

  const consentsOf = async (user: typeof texted) => {
    const list = (await user.ask(calls.lists.add, { name: 'People' })).values.id;
    const contact = (await user.ask(calls.members.add, { phone: PHONE, list })).values.contactId;
    return (await user.ask(calls.gate.consents, { contact })).values.consents;
  };
  expect(await consentsOf(texted)).toMatchObject([
    { kind: 'opt-in', source: 'keyword', words: 'Deals', campaign: 101 },
  ]);
  expect(await consentsOf(other)).toEqual([]);
});
