/**
 * Centres that keep to SMPP in ways of their own: answers out of order and in pieces, sessions that end again
 * and again.
 */
import type { Pdu, Session } from 'smpp';
import { expect, test } from 'vitest';
import { eventually, useHarness } from '../../testing/harness.ts';
import type { OutgoingMessage } from '../carrier.ts';
import { send, useSmppChannel } from '../testing/smpp-channel.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const { connect, message, statusOf } = useSmppChannel(harness);

async function some(count: number): Promise<OutgoingMessage[]> {
  const made: OutgoingMessage[] = [];
  while (made.length < count) made.push(await message());
  return made;
}

test('answers that come in another order belong to their messages', async () => {
  const { smsc, carrier } = await connect({ window: '10' });
  let held: { given: Pdu; session: Session }[] = [];
  smsc.answer((given, session) => {
    held.push({ given, session });
    if (held.length === 10) {
      for (const each of held.reverse())
        each.session.send(each.given.response({ message_id: `of ${each.given.destination_addr}` }));
      held = [];
    }
    return true;
  });
  const messages = await some(20);
  const results = await send(carrier, ...messages);
  expect(results).toEqual(messages.map(({ to }) => ({ is: 'accepted', carrierId: `of ${to.slice(1)}` })));
});

test('an answer in three pieces is one answer', async () => {
  const { smsc, carrier } = await connect();
  smsc.answer((given, session) => {
    const bytes = given.response({ message_id: 'PIECES' }).toBuffer();
    const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 17), bytes.subarray(17)];
    pieces.forEach((piece, n) => void setTimeout(() => session.socket.write(piece), n * 20));
    return true;
  });
  expect(await send(carrier, await message())).toEqual([{ is: 'accepted', carrierId: 'PIECES' }]);
});

test('an unbind in the middle of a window leaves in doubt what it had not answered, and nothing else', async () => {
  const { smsc, carrier } = await connect({ window: '10' });
  let heard = 0;
  smsc.answer((given, session) => {
    heard += 1;
    if (heard < 5) session.send(given.response({ message_id: `U${heard}` }));
    if (heard === 5) session.unbind({}, () => session.close());
    return true;
  });
  const messages = await some(10);
  const results = await send(carrier, ...messages);
  expect(results.map((result) => result?.is)).toEqual([
    ...Array.from({ length: 4 }, () => 'accepted'),
    ...Array.from({ length: 6 }, () => 'unknown'),
  ]);
  smsc.answer(null);
  const next = await message();
  await eventually(
    () => send(carrier, next),
    (seen) => seen[0]?.is === 'accepted',
  );
});

test('a centre that closes after each bind leaves one message in doubt each time, not a window of them', {
  timeout: 30_000,
}, async () => {
  const { smsc, carrier } = await connect({ window: '10' });
  const perSession = new Map<unknown, number>();
  smsc.answer((_given, session) => {
    perSession.set(session, (perSession.get(session) ?? 0) + 1);
    setTimeout(() => session.destroy(), 50);
    return true;
  });
  await send(carrier, ...(await some(14)));
  const [first, ...others] = perSession.values();
  expect(first).toBe(10);
  expect(others.length).toBeGreaterThan(0);
  expect(others.every((count) => count === 1)).toBe(true);
  smsc.answer(null);
  const next = await message();
  await eventually(async () => (await send(carrier, next))[0]?.is === 'accepted', Boolean, 10_000);
});

test('receipts that come in one packet, one of them twice, are all heard', async () => {
  const { smsc, carrier } = await connect();
  smsc.answer((given, session) => {
    session.send(given.response({ message_id: `R${given.destination_addr}` }));
    return true;
  });
  const messages = await some(2);
  await send(carrier, ...messages);
  const receipts = [...messages, ...messages.slice(0, 1)].map(({ to }) =>
    smsc.deliver({
      source_addr: to.slice(1),
      destination_addr: '12125550100',
      esm_class: 4,
      receipted_message_id: `R${to.slice(1)}`,
      message_state: 2,
      short_message: '',
    }),
  );
  expect(await Promise.all(receipts)).toEqual([0, 0, 0]);
  for (const one of messages) expect(await statusOf(one)).toBe('delivered');
});
