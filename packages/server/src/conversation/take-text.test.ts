import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, script, sql, transact } from '../platform/db/database.ts';
import { Runtime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { lockWaits } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { playLeft } from './play-left.ts';
import { receiveInbound } from './receive-inbound.ts';
import { playAtEnd, takeText } from './take-text.ts';

// It stands still: what was read a moment ago stays so, however slow the machine.
const clock = manualClock(new Date());
const harness = useHarness({ clock });
const place = { accountId: 0, channelId: 0 };
const ANSWER = 'Thank you.';
let count = 0;

beforeAll(async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  Object.assign(place, { accountId, channelId });
  await storeSketch(db, accountId, 1, [{ id: 1, type: 'final-message', text: ANSWER }], 'JOIN');
});

const newPhone = () => `+1212556${String(1000 + count++)}`;
/** Another process on the same database. */
const process2 = (): Services => ({ ...harness().services, runtime: new Runtime() });

function words(phone: string, text: string, carrierMessageId = `s${count++}`) {
  return { ...place, phone, text, carrierMessageId, at: harness().services.clock.now() };
}
const take = (phone: string, text: string, services = harness().services) =>
  takeText(services, words(phone, text));

/** As a process leaves it that dies between the acknowledgement and the playing. */
async function leave(phone: string, text: string, secondsAgo: number, carrierMessageId = `s${count++}`) {
  const at = new Date(harness().services.clock.now().getTime() - secondsAgo * 1_000);
  await sql`
    insert into unplayed_texts (account_id, phone, channel_id, carrier_message_id, body, at)
    values (${place.accountId}, ${phone}, ${place.channelId}, ${carrierMessageId}, ${text}, ${at})`.execute(
    harness().services.db,
  );
}

async function played(phone: string): Promise<string[]> {
  const found = await rows(
    harness().services.db,
    sql<{ body: string }>`
      select i.body from inbound_messages i
      join contacts c on c.account_id = ${place.accountId} and c.id = i.contact_id
      where i.account_id = ${place.accountId} and c.phone = ${phone} order by i.id`,
  );
  return found.map(({ body }) => body);
}

async function unplayed(): Promise<string[]> {
  const found = await rows(
    harness().services.db,
    sql<{ body: string }>`select body from unplayed_texts where account_id = ${place.accountId} order by id`,
  );
  return found.map(({ body }) => body);
}

const sentTo = (phone: string) => textsTo(harness().services.db, place.accountId, phone);
const nothingLeft = () =>
  eventually(
    () => unplayed(),
    (left) => left.length === 0,
  );
const isOver = async (work: Promise<unknown>) => (await Promise.race([work.then(() => true), null])) ?? false;

/** Nothing that is charged can be played while `during` runs; what came before it is on its way. */
async function whileHeld(
  during: (first: Promise<void>) => Promise<void>,
  services = harness().services,
): Promise<void> {
  const { db } = services;
  let first: Promise<void> | undefined;
  await transact(db, async (trx) => {
    await sql`select from balances where account_id = ${place.accountId} for update`.execute(trx);
    first = take(newPhone(), 'JOIN', services);
    await eventually(
      () => lockWaits(db),
      (waiting) => waiting > 0,
    );
    await during(first);
  });
  await first;
}

test('a text alone is played before it is acknowledged, as it always was', async () => {
  const phone = newPhone();
  await take(phone, 'JOIN');
  expect(await played(phone)).toEqual(['JOIN']);
  expect(await sentTo(phone)).toEqual([ANSWER]);
  expect(await unplayed()).toEqual([]);
});

test('beside another one a text is acknowledged when it is stored, and played once', async () => {
  const phone = newPhone();
  await whileHeld(async (first) => {
    await take(phone, 'join');
    expect(await unplayed()).toEqual(['join']);
    expect(await played(phone)).toEqual([]);
    expect(await isOver(first)).toBe(false);
  });
  await nothingLeft();
  expect(await played(phone)).toEqual(['join']);
  expect(await sentTo(phone)).toEqual([ANSWER]);
});

test.each(['STOP', 'please take me off', 'HELP', 'yes'])(
  '"%s" is played before it is acknowledged, behind what the same person wrote',
  async (text) => {
    const phone = newPhone();
    let later: Promise<void> | undefined;
    await whileHeld(async () => {
      await take(phone, 'Good morning');
      later = take(phone, text);
      await take(newPhone(), 'one more');
      expect(await unplayed()).toEqual(['Good morning', 'one more']);
      expect(await isOver(later)).toBe(false);
    });
    await later;
    expect(await played(phone)).toEqual(['Good morning', text]);
    await nothingLeft();
  },
);

test('an opt-out in words of the account is none of those that wait', async () => {
  const { db } = harness().services;
  await sql`update accounts set opt_out_words = '{basta}' where id = ${place.accountId}`.execute(db);
  const phone = newPhone();
  let later: Promise<void> | undefined;
  await whileHeld(async () => {
    later = take(phone, 'Basta');
    await take(newPhone(), 'something else');
    expect(await unplayed()).toEqual(['something else']);
    expect(await isOver(later)).toBe(false);
  });
  await later;
  await nothingLeft();
});

test('when 250 wait, further texts are acknowledged after they are played', async () => {
  let further: Promise<void> | undefined;
  await whileHeld(async () => {
    for (let n = 0; n < 5; n += 1)
      await Promise.all(Array.from({ length: 50 }, () => take(newPhone(), 'Hello')));
    further = take(newPhone(), 'One too many');
    expect(await unplayed()).toHaveLength(250);
    expect(await isOver(further)).toBe(false);
  });
  await further;
  await nothingLeft();
});

test('what a process left is played once, by whoever finds it, and the newest not at once', async () => {
  const [old, young] = [newPhone(), newPhone()];
  await leave(old, 'JOIN', 6);
  await leave(young, 'not yet', 1);
  const [one, other] = [process2(), process2()];
  await Promise.all([playLeft(one), playLeft(other)]);
  await Promise.all([playAtEnd(one).stop(), playAtEnd(other).stop()]);
  expect(await unplayed()).toEqual(['not yet']);
  expect(await played(old)).toEqual(['JOIN']);
  expect(await sentTo(old)).toEqual([ANSWER]);
  await receiveInbound(one, words(young, 'now'));
  expect(await unplayed()).toEqual([]);
});

test('what was left by a clock that was ahead is played, too', async () => {
  const phone = newPhone();
  await leave(phone, 'from tomorrow', -86_400);
  const services = process2();
  await playLeft(services);
  await playAtEnd(services).stop();
  expect(await played(phone)).toEqual(['from tomorrow']);
});

test('what another process has not played goes before what the same person writes later', async () => {
  const phone = newPhone();
  await leave(phone, 'JOIN', 0);
  await leave(phone, 'and another', 0);
  await receiveInbound(process2(), words(phone, 'STOP'));
  expect(await played(phone)).toEqual(['JOIN', 'and another', 'STOP']);
  expect(await unplayed()).toEqual([]);
});

test('two processes that play the same rows at the same time have one effect', async () => {
  const people = Array.from({ length: 20 }, newPhone);
  for (const phone of people) await leave(phone, 'JOIN', 0);
  const others = [process2(), process2(), process2()];
  await Promise.all(
    others.flatMap((services) => people.map((phone) => receiveInbound(services, words(phone, 'later')))),
  );
  for (const phone of people) {
    expect(await played(phone)).toEqual(['JOIN', 'later', 'later', 'later']);
    expect(await sentTo(phone)).toEqual([ANSWER]);
  }
});

test('a text that the carrier sends again is played once, whichever way it came first', async () => {
  const phone = newPhone();
  const id = `again-${phone}`;
  const services = process2();
  await takeText(services, words(phone, 'JOIN', id));
  await leave(phone, 'JOIN', 6, id);
  await leave(phone, 'JOIN', 6, id);
  await playLeft(services);
  await playAtEnd(services).stop();
  expect(await unplayed()).toEqual([]);
  expect(await played(phone)).toEqual(['JOIN']);
  expect(await sentTo(phone)).toEqual([ANSWER]);
});

test('what cannot be played is tried again after longer and longer rests, and keeps nobody up', async () => {
  const { db } = harness().services;
  const [broken, other] = [newPhone(), newPhone()];
  await script(db, `alter table inbound_messages add constraint broken check (body <> 'broken')`);
  await leave(broken, 'broken', 6);
  await leave(other, 'JOIN', 6);
  const rest = async () => {
    const services = process2();
    await playLeft(services);
    await playAtEnd(services).stop();
    const [row] = await rows(
      db,
      sql<{ failures: number; retryAt: Date }>`
        select failures, retry_at as "retryAt" from unplayed_texts
        where account_id = ${place.accountId} and phone = ${broken}`,
    );
    const seconds = ((row?.retryAt.getTime() ?? 0) - clock.now().getTime()) / 1_000;
    return { failures: row?.failures, seconds };
  };
  expect(await rest()).toEqual({ failures: 1, seconds: 4 });
  expect(await sentTo(other)).toEqual([ANSWER]);
  clock.advance(3_000);
  expect(await rest()).toEqual({ failures: 1, seconds: 1 });
  clock.advance(1_000);
  expect(await rest()).toEqual({ failures: 2, seconds: 8 });
  // When its cause is gone it is played, and before what the same person writes.
  await script(db, 'alter table inbound_messages drop constraint broken');
  await receiveInbound(process2(), words(broken, 'later'));
  expect(await played(broken)).toEqual(['broken', 'later']);
  await nothingLeft();
});

test('what was deleted while it waited (the person was erased) is not played', async () => {
  const phone = newPhone();
  await whileHeld(async () => {
    await take(phone, 'JOIN');
    await sql`delete from unplayed_texts where account_id = ${place.accountId} and phone = ${phone}`.execute(
      harness().services.db,
    );
  });
  await take(newPhone(), 'JOIN');
  await nothingLeft();
  expect(await played(phone)).toEqual([]);
});

test('a process plays what it has acknowledged before it ends, and acknowledges nothing else', async () => {
  const services = process2();
  const phone = newPhone();
  let [end, late]: Promise<void>[] = [];
  await whileHeld(async () => {
    await take(phone, 'join', services);
    end = playAtEnd(services).stop();
    late = take(newPhone(), 'late', services);
    expect(await unplayed()).toEqual(['join']);
    expect(await isOver(Promise.race([end, late]))).toBe(false);
  }, services);
  await end;
  expect(await unplayed()).toEqual([]);
  expect(await played(phone)).toEqual(['join']);
  await late;
});
