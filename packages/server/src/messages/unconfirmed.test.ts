import { calls, type FormOf } from '@parley/contract';
import { expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { applyReceipts } from './receipts.ts';

const harness = useHarness();
let next = 500;

/** A blast that is over, in which some messages are in doubt. */
async function doubtful(people: number, inDoubt: number) {
  const { services } = harness();
  harness().startBackground();
  const user = await harness().newUser();
  const { accountId } = user;
  const { db } = services;
  const list = await storeList(
    db,
    accountId,
    'All',
    phones(people).map((phone) => ({ phone })),
  );
  next += 1;
  await storeSketch(db, accountId, next, [{ type: 'final-message', id: next * 10, text: 'Hi' }] as never);
  const sent = await user.ask(calls.blast.send, {
    campaign: next,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
  await eventually(
    () => progress(),
    (seen) => seen?.delivered === people,
  );
  // As a time-out leaves them.
  await sql`
    with doubt as (
      update messages set status = 'unknown', reason = 'No answer.', settled_at = null
      where account_id = ${accountId} and id in (
        select id from messages where account_id = ${accountId} order by id limit ${inDoubt})
      returning *
    ), noted as (
      insert into unconfirmed_messages (account_id, message_id, contact_id, blast_id, tried_at)
      select account_id, id, contact_id, blast_id, sent_at from doubt
    )
    update blasts set unknown = ${inDoubt}, delivered = delivered - ${inDoubt}::int where account_id = ${accountId}`.execute(
    db,
  );
  const credits = () =>
    first(db, sql`select balance, reserved, spent from balances where account_id = ${accountId}`);
  const listed = async () => (await user.ask(calls.delivery.inDoubt, { blast })).values;
  return { services, user, accountId, blast, progress, credits, listed };
}

it('lists what is in doubt, of a blast and of the account, and nobody else’s', async () => {
  const { user, listed, blast } = await doubtful(20, 17);
  const found = await listed();
  expect(found?.total).toBe(17);
  expect(found?.messages).toHaveLength(15);
  expect(found?.messages[0]).toMatchObject({ text: 'Hi', reason: 'No answer.', blast, credits: 1 });
  const rest = await user.ask(calls.delivery.inDoubt, { start: 15 });
  expect(rest.values?.messages).toHaveLength(2);
  const phone = found?.messages[3]?.phone ?? '';
  const searched = await user.ask(calls.delivery.inDoubt, { search: phone.slice(-6) });
  expect(searched.values?.messages.map((each) => each.phone)).toContain(phone);
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.inDoubt, { blast })).status).toBe(404);
  expect((await other.ask(calls.delivery.inDoubt, {})).values?.messages).toEqual([]);
  const ids = found?.messages.map(({ id }) => id) ?? [];
  expect((await other.ask(calls.delivery.settle, { messages: ids, decision: 'sent' })).values?.settled).toBe(
    0,
  );
  expect((await listed())?.total).toBe(17);
});

it('settles by hand: sent stays paid, not sent gives the credits back, once', async () => {
  const { services, user, accountId, progress, credits, listed, blast } = await doubtful(6, 4);
  const ids = (await listed())?.messages.map(({ id }) => id) ?? [];
  const settle = (messages: number[], decision: 'sent' | 'not-sent') =>
    user.ask(calls.delivery.settle, { messages, decision });
  expect((await settle(ids.slice(0, 1), 'sent')).values?.settled).toBe(1);
  expect(await credits()).toEqual({ balance: 994, reserved: 0, spent: 6 });
  expect((await settle(ids.slice(1, 3), 'not-sent')).values?.settled).toBe(2);
  expect((await settle(ids.slice(1, 3), 'not-sent')).values?.settled).toBe(0);
  expect(await credits()).toEqual({ balance: 996, reserved: 0, spent: 4 });
  expect(await progress()).toMatchObject({ unknown: 1, sent: 1, failed: 2, delivered: 2, credits: 4 });
  const noted = await rows(
    services.db,
    sql`select decision, user_id as who from manual_reconciliations where account_id = ${accountId} order by message_id desc`,
  );
  expect(noted.map((each) => (each as { decision: string }).decision)).toEqual([
    'sent',
    'not-sent',
    'not-sent',
  ]);
  const { values } = await user.ask(calls.blast.reasons, { blast });
  expect(values?.reasons).toContainEqual({
    status: 'failed',
    reason: 'marked as not sent by hand',
    code: '',
    count: 2,
  });
});

it('settles all that match a filter, however many are shown, and no more than the person was told of', async () => {
  const { services, user, accountId, credits, listed, blast } = await doubtful(40, 30);
  const settleAll = (count: number, more: Partial<FormOf<typeof calls.delivery.settleAll>> = {}) =>
    user.ask(calls.delivery.settleAll, { count, decision: 'not-sent', ...more });
  const refused = await settleAll(29);
  expect(refused).toMatchObject({ status: 200, RESULT: 0 });
  expect(refused.MESSAGE).toContain('30 by now');
  const phone = (await listed())?.messages[0]?.phone ?? '';
  expect((await settleAll(1, { search: phone, decision: 'sent' })).values?.settled).toBe(1);
  expect((await settleAll(0, { kind: 'single' })).values?.settled).toBe(0);
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.settleAll, { count: 99, decision: 'sent' })).values?.settled).toBe(
    0,
  );
  expect((await other.ask(calls.delivery.settleAll, { blast, count: 99, decision: 'sent' })).status).toBe(
    404,
  );
  expect((await settleAll(29, { blast })).values?.settled).toBe(29);
  expect((await listed())?.total).toBe(0);
  expect(await credits()).toEqual({ balance: 989, reserved: 0, spent: 11 });
  const noted = await rows(
    services.db,
    sql`select 1 from manual_reconciliations where account_id = ${accountId}`,
  );
  expect(noted).toHaveLength(30);
});

it('gives nothing back for a message that failed by itself', async () => {
  const { services, user, accountId, credits } = await doubtful(3, 0);
  await sql`update messages set status = 'failed' where account_id = ${accountId}`.execute(services.db);
  const failed = await rows(
    services.db,
    sql<{ id: number }>`select id from messages where account_id = ${accountId}`,
  );
  const messages = failed.map(({ id }) => id);
  expect((await user.ask(calls.delivery.settle, { messages, decision: 'not-sent' })).values?.settled).toBe(0);
  expect(await credits()).toEqual({ balance: 997, reserved: 0, spent: 3 });
});

it('sends again on a person’s decision only, past the last gate', async () => {
  const { services, user, accountId, progress, listed } = await doubtful(4, 2);
  const messages = (await listed())?.messages ?? [];
  const [one, stopped] = messages;
  await sql`
    insert into suppressions (account_id, phone, source, at)
    values (${accountId}, ${stopped?.phone}, 'person', ${new Date(0)})`.execute(services.db);
  // The simulated carrier takes a reference once; this carrier has never heard of it.
  await sql`delete from simulator_messages where account_id = ${accountId} and phone = ${one?.phone}`.execute(
    services.db,
  );
  const ids = messages.map(({ id }) => id);
  expect((await user.ask(calls.delivery.settle, { messages: ids, decision: 'again' })).values?.settled).toBe(
    2,
  );
  await eventually(
    () => progress(),
    (seen) => seen?.delivered === 3,
  );
  expect(await progress()).toMatchObject({ unknown: 0, queued: 0, delivered: 3, skipped: 1, credits: 3 });
  const book = await rows(
    services.db,
    sql`select 1 from simulator_messages where account_id = ${accountId} and phone = ${one?.phone}`,
  );
  expect(book).toHaveLength(1);
});

it('sends nothing again while the blast still sends; what is settled by then stands in nobody’s way', async () => {
  const { services, user, accountId, blast, listed } = await doubtful(4, 2);
  const [settled = 0, open = 0] = (await listed())?.messages.map(({ id }) => id) ?? [];
  await sql`
    insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused)
    values (${accountId}, ${blast}, 1, 1, 1, ${services.clock.now()}, true)`.execute(services.db);
  const settle = async (id: number, decision: 'sent' | 'again') => {
    const answer = await user.ask(calls.delivery.settle, { messages: [id], decision });
    return answer.RESULT === 1 ? answer.values.settled : answer.MESSAGE;
  };
  expect(await settle(settled, 'sent')).toBe(1);
  expect(await settle(settled, 'again')).toBe(0);
  expect(await settle(open, 'again')).toContain('still sending');
});

it('finds a single message in doubt as soon as it is, narrows the list, and writes the same to a file', async () => {
  const { services, user, accountId, blast } = await doubtful(4, 3);
  const [account] = await rows<{ id: number }>(
    services.db,
    sql`select id from channels where account_id = ${accountId}`,
  );
  // The simulator breaks off in the middle for this number, and sends no receipt.
  const phone = '5005550009';
  await user.ask(calls.connections.test, { channel: account?.id ?? 0, phone, text: 'Hello?' });
  const list = async (filter: Partial<FormOf<typeof calls.delivery.inDoubt>>) =>
    (await user.ask(calls.delivery.inDoubt, filter)).values;
  await eventually(
    () => list({ kind: 'single' }),
    (seen) => seen?.total === 1,
  );
  expect((await list({ kind: 'single' }))?.messages).toMatchObject([
    { phone: `+1${phone}`, blast: 0, text: 'Hello?' },
  ]);
  expect((await list({}))?.total).toBe(4);
  expect((await list({ kind: 'blast' }))?.total).toBe(3);
  expect((await list({ blast }))?.total).toBe(3);
  expect((await list({ search: phone }))?.messages.map(({ text }) => text)).toEqual(['Hello?']);
  expect((await list({ to: '2020-01-01' }))?.total).toBe(0);
  expect((await list({ from: '2020-01-01', to: '2090-01-01' }))?.total).toBe(4);
  const file = await user.get('delivery/exportInDoubt?inpKind=single');
  expect(file.text.trim().split('\r\n')).toHaveLength(2);
  expect(file.text).toContain('Hello?');
  const [message] = (await list({ kind: 'single' }))?.messages ?? [];
  await user.ask(calls.delivery.settle, { messages: [message?.id ?? 0], decision: 'sent' });
  expect((await list({}))?.total).toBe(3);
  // What late receipts settle is gone from it, so that nobody has to pass it over.
  const receipts = ((await list({}))?.messages ?? []).map(({ id }) => ({
    messageId: id,
    status: 'delivered' as const,
    carrierId: null,
    code: null,
  }));
  await applyReceipts(services.db, accountId, receipts, services.clock.now());
  expect(await list({})).toMatchObject({ total: 0, messages: [] });
  expect(
    await rows(services.db, sql`select 1 from unconfirmed_messages where account_id = ${accountId}`),
  ).toHaveLength(0);
});
