/**
 * What only SMPP has: parts, receipts in every notation, sessions that break, one bind for many processes.
 */
import { describe, expect, test } from 'vitest';
import { first, rows, sql } from '../../platform/db/database.ts';
import { eventually, useHarness } from '../../testing/harness.ts';
import { createLeases } from '../bind-leases.ts';
import type { OutgoingMessage } from '../carrier.ts';
import { readSmppSettings, storedSettings } from '../stored-settings.ts';
import { send, useSmppChannel } from '../testing/smpp-channel.ts';
import type { Smsc } from '../testing/smsc.ts';
import { storeConnection } from '../testing/subjects.ts';
import { createSmpp } from './smpp.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const { place, closers, connect, message, statusOf, inbound } = useSmppChannel(harness);

describe('a message', () => {
  test('asks for a receipt on its last part, and its parts share a reference', async () => {
    const { smsc, carrier } = await connect();
    await send(carrier, await message('x'.repeat(400)), await message('short'));
    expect(smsc.submitted.map((pdu) => pdu.registered_delivery)).toEqual([0, 0, 1, 1]);
    const headers = smsc.submitted.slice(0, 3).map((pdu) => (pdu.short_message as { udh: Buffer[] }).udh[0]);
    expect(new Set(headers.map((header) => header?.[2])).size).toBe(1);
    expect(headers.map((header) => [header?.[3], header?.[4]])).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
  });

  test.each([
    ['+12125550100', 1, 1, '12125550100'],
    ['24365', 3, 0, '24365'],
    ['MyShop', 5, 0, 'MyShop'],
  ])('from %s has the type and plan of its sender', async (from, ton, npi, addr) => {
    const { smsc, carrier } = await connect();
    await send(carrier, await message('x', from));
    expect(smsc.submitted[0]).toMatchObject({
      source_addr_ton: ton,
      source_addr_npi: npi,
      source_addr: addr,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
    });
  });

  test('of which one part is throttled is finished, not begun anew', async () => {
    const { smsc, carrier } = await connect();
    let count = 0;
    smsc.answer((pdu, session) => {
      count += 1;
      if (count !== 2) return false;
      session.send(pdu.response({ command_status: 0x58 }));
      return true;
    });
    const [result] = await send(carrier, await message('y'.repeat(300)));
    expect(result?.is).toBe('accepted');
    const numbers = smsc.submitted.map((pdu) => (pdu.short_message as { udh: Buffer[] }).udh[0]?.[4]);
    expect(numbers).toEqual([1, 2]);
    expect(count).toBe(3);
  });

  test('of which one part is refused for good counts as failed, with the code', async () => {
    const { smsc, carrier } = await connect();
    let count = 0;
    smsc.answer((pdu, session) => {
      count += 1;
      if (count !== 2) return false;
      session.send(pdu.response({ command_status: 0x66 }));
      return true;
    });
    const [result] = await send(carrier, await message('z'.repeat(300)));
    expect(result).toMatchObject({ is: 'rejected', code: '0x66', retry: false });
  });

  test('that meets a full queue is asked to wait', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((pdu, session) => session.send(pdu.response({ command_status: 0x14 })));
    expect(await send(carrier, await message())).toEqual([{ is: 'throttled', retryAfterMs: 2_000 }]);
  });

  test('whose answer comes too late is in doubt first, and settled by the answer', async () => {
    const { smsc, carrier } = await connect({}, {}, 300);
    smsc.answer((pdu, session) => {
      setTimeout(() => session.send(pdu.response({ message_id: 'LATE1' })), 1_500);
      return true;
    });
    const one = await message();
    const [result] = await send(carrier, one);
    expect(result?.is).toBe('unknown');
    await sql`
      update messages set status = 'unknown' where account_id = ${place.accountId} and id = ${one.id}`.execute(
      harness().services.db,
    );
    await eventually(
      () => statusOf(one),
      (seen) => seen === 'sent',
    );
  });

  test('fills the window, and no more than that', async () => {
    const { smsc, carrier } = await connect({ window: '7' });
    let open = 0;
    let most = 0;
    smsc.answer((pdu, session) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        session.send(pdu.response({ message_id: `W${pdu.sequence_number}` }));
      }, 20);
      return true;
    });
    const messages = await Promise.all(Array.from({ length: 40 }, () => message()));
    const results = await send(carrier, ...messages);
    expect(results.every((result) => result?.is === 'accepted')).toBe(true);
    expect(most).toBe(7);
  });
});

describe('a receipt', () => {
  const deliver = (smsc: Smsc, one: OutgoingMessage, fields: Record<string, unknown>) =>
    smsc.deliver({
      source_addr: one.to.slice(1),
      destination_addr: '12125550100',
      esm_class: 4,
      data_coding: 0,
      short_message: '',
      ...fields,
    });
  const text = (id: string, stat: string) =>
    `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:${stat} err:000 text:Hello`;
  const accept = (smsc: Smsc, id: string) =>
    smsc.answer((pdu, session) => session.send(pdu.response({ message_id: id })));

  test.each([
    ['hexadecimal at the answer, decimal here', 'F4240', '1000000'],
    ['decimal at the answer, hexadecimal here', '2000000', '1E8480'],
    ['with zeros in front', '31415', '0000031415'],
    ['in another case', 'abc-DEF-1', 'ABC-def-1'],
  ])('finds its message: %s', async (_name, given, told) => {
    const { smsc, carrier } = await connect();
    accept(smsc, given);
    const one = await message();
    await send(carrier, one);
    expect(await deliver(smsc, one, { short_message: text(told, 'DELIVRD') })).toBe(0);
    expect(await statusOf(one)).toBe('delivered');
  });

  test('means the message of its number when two could be meant', async () => {
    const { smsc, carrier } = await connect();
    const [one, other] = [await message(), await message()];
    accept(smsc, '3039');
    await send(carrier, one);
    accept(smsc, '12345');
    await send(carrier, other);
    // 12345 is the second one's id, and the first one's 3039 in decimal.
    await deliver(smsc, one, { short_message: text('12345', 'DELIVRD') });
    expect([await statusOf(one), await statusOf(other)]).toEqual(['delivered', 'sending']);
  });

  test('may be in TLVs alone', async () => {
    const { smsc, carrier } = await connect();
    accept(smsc, 'TLV1');
    const one = await message();
    await send(carrier, one);
    await deliver(smsc, one, { receipted_message_id: 'TLV1', message_state: 3 });
    expect(await statusOf(one)).toBe('expired');
  });

  test.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'undelivered'],
    ['EXPIRED', 'expired'],
    ['REJECTD', 'failed'],
    ['DELETED', 'failed'],
    ['ACCEPTD', 'sent'],
    ['DELIVERED', 'delivered'],
    ['REJECTED', 'failed'],
    ['UNDELIVERABLE', 'undelivered'],
    ['ACCEPTED', 'sent'],
    ['UNKNOWN', 'sent'],
  ])('%s means %s', async (word, status) => {
    const { smsc, carrier } = await connect();
    accept(smsc, `S-${word}`);
    const one = await message();
    await send(carrier, one);
    await deliver(smsc, one, { short_message: text(`S-${word}`, word) });
    expect(await statusOf(one)).toBe(status);
  });

  test('finds its message after a restart', async () => {
    const { smsc, carrier } = await connect();
    accept(smsc, 'AFTER1');
    const one = await message();
    await send(carrier, one);
    await carrier.close();
    const { services } = harness();
    const stored = storedSettings(services, 'smpp', smsc.settings, {});
    const next = createSmpp(services, place, readSmppSettings(services, stored));
    closers.push(next.close);
    await eventually(() => next.link().state === 'bound');
    await deliver(smsc, one, { short_message: text('AFTER1', 'DELIVRD') });
    expect(await statusOf(one)).toBe('delivered');
  });
});

describe('a text of a person', () => {
  const base = {
    source_addr: '12125550888',
    source_addr_ton: 1,
    destination_addr: '12125550100',
    data_coding: 0,
  };
  const header = (reference: number, total: number, part: number) =>
    Buffer.from([5, 0, 3, reference, total, part]);

  test('comes whole however it is cut, in any order, once', async () => {
    const { smsc } = await connect();
    const before = (await inbound()).length;
    const udh = (part: number, message: string) => ({
      ...base,
      esm_class: 0x40,
      short_message: { udh: header(9, 3, part), message },
    });
    await smsc.deliver(udh(3, 'three'));
    await smsc.deliver(udh(1, 'one '));
    await smsc.deliver(udh(1, 'one '));
    await smsc.deliver(udh(2, 'two '));
    const sar = (part: number, message: string) => ({
      ...base,
      short_message: message,
      sar_msg_ref_num: 700,
      sar_total_segments: 2,
      sar_segment_seqnum: part,
    });
    await Promise.all([smsc.deliver(sar(2, 'world')), smsc.deliver(sar(1, 'hello '))]);
    await smsc.deliver({ ...base, short_message: '', message_payload: `payload ${'p'.repeat(300)}` });
    expect((await inbound()).slice(before)).toEqual([
      'one two three',
      'hello world',
      `payload ${'p'.repeat(300)}`,
    ]);
    const left = await rows(
      harness().services.db,
      sql`select 1 from inbound_message_parts where account_id = ${place.accountId}`,
    );
    expect(left).toEqual([]);
  });

  test('keeps a character that was cut in the middle', async () => {
    const { smsc } = await connect();
    const wide = Buffer.from('🎉', 'utf16le').swap16();
    for (const [part, bytes] of [wide.subarray(0, 2), wide.subarray(2)].entries())
      await smsc.deliver({
        ...base,
        data_coding: 8,
        esm_class: 0x40,
        short_message: Buffer.concat([header(11, 2, part + 1), bytes]),
      });
    await smsc.deliver({
      ...base,
      esm_class: 0x40,
      short_message: Buffer.concat([header(12, 2, 1), Buffer.from([0x35, 0x1b])]),
    });
    await smsc.deliver({
      ...base,
      esm_class: 0x40,
      short_message: Buffer.concat([header(12, 2, 2), Buffer.from([0x65])]),
    });
    expect((await inbound()).slice(-2)).toEqual(['🎉', '5€']);
  });
});

test('a text belongs to the channel of its number, a receipt to the one that sent, whichever session they come over', async () => {
  const { db } = harness().services;
  const { smsc, carrier } = await connect();
  const other = await first(
    db,
    sql<{ id: number }>`
      insert into channels (account_id, name, name_key, number, position, connection_kind, created_at)
      values (${place.accountId}, 'Other', 'other', '+12125550199', 9, 'smpp', ${new Date()}) returning id`,
  );
  closers.push(() =>
    sql`update channels set deleted_at = now() where account_id = ${place.accountId} and id = ${other?.id}`.execute(
      db,
    ),
  );
  await sql`update channels set connection_kind = 'smpp' where account_id = ${place.accountId} and id = ${place.channelId}`.execute(
    db,
  );
  for (const destination_addr of ['12125550199', '+1 212 555 0199', '12125550100'])
    await smsc.deliver({
      source_addr: '12125550886',
      destination_addr,
      data_coding: 0,
      short_message: `To ${destination_addr}`,
    });
  const received = await rows(
    db,
    sql<{ body: string; channel: number }>`
      select body, channel_id as channel from inbound_messages where account_id = ${place.accountId} and body like 'To %' order by id`,
  );
  expect(received.map(({ channel }) => channel)).toEqual([other?.id, other?.id, place.channelId]);

  const one = await message();
  await sql`
    insert into carrier_message_ids (account_id, channel_id, carrier_id, message_id, phone, at)
    values (${place.accountId}, ${other?.id}, 'sibling1', ${one.id}, ${one.to}, ${new Date()})`.execute(db);
  const receipt = { esm_class: 4, receipted_message_id: 'SIBLING1', message_state: 2, short_message: '' };
  await smsc.deliver({ ...receipt, source_addr: '12125550000' });
  expect(await statusOf(one)).toBe('sending');
  await smsc.deliver({ ...receipt, source_addr: one.to.slice(1) });
  expect(await statusOf(one)).toBe('delivered');
  expect(carrier.link().state).toBe('bound');
});

describe('a session', () => {
  test('that breaks brings its last texts again: they count once', async () => {
    const { smsc, carrier } = await connect();
    const before = (await inbound()).length;
    await smsc.text('+12125550889', 'Once, please', '');
    smsc.drop();
    await eventually(() => smsc.binds.length === 2 && carrier.link().state === 'bound');
    // Longer than the same words may follow each other by themselves.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await smsc.text('+12125550889', 'Once, please', '');
    await smsc.text('+12125550889', 'Another', '');
    expect((await inbound()).slice(before)).toEqual(['Once, please', 'Another']);
  });

  test('that is gone reports one message and leaves the rest alone', async () => {
    const { smsc, carrier } = await connect();
    await smsc.stop();
    await eventually(() => carrier.link().state === 'lost');
    const results = await send(carrier, await message(), await message(), await message());
    expect(results[0]).toMatchObject({ is: 'rejected', code: 'NOT_BOUND', retry: true });
    expect(results.slice(1)).toEqual([undefined, undefined]);
  });

  test('is bound again after it broke, and what was in flight is in doubt', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer(() => true);
    const pending = send(carrier, await message(), await message());
    await eventually(() => carrier.link().inFlight === 2);
    smsc.drop();
    expect((await pending).map((result) => result?.is)).toEqual(['unknown', 'unknown']);
    smsc.answer(null);
    await eventually(() => smsc.binds.length === 2 && carrier.link().state === 'bound');
    expect((await send(carrier, await message()))[0]?.is).toBe('accepted');
  });

  test('is unbound cleanly at the end, after the answers that are due', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((pdu, session) => {
      setTimeout(() => session.send(pdu.response({ message_id: 'END1' })), 300);
      return true;
    });
    const pending = send(carrier, await message());
    await eventually(() => carrier.link().inFlight === 1);
    await carrier.close();
    expect((await pending)[0]?.is).toBe('accepted');
    expect(smsc.unbinds()).toBe(1);
  });

  test('gives up a carrier that no longer answers its signs of life', async () => {
    const { smsc, carrier } = await connect({ enquireSeconds: '5' });
    smsc.freeze();
    await eventually(() => carrier.link().trouble?.code === 'ENQUIRE_TIMEOUT');
  });
});

test('one process at a time holds the bind; another one takes it over when the first is gone', async () => {
  const { services } = harness();
  await storeConnection(harness(), place, 'smpp', {
    host: '127.0.0.1',
    port: '1',
    systemId: 'x',
  });
  await sql`
    insert into connection_leases (account_id, channel_id, place) values (${place.accountId}, ${place.channelId}, 1)`.execute(
    services.db,
  );
  const [one, other] = [createLeases(services), createLeases(services)];
  const mine = await one.renew();
  expect(mine).toMatchObject([place]);
  expect(await other.renew()).toEqual([]);
  expect([one.holds(place), other.holds(place)]).toEqual([true, false]);
  expect(other.heldElsewhere()).toEqual([place.channelId]);
  expect(one.heldElsewhere()).toEqual([]);
  // The first one freezes: its lease runs out.
  await sql`
    update connection_leases set leased_until = ${new Date(0)} where account_id = ${place.accountId}`.execute(
    services.db,
  );
  expect(await other.renew()).toMatchObject([place]);
  expect(await one.renew()).toEqual([]);
  expect(one.holds(place)).toBe(false);
  await other.release();
  expect(await one.renew()).toMatchObject([place]);
});
