/** A person is erased while a carrier has a message to them in hand. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { createSimulator } from '../carriers/simulator.ts';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { useHarness } from '../testing/harness.ts';
import { eraseNext } from './erasure-jobs.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const PHONE = '+16465553777';

test('what the pretend carrier puts into its book afterwards is forgotten with her', async () => {
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const channelId = (await firstChannel(services.db, accountId))?.id ?? 0;
  const list = (await user.ask(calls.lists.add, { name: 'Everybody' })).values.id;
  await user.ask(calls.members.add, { phone: PHONE, list });
  const { rows } = await services.pool.query('select id from contacts where account_id = $1 and phone = $2', [
    accountId,
    PHONE,
  ]);
  const contact = rows[0].id as number;
  const id = (await services.messageIds.reserve(1)) as number;
  const body = 'On its way';
  await services.pool.query(
    `insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
     values ($1, $2, $3, $4, 'test', 'sending', $5, $6, $6)`,
    [accountId, id, channelId, contact, body, clock.now()],
  );
  expect((await user.ask(calls.members.erase, { contact, phone: PHONE })).RESULT).toBe(1);
  clock.advance(1_000);
  const message = { id, accountId, channelId, from: '+12125550100', to: PHONE, body, media: null };
  await createSimulator(services).send(
    [[message]],
    () => undefined,
    () => true,
  );
  await services.pool.query(`update messages set status = 'sent' where account_id = $1 and id = $2`, [
    accountId,
    id,
  ]);
  clock.advance(3 * 60_000);
  while (await eraseNext(services, 'test'));
  const left = await services.pool.query(
    'select phone, body from simulator_messages where account_id = $1 and direction = $2',
    [accountId, 'MT'],
  );
  expect(left.rows).toEqual([{ phone: expect.stringMatching(/^erased /), body: '' }]);
});

test('the number that stands with a carrier’s id of her text is forgotten, and nobody else’s', async () => {
  const { services } = harness();
  const { pool } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const channelId = (await firstChannel(services.db, accountId))?.id ?? 0;
  const list = (await user.ask(calls.lists.add, { name: 'Everybody' })).values.id;
  const other = '+16465553778';
  for (const phone of [PHONE, other]) await user.ask(calls.members.add, { phone, list });
  const { rows: people } = await pool.query('select id, phone from contacts where account_id = $1', [
    accountId,
  ]);
  // As an SMPP connection writes it down (carriers/smpp/message-ids.ts).
  for (const [n, { id: contact, phone }] of people.entries()) {
    const id = (await services.messageIds.reserve(1)) as number;
    await pool.query(
      `insert into messages (account_id, id, channel_id, contact_id, origin, status, carrier_id, created_at, sent_at)
       values ($1, $2, $3, $4, 'test', 'sent', $5, $6, $6)`,
      [accountId, id, channelId, contact, `00AB${n}`, clock.now()],
    );
    await pool.query(
      `insert into carrier_message_ids (account_id, channel_id, carrier_id, message_id, phone, at) values ($1, $2, $3, $4, $5, $6)`,
      [accountId, channelId, `ab${n}`, id, phone, clock.now()],
    );
  }
  const contact = people.find(({ phone }) => phone === PHONE)?.id as number;
  expect((await user.ask(calls.members.erase, { contact, phone: PHONE })).RESULT).toBe(1);
  const { rows: known } = await pool.query(
    'select phone from carrier_message_ids where account_id = $1 order by phone',
    [accountId],
  );
  expect(known).toEqual([{ phone: other }, { phone: expect.stringMatching(/^erased /) }]);
});
