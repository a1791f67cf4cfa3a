import { calls, type FormOf } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const clock = manualClock(new Date('2026-11-23T15:00:00Z'));
const harness = useHarness({ clock });
const { campaigns, catchAll, channels, inbox, uses } = calls;
let user: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let channel = 0;
let count = 0;

const ALWAYS_CLOSED = Array(7).fill(null);
const SORRY = 'Sorry, what do you mean?';
const CLOSED = 'We are closed.';
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  user = await harness().newUser();
  const { db } = harness().services;
  channel = (await firstChannel(db, user.accountId))?.id ?? 0;
  await storeSketch(db, user.accountId, 1, [{ id: 1, type: 'final-message', text: SORRY }]);
  await storeSketch(db, user.accountId, 2, [{ id: 2, type: 'final-message', text: CLOSED }]);
  const asks = [
    { id: 3, type: 'open-question', text: 'Name?' },
    { id: 4, type: 'wait', wait: { unit: 'minutes', amount: 10 } },
    { id: 5, type: 'final-message', text: 'Hello, {%answer:3%}.' },
  ] as never;
  await storeSketch(db, user.accountId, 3, asks, 'JOIN');
});

const save = (change: Partial<FormOf<typeof catchAll.save>>, on = channel) =>
  user.ask(catchAll.save, { channel: on, ...change });
const newPhone = () => `+1212555${7000 + count++}`;

/** Texts, and answers what came back. */
async function says(phone: string, text: string, channelId = channel): Promise<string | undefined> {
  const { services } = harness();
  const { accountId } = user;
  const before = await textsTo(services.db, accountId, phone);
  count += 1;
  const incoming = { accountId, channelId, phone, text, at: services.clock.now() };
  await receiveInbound(services, { ...incoming, carrierMessageId: `any${count}` });
  return (await textsTo(services.db, accountId, phone))[before.length];
}

test('answers what nothing else understands, each time; keywords, answers, waits and reserved words go their way', async () => {
  const phone = newPhone();
  expect(await says(phone, 'hm')).toBeUndefined();
  expect(await save({ campaign: 1 })).toMatchObject({ RESULT: 1 });
  expect([await says(phone, 'hm'), await says(phone, 'hm?')]).toEqual([SORRY, SORRY]);
  expect(await says(phone, 'join')).toBe('Name?');
  expect(await says(phone, 'Ada')).toBeUndefined();
  expect(await says(phone, 'still there?')).toBeUndefined();
  expect(await says(newPhone(), 'HELP')).not.toBe(SORRY);
  expect(await says(newPhone(), 'wrong number')).not.toBe(SORRY);
  const gone = newPhone();
  expect(await says(gone, 'STOP')).not.toBe(SORRY);
  expect([await says(gone, 'hm'), await says(gone, 'join')]).toEqual([undefined, undefined]);
  expect(await says(gone, 'START')).not.toBe(SORRY);
  expect(await says(gone, 'hm')).toBe(SORRY);
});

test('one that talks is a conversation like any other', async () => {
  await save({ campaign: 3 });
  const phone = newPhone();
  expect(await says(phone, 'hello?')).toBe('Name?');
  await says(phone, 'Ada');
  const stored = await rows(
    harness().services.db,
    sql<{ kind: string; campaign: number | null }>`
      select kind, campaign_id as campaign from inbound_messages where account_id = ${user.accountId} order by id`,
  );
  expect(stored).toEqual([
    { kind: 'none', campaign: null },
    { kind: 'answer', campaign: 3 },
  ]);
});

test('its text goes on waiting in the inbox, and no consent is recorded of it', async () => {
  await save({ campaign: 1 });
  const phone = newPhone();
  await says(phone, 'Do you ship abroad?');
  const { values } = await user.ask(inbox.threads, { filter: 'waiting' } as never);
  expect(values.threads).toHaveLength(1);
  const consents = await rows(
    harness().services.db,
    sql`select 1 from consents where account_id = ${user.accountId} and phone = ${phone}`,
  );
  expect(consents).toEqual([]);
});

test('outside the opening hours the other one answers, once a person in twelve hours', async () => {
  await save({ campaign: 1, closedCampaign: 2 });
  const phone = newPhone();
  expect(await says(phone, 'hm')).toBe(SORRY);
  await save({ week: ALWAYS_CLOSED });
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([CLOSED, undefined]);
  expect(await says(newPhone(), 'hm')).toBe(CLOSED);
  clock.advance(12 * HOUR_MS - 1000);
  expect(await says(phone, 'hm')).toBeUndefined();
  clock.advance(2000);
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([CLOSED, undefined]);
});

test('keeps quiet as long as was chosen for each', async () => {
  await save({ campaign: 1, pauseHours: 2, closedCampaign: 2, closedPauseHours: 1, week: ALWAYS_CLOSED });
  const phone = newPhone();
  expect(await says(phone, 'hm')).toBe(CLOSED);
  clock.advance(HOUR_MS);
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([CLOSED, undefined]);
  await save({ week: [] });
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([SORRY, undefined]);
  clock.advance(2 * HOUR_MS);
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([SORRY, undefined]);
});

test('is each channel’s own, and goes with its channel', async () => {
  await user.ask(channels.add, { name: 'Second' });
  const second =
    (await user.ask(channels.list, {})).values.channels.find(({ name }) => name === 'Second')?.id ?? 0;
  await save({ campaign: 1 }, second);
  const phone = newPhone();
  expect([await says(phone, 'hm'), await says(phone, 'hm', second)]).toEqual([undefined, SORRY]);
  await save({ campaign: 2 });
  expect([await says(phone, 'hm'), await says(phone, 'hm', second)]).toEqual([CLOSED, SORRY]);
  expect((await user.ask(channels.remove, { channel: second })).RESULT).toBe(1);
  expect((await user.ask(catchAll.load, { channel: second })).status).toBe(404);
});

test('keeps quiet while a colleague has the conversation, until it is closed; the closed hours do not', async () => {
  await save({ campaign: 1, closedCampaign: 2 });
  const phone = newPhone();
  expect(await says(phone, 'hm')).toBe(SORRY);
  const { db } = harness().services;
  await sql`
    insert into inbox_threads (account_id, contact_id, read_at, assigned_to)
    select ${user.accountId}, id, now(), ${user.userId} from contacts
    where account_id = ${user.accountId} and phone = ${phone}
    on conflict (account_id, contact_id) do update set assigned_to = excluded.assigned_to`.execute(db);
  expect(await says(phone, 'hm')).toBeUndefined();
  await save({ week: ALWAYS_CLOSED });
  expect(await says(phone, 'hm')).toBe(CLOSED);
  await save({ week: [] });
  await sql`update inbox_threads set closed_at = ${clock.now()} where account_id = ${user.accountId}`.execute(
    db,
  );
  expect(await says(phone, 'hm')).toBe(SORRY);
});

test('two machines fall silent', async () => {
  await save({ campaign: 1 });
  const phone = newPhone();
  const heard: (string | undefined)[] = [];
  for (let n = 0; n < 40; n += 1) {
    heard.push(await says(phone, 'I am out of office. Ticket 7.'));
    clock.advance(2000);
  }
  expect(heard[0]).toBe(SORRY);
  expect(heard.at(-1)).toBeUndefined();
});

test('many texts at once are answered once each', async () => {
  await save({ campaign: 1, closedCampaign: 2, week: ALWAYS_CLOSED });
  const phones = Array.from({ length: 12 }, newPhone);
  await Promise.all([...phones, ...phones].map((phone) => says(phone, 'hm')));
  const all = await Promise.all(phones.map((phone) => textsTo(harness().services.db, user.accountId, phone)));
  expect(all).toEqual(phones.map(() => [CLOSED]));
});

test('a person whom another process answers in this moment is answered by it alone', async () => {
  await save({ campaign: 1, pauseHours: 2 });
  const phone = newPhone();
  await says(phone, 'hm');
  clock.advance(3 * HOUR_MS);
  const { db, pool } = harness().services;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const other = 'update catch_all_answers set at = $1 where account_id = $2';
    await client.query(other, [clock.now(), user.accountId]);
    const heard = says(phone, 'hm?');
    await untilWaitedFor(db);
    await client.query('commit');
    expect(await heard).toBeUndefined();
  } finally {
    client.release();
  }
  clock.advance(2 * HOUR_MS);
  expect([await says(phone, 'hm'), await says(phone, 'hm')]).toEqual([SORRY, undefined]);
});

test('each text is answered where no pause was chosen, however the clocks of two processes differ', async () => {
  await save({ campaign: 1 });
  const phone = newPhone();
  await says(phone, 'hm');
  const ahead = new Date(clock.now().getTime() + 500);
  await sql`update catch_all_answers set at = ${ahead} where account_id = ${user.accountId}`.execute(
    harness().services.db,
  );
  expect(await says(phone, 'hm?')).toBe(SORRY);
});

test('a campaign that is gone answers nobody, which is said before and after; the other one steps in', async () => {
  await save({ campaign: 1, closedCampaign: 2, week: ALWAYS_CLOSED });
  expect((await user.ask(uses.ofCampaign, { campaign: 2 })).values.uses).toEqual([
    { kind: 'channel', id: channel, name: 'Simulator', steps: [] },
  ]);
  const row = (id: number) =>
    user.ask(campaigns.list, {}).then(({ values }) => values.campaigns.find((each) => each.id === id));
  expect(await row(1)).toMatchObject({ catchAllOf: ['Simulator'], closedOf: [], running: true });
  expect(await row(2)).toMatchObject({ catchAllOf: [], closedOf: ['Simulator'], running: true });
  const states = async () => {
    const { values } = await user.ask(catchAll.load, { channel });
    return [values.campaignState, values.closedCampaignState, values.open];
  };
  expect(await states()).toEqual(['never-published', 'never-published', false]);
  await user.ask(campaigns.remove, { campaign: 2, isTemplate: false });
  expect(await states()).toEqual(['never-published', 'deleted', false]);
  expect(await says(newPhone(), 'hm')).toBe(SORRY);
  expect(await save({ holidays: ['2026-12-25', '2026-12-25'] })).toMatchObject({ RESULT: 1 });
  await user.ask(campaigns.remove, { campaign: 1, isTemplate: false });
  expect(await says(newPhone(), 'hm')).toBeUndefined();
  await user.ask(campaigns.restore, { campaign: 2 });
  expect(await says(newPhone(), 'hm')).toBe(CLOSED);
});

test('hours, days, zones and campaigns that there are not are refused, and nothing is stored', async () => {
  const before = (await user.ask(catchAll.load, { channel })).values;
  await user.ask(campaigns.remove, { campaign: 2, isTemplate: false });
  const week = [{ from: '09:00', to: '09:00' }, ...Array(6).fill(null)];
  expect(await save({ campaign: 1, week })).toMatchObject({ RESULT: 0, DETAIL: 'inpWeek' });
  expect(await save({ campaign: 1, holidays: ['2026-02-30'] })).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpHolidays',
  });
  expect(await save({ campaign: 1, zone: 'Mars/Base' })).toMatchObject({ RESULT: 0, DETAIL: 'inpTimeZone' });
  expect(await save({ campaign: 1, closedCampaign: 2 })).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpClosedCampaign',
  });
  expect((await save({ campaign: 987_654_321 })).status).toBe(404);
  expect((await user.ask(catchAll.load, { channel })).values).toEqual(before);
});

test('a foreign channel and a foreign campaign look like unknown ones', async () => {
  const bob = await harness().newUser();
  expect((await bob.ask(catchAll.load, { channel })).status).toBe(404);
  expect((await bob.ask(catchAll.save, { channel, campaign: 0 })).status).toBe(404);
  const own = (await firstChannel(harness().services.db, bob.accountId))?.id ?? 0;
  expect((await bob.ask(catchAll.save, { channel: own, campaign: 1 })).status).toBe(404);
});
