/**
 * Receipts that come before the answer, or whose answer never comes: stored before they are acknowledged, and
 * matched later.
 */
import { expect, test } from 'vitest';
import { first, rows, sql } from '../../platform/db/database.ts';
import { eventually, useHarness } from '../../testing/harness.ts';
import type { OutgoingMessage } from '../carrier.ts';
import { readSmppSettings, storedSettings } from '../stored-settings.ts';
import { send, useSmppChannel } from '../testing/smpp-channel.ts';
import type { Smsc } from '../testing/smsc.ts';
import { createSmpp } from './smpp.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const { place, closers, connect, message, statusOf } = useSmppChannel(harness);

const tell = (smsc: Smsc, one: OutgoingMessage, id: string, word = 'DELIVRD') =>
  smsc.deliver({
    source_addr: one.to.slice(1),
    destination_addr: '12125550100',
    esm_class: 4,
    data_coding: 0,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:${word} err:000 text:`,
  });

/** The pump notes it so when no answer came. */
const inDoubt = ({ id }: OutgoingMessage) =>
  sql`update messages set status = 'unknown' where account_id = ${place.accountId} and id = ${id}`.execute(
    harness().services.db,
  );

const waiting = () =>
  rows(
    harness().services.db,
    sql<{
      id: string;
    }>`select carrier_id as id from unmatched_receipts where account_id = ${place.accountId}`,
  ).then((found) => found.map(({ id }) => id));

test('the receipt that was acknowledged before a connection broke settles its message', async () => {
  const { smsc, carrier } = await connect();
  const one = await message();
  let acknowledged: number | undefined;
  smsc.answer((_pdu, session) => {
    void tell(smsc, one, 'EARLY1').then((status) => {
      acknowledged = status;
      session.destroy();
    });
    return true;
  });
  const [result] = await send(carrier, one);
  expect(acknowledged).toBe(0);
  expect(result?.is).toBe('unknown');
  expect(await waiting()).toEqual(['early1']);
  await inDoubt(one);
  await eventually(
    () => statusOf(one),
    (seen) => seen === 'delivered',
  );
  await eventually(
    () => waiting(),
    (seen) => seen.length === 0,
  );
});

test('what one process acknowledged, the next one settles when the first died', async () => {
  const { smsc, carrier } = await connect();
  const one = await message();
  smsc.answer(() => true);
  void send(carrier, one);
  await eventually(() => carrier.link().inFlight === 1);
  expect(await tell(smsc, one, 'EARLY2', 'UNDELIV')).toBe(0);
  await carrier.close();
  await inDoubt(one);
  const { services } = harness();
  const stored = storedSettings(services, 'smpp', smsc.settings, {});
  closers.push(createSmpp(services, place, readSmppSettings(services, stored)).close);
  await eventually(
    () => statusOf(one),
    (seen) => seen === 'undelivered',
  );
});

test('after the first receipt of a message in doubt the next one finds it, too', async () => {
  const { smsc } = await connect();
  const one = await message();
  await inDoubt(one);
  expect(await tell(smsc, one, 'EARLY6', 'ENROUTE')).toBe(0);
  await eventually(
    () => statusOf(one),
    (seen) => seen === 'sent',
  );
  expect(await tell(smsc, one, 'EARLY6')).toBe(0);
  expect(await statusOf(one)).toBe('delivered');
});

test('a receipt of an unknown id is not taken for that of a message to somebody else whose id is the same number in another notation', async () => {
  const { smsc, carrier } = await connect();
  const [one, other] = [await message(), await message()];
  await inDoubt(one);
  smsc.answer((pdu, session) => session.send(pdu.response({ message_id: '78187493520' })));
  await send(carrier, other);
  // 78187493520 in hexadecimal.
  expect(await tell(smsc, one, '1234567890')).toBe(0);
  await eventually(
    () => statusOf(one),
    (seen) => seen === 'delivered',
  );
  expect(await statusOf(other)).toBe('sending');
});

test.each(['unknown', 'sent'])(
  'one in doubt beside one that is %s to the same phone is not settled by a guess',
  async (beside) => {
    const { smsc, carrier } = await connect();
    const one = await message();
    await inDoubt(one);
    const { db } = harness().services;
    await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
    select account_id, id + 400000, channel_id, contact_id, origin, ${beside}::message_status, body, created_at, sent_at
    from messages where account_id = ${place.accountId} and id = ${one.id}`.execute(db);
    expect(await tell(smsc, one, `EARLY3-${beside}`)).toBe(0);
    const other = await message();
    await inDoubt(other);
    expect(await tell(smsc, other, `EARLY4-${beside}`)).toBe(0);
    await eventually(
      () => statusOf(other),
      (seen) => seen === 'delivered',
    );
    expect(await statusOf(one)).toBe('unknown');
    expect(carrier.link().state).toBe('bound');
  },
);

test('that cannot be stored is not acknowledged, and the carrier sends it again', async () => {
  const { smsc } = await connect();
  const one = await message();
  await inDoubt(one);
  const { db } = harness().services;
  await sql`alter table unmatched_receipts rename to early_receipts_away`.execute(db);
  const refused = await tell(smsc, one, 'EARLY5');
  await sql`alter table early_receipts_away rename to unmatched_receipts`.execute(db);
  expect(refused).toBe(0x64);
  expect(await tell(smsc, one, 'EARLY5')).toBe(0);
  await eventually(
    () => statusOf(one),
    (seen) => seen === 'delivered',
  );
});

test('a thousand receipts of nobody known are answered, and hold up no message', async () => {
  const { smsc, carrier } = await connect({ window: '2' }, {}, 20_000);
  const one = await message();
  smsc.answer((pdu, session) => {
    const strange = Array.from({ length: 1_000 }, (_, n) => tell(smsc, one, `STRANGE${n}`, 'ENROUTE'));
    void Promise.all(strange).then(() => session.send(pdu.response({ message_id: 'KNOWN1' })));
    return true;
  });
  const [result] = await send(carrier, one);
  expect(result).toEqual({ is: 'accepted', carrierId: 'KNOWN1' });
  const stored = await first(
    harness().services.db,
    sql<{ count: number }>`
      select count(*) as count from unmatched_receipts
      where account_id = ${place.accountId} and carrier_id like 'strange%'`,
  );
  expect(stored?.count).toBe(1_000);
});
