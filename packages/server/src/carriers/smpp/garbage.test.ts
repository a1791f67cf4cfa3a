/**
 * A centre that does not keep to SMPP: nothing ends the server, and each message ends where the words of the
 * centre put it.
 */
import { describe, expect, test } from 'vitest';
import { eventually, useHarness } from '../../testing/harness.ts';
import { send, useSmppChannel } from '../testing/smpp-channel.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const { connect, open, message, statusOf, inbound } = useSmppChannel(harness);

/** A PDU as bytes: its length first, unless another one is claimed. */
function pdu(id: number, sequence: number, body = Buffer.alloc(0), length = 16 + body.length, status = 0) {
  const head = Buffer.alloc(16);
  [length, id, status, sequence].forEach((value, n) => void head.writeUInt32BE(value >>> 0, n * 4));
  return Buffer.concat([head, body]);
}
const SUBMIT_RESP = 0x80000004;

describe('what no client understands', () => {
  test.each([
    ['outbind, which has no answer', pdu(0x0000000b, 7, Buffer.from('smsc\0secret\0'))],
    ['an unknown request', pdu(0x00010203, 8)],
    ['an unknown answer', pdu(0x80010203, 9)],
    ['an answer to a bind that nobody asked for', pdu(0x80000009, 99, Buffer.from('x\0'))],
    ['a submit_sm from the wrong side', pdu(0x00000004, 10, Buffer.alloc(40))],
    ['an alert', pdu(0x00000102, 11, Buffer.from('\x01\x011\0\x01\x011\0'))],
    ['a deliver_sm without a body', pdu(0x00000005, 12)],
    ['a deliver_sm that ends in its middle', pdu(0x00000005, 13, Buffer.from('\0\x01\x01121'))],
    ['an answer without a sequence number of ours', pdu(SUBMIT_RESP, 0x7ffffff0, Buffer.from('A1\0'))],
    ['a PDU shorter than its head', pdu(0x15, 14, Buffer.alloc(0), 8)],
    ['a PDU of no length', pdu(0x15, 14, Buffer.alloc(0), 0)],
    ['a PDU of 2 GB', pdu(0x05, 15, Buffer.alloc(0), 0x7fffffff)],
  ])('%s: the next message goes', async (_name, bytes) => {
    const { smsc, carrier } = await connect({ enquireSeconds: '5' });
    smsc.raw(bytes);
    await eventually(
      async () => send(carrier, await message()),
      (seen) => seen[0]?.is === 'accepted',
    );
  });
});

describe('an answer', () => {
  test('of no length but its head counts as accepted', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((given, session) => session.socket.write(pdu(SUBMIT_RESP, given.sequence_number)));
    expect(await send(carrier, await message())).toEqual([{ is: 'accepted', carrierId: null }]);
  });

  test('with another sequence number settles nothing', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((given, session) =>
      session.socket.write(pdu(SUBMIT_RESP, given.sequence_number + 1_000, Buffer.from('A2\0'))),
    );
    expect((await send(carrier, await message()))[0]?.is).toBe('unknown');
  });

  test('twice is heard once, and its id may be of any length', async () => {
    const { smsc, carrier } = await connect();
    const id = 'i'.repeat(5_000);
    smsc.answer((given, session) => {
      const bytes = pdu(SUBMIT_RESP, given.sequence_number, Buffer.from(`${id}\0`));
      return session.socket.write(Buffer.concat([bytes, bytes]));
    });
    const one = await message();
    const [result] = await send(carrier, one);
    expect(result?.is).toBe('accepted');
    await smsc.deliver({
      source_addr: one.to.slice(1),
      destination_addr: '12125550100',
      esm_class: 4,
      receipted_message_id: id,
      message_state: 2,
      short_message: '',
    });
    await eventually(
      () => statusOf(one),
      (seen) => seen === 'delivered',
    );
  });

  test('cut by an unbind leaves its message in doubt, and the next one goes', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((_given, session) => {
      session.unbind({}, () => session.close());
      return true;
    });
    expect((await send(carrier, await message()))[0]?.is).toBe('unknown');
    smsc.answer(null);
    await eventually(
      async () => send(carrier, await message()),
      (seen) => seen[0]?.is === 'accepted',
    );
  });
});

test('a centre that binds and says nothing more is bound anew', async () => {
  const { smsc, carrier } = await connect({ enquireSeconds: '5' });
  smsc.freeze();
  await eventually(() => carrier.link().state === 'lost');
  expect(carrier.link().trouble?.code).toBe('ENQUIRE_TIMEOUT');
});

test('half a bind answer ends in BIND_TIMEOUT', async () => {
  const { smsc, carrier } = await open({});
  smsc.halve();
  await eventually(() => carrier.link().trouble?.code === 'BIND_TIMEOUT');
});

test('a server of another protocol is called by its name', async () => {
  const { smsc, carrier } = await connect({});
  smsc.raw(Buffer.from('220 mail.example ESMTP ready\r\n'));
  await eventually(() => carrier.link().trouble?.code === 'BAD_PDU');
});

describe('NUL', () => {
  test('within a text is left out, and the text is acknowledged', async () => {
    const { smsc } = await connect();
    const before = (await inbound()).length;
    const status = await smsc.deliver({
      source_addr: '12125550177',
      source_addr_ton: 1,
      destination_addr: '12125550100',
      data_coding: 8,
      short_message: Buffer.from('a\0b', 'utf16le').swap16(),
    });
    expect(status).toBe(0);
    await eventually(
      () => inbound(),
      (seen) => seen.length === before + 1,
    );
    expect((await inbound()).at(-1)).toBe('ab');
  });

  test('within a receipt spoils neither its status nor its acknowledgement', async () => {
    const { smsc, carrier } = await connect();
    smsc.answer((given, session) => session.send(given.response({ message_id: 'NUL1' })));
    const one = await message();
    await send(carrier, one);
    const status = await smsc.deliver({
      source_addr: one.to.slice(1),
      destination_addr: '12125550100',
      esm_class: 4,
      data_coding: 8,
      short_message: Buffer.from('id:NUL1\0 stat:UNDELIV err:0\x0003 text:', 'utf16le').swap16(),
    });
    expect(status).toBe(0);
    await eventually(
      () => statusOf(one),
      (seen) => seen === 'undelivered',
    );
  });
});
