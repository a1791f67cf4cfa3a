/**
 * Two accounts that share one user of a centre, each with a bind of its own: what comes over the one may
 * belong to the other.
 */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { first, rows, sql } from '../../platform/db/database.ts';
import { eventually, useHarness } from '../../testing/harness.ts';
import { storeList } from '../../testing/people.ts';
import { readSmppSettings } from '../stored-settings.ts';
import { send } from '../testing/smpp-channel.ts';
import { startSmsc } from '../testing/smsc.ts';
import { createSmpp } from './smpp.ts';

const harness = useHarness({ config: { privateCarriers: true } });

/** An account with a channel at the centre, which is not bound yet, and one person. */
async function shop(settings: Record<string, string>, number: string, phone: string) {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const channel = (await user.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;
  const saved = await user.ask(calls.connections.save, { channel, number, kind: 'smpp', values: settings });
  expect(saved).toMatchObject({ RESULT: 1 });
  await storeList(db, accountId, 'All', [{ phone }]);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
    select ${accountId}, ${700_000 + accountId}, ${channel}, id, 'test', 'sending', 'Hello', ${new Date()}, ${new Date()}
    from contacts where account_id = ${accountId}`.execute(db);
  const message = {
    id: 700_000 + accountId,
    accountId,
    channelId: channel,
    from: number,
    to: phone,
    body: 'Hello',
    media: null,
  };
  const bind = async () => {
    const row = await first(
      db,
      sql<{ connection: Record<string, string> }>`
        select connection from channels where account_id = ${accountId} and id = ${channel}`,
    );
    const place = { accountId, channelId: channel, place: 1 } as const;
    const carrier = createSmpp(services, place, readSmppSettings(services, row?.connection ?? {}));
    await eventually(() => carrier.link().state === 'bound');
    return carrier;
  };
  const status = async () =>
    (
      await first(
        db,
        sql<{ status: string }>`select status::text as status from messages where account_id = ${accountId}`,
      )
    )?.status;
  const texts = async () =>
    (
      await rows(db, sql<{ body: string }>`select body from inbound_messages where account_id = ${accountId}`)
    ).map(({ body }) => body);
  return { message, bind, status, texts };
}

test('a receipt over the other account’s bind reaches the message of the account that sent it, early or late', async () => {
  const smsc = await startSmsc();
  // Bound first: the centre delivers everything over this bind.
  const other = await shop(smsc.settings, '+12125550102', '+12125550112');
  const one = await shop(smsc.settings, '+12125550101', '+12125550111');
  const stranger = await shop({ ...smsc.settings, systemId: 'else' }, '+12125550103', '+12125550113');
  const over = await other.bind();
  const carriers = [over, await one.bind(), await stranger.bind()];
  try {
    const [result] = await send(carriers[1] as typeof over, one.message);
    const id = result?.is === 'accepted' ? (result.carrierId ?? '') : '';
    const tell = (carrierId: string, to: string) =>
      smsc.deliver({
        source_addr: to.slice(1),
        destination_addr: '12125550101',
        esm_class: 4,
        short_message: '',
        receipted_message_id: carrierId,
        message_state: 2,
      });
    // Of a person that nobody texted: the id alone does not do.
    expect(await tell(id, '+12125550999')).toBe(0);
    expect(await one.status()).toBe('sending');
    expect(await tell(id, one.message.to)).toBe(0);
    expect(await one.status()).toBe('delivered');

    // The receipt comes before the answer: it waits until the id is known there.
    const later = { ...one.message, id: one.message.id + 1 };
    await sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
      select account_id, ${later.id}, channel_id, contact_id, origin, 'sending', body, created_at, sent_at
      from messages where account_id = ${one.message.accountId}`.execute(harness().services.db);
    smsc.answer((pdu, session) => {
      void tell('EARLY77', later.to).then(() => session.send(pdu.response({ message_id: 'EARLY77' })));
      return true;
    });
    await send(carriers[1] as typeof over, later);
    smsc.answer(null);
    const delivered = () =>
      rows(
        harness().services.db,
        sql`select 1 from messages where account_id = ${later.accountId} and status = 'delivered'`,
      );
    await eventually(
      () => delivered(),
      (seen) => seen.length === 2,
    );
    expect([await other.status(), await stranger.status()]).toEqual(['sending', 'sending']);
    const kept = () =>
      rows(harness().services.db, sql`select 1 from unmatched_receipts where carrier_id = 'early77'`);
    await eventually(
      () => kept(),
      (seen) => seen.length === 0,
    );
  } finally {
    for (const carrier of carriers) await carrier.close();
    await smsc.stop();
  }
});

test('a text to the other account’s number goes there, one to nobody’s stays with the bind', async () => {
  const smsc = await startSmsc();
  const other = await shop(smsc.settings, '+12125550105', '+12125550115');
  const one = await shop(smsc.settings, '+12125550104', '+12125550114');
  const carrier = await other.bind();
  try {
    const write = (to: string, text: string) =>
      smsc.deliver({
        source_addr: '12125550177',
        source_addr_ton: 1,
        destination_addr: to,
        short_message: text,
      });
    expect(await write('12125550104', 'For one')).toBe(0);
    expect(await write('12125550105', 'For other')).toBe(0);
    expect(await write('12125550199', 'For nobody')).toBe(0);
    expect(await one.texts()).toEqual(['For one']);
    expect((await other.texts()).sort()).toEqual(['For nobody', 'For other']);
  } finally {
    await carrier.close();
    await smsc.stop();
  }
});
