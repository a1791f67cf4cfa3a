/** Waits of days and weeks, and until the date in a tag: what comes between, and when they end. */
import { calls } from '@parley/contract';
import type { LongWait } from '@parley/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { erasePerson } from '../contacts/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { storeList, storeTag } from '../testing/people.ts';
import { textsTo } from '../testing/sent.ts';
import { wakeDue } from './jobs.ts';
import { startConversation } from './start-conversation.ts';

const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
beforeEach(() => clock.set(START));

const THREE_WEEKS: LongWait = { for: 'weeks', amount: 3 };
const OVER = '2026-03-23T14:00:00Z';
const VISIT: LongWait = { for: 'date', days: -1, hour: 9, minute: 0, otherwise: 3 };
let last = 70_000;

/** Somebody in New York whose conversation waits at its first step. */
async function waiting(long: LongWait, visit = '') {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  last += 10;
  const campaign = last;
  const phone = `+1212556${String(last).slice(-4)}`;
  const ids = [campaign, campaign + 1, campaign + 2] as const;
  const tag = await storeTag(db, accountId, 'Visit');
  await storeList(db, accountId, 'Everybody', [{ phone, tags: { [tag]: visit } }]);
  const redirected = long.for === 'date' ? { ...long, otherwise: ids[2] } : long;
  await storeSketch(db, accountId, campaign, [
    { id: ids[0], type: 'wait', long: redirected, tag: long.for === 'date' ? 'visit' : '' },
    { id: ids[1], type: 'final-message', text: 'It is time.' },
    { id: ids[2], type: 'final-message', text: 'No date.' },
  ]);
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await startConversation(services, {
    accountId,
    campaignId: campaign,
    channelId,
    phone,
    variables: {},
    by: 'api',
  });
  const wakeAt = async (at: string) => {
    clock.set(at);
    await wakeDue(services, pipelined(services.pool), 'worker');
  };
  const heard = () => textsTo(db, accountId, phone);
  const text = async (said: string) => {
    const answer = await user.ask(calls.simulator.phoneSend, { phone, channel: '', text: said });
    expect(answer).toMatchObject({ RESULT: 1 });
  };
  const contact = async () =>
    (await first(db, sql<{ id: number }>`select id from contacts where account_id = ${accountId}`))?.id ?? 0;
  const setVisit = async (value: string) =>
    sql`update contacts set tags = jsonb_build_object(${tag}::text, ${value}::text)
      where account_id = ${accountId}`.execute(db);
  return { user, accountId, campaign, phone, wakeAt, heard, text, contact, setVisit };
}

describe('a wait of weeks', () => {
  test('ends on the day, at the same time of their clock, and once', async () => {
    const { wakeAt, heard, text } = await waiting(THREE_WEEKS);
    await text('hurry');
    await wakeAt('2026-03-23T13:59:00Z');
    expect(await heard()).toEqual([]);
    await wakeAt(OVER);
    await wakeAt('2026-03-24T14:00:00Z');
    expect(await heard()).toEqual(['It is time.']);
  });

  test('ends with an opt-out, also of one who comes back', async () => {
    const { wakeAt, heard, text } = await waiting(THREE_WEEKS);
    clock.set('2026-03-02T16:00:00Z');
    await text('STOP');
    await text('START');
    const before = await heard();
    await wakeAt(OVER);
    expect(await heard()).toEqual(before);
  });

  test('goes on with the version that it began with, though another was published', async () => {
    const { user, campaign } = await waiting(THREE_WEEKS);
    const draft = (await user.ask(calls.flow.read, { campaign })).values;
    await user.ask(calls.flow.publish, { campaign, draftVersion: draft.flowVersion, message: '' });
    const { services } = harness();
    const channelId = (await firstChannel(services.db, user.accountId))?.id ?? 0;
    const phone = '+12125569999';
    await startConversation(services, {
      accountId: user.accountId,
      campaignId: campaign,
      channelId,
      phone,
      variables: {},
      by: 'api',
    });
    const { steps, flowVersion } = (await user.ask(calls.flow.read, { campaign })).values;
    const second = steps[1];
    if (!second) throw new Error('There is no second step.');
    await user.ask(calls.flow.saveStep, {
      campaign,
      point: { step: { ...second.step, text: 'Another word.' } as never, version: second.version },
    });
    const later = (await user.ask(calls.flow.read, { campaign })).values.flowVersion;
    expect(later).toBeGreaterThan(flowVersion);
    await user.ask(calls.flow.publish, { campaign, draftVersion: later, message: '' });
    clock.set(OVER);
    await wakeDue(services, pipelined(services.pool), 'another worker');
    expect(await textsTo(services.db, user.accountId, phone)).toEqual(['It is time.']);
  });

  test('of an erased person says nothing and leaves nothing', async () => {
    const { user, accountId, wakeAt, phone, contact } = await waiting(THREE_WEEKS);
    const caller = { userId: user.userId };
    await erasePerson(harness().services, accountId, {
      contactId: await contact(),
      phone,
      caller,
      block: true,
    });
    await wakeAt(OVER);
    const left = await rows(
      harness().services.db,
      sql`select 'message' as what from messages where account_id = ${accountId}
        union all select 'timer' from timers where account_id = ${accountId}`,
    );
    expect(left).toEqual([]);
  });

  test('of a campaign that was deleted ends in silence', async () => {
    const { accountId, campaign, wakeAt, heard } = await waiting({ for: 'days', amount: 90 });
    await sql`update campaigns set deleted_at = ${clock.now()} where account_id = ${accountId} and id = ${campaign}`.execute(
      harness().services.db,
    );
    await wakeAt('2026-05-31T14:00:00Z');
    expect(await heard()).toEqual([]);
  });
});

describe('a wait until the date in a tag', () => {
  test('ends at its time of their clock', async () => {
    const { wakeAt, heard } = await waiting(VISIT, '3/12/2026');
    await wakeAt('2026-03-11T12:59:00Z');
    expect(await heard()).toEqual([]);
    await wakeAt('2026-03-11T13:00:00Z');
    expect(await heard()).toEqual(['It is time.']);
  });

  test('follows a date that is put off, and leaves by the other way where there is none any more', async () => {
    const { wakeAt, heard, setVisit } = await waiting(VISIT, '2026-03-12');
    await setVisit('2026-03-20');
    await wakeAt('2026-03-11T13:00:00Z');
    expect(await heard()).toEqual([]);
    await setVisit('called off');
    await wakeAt('2026-03-19T13:00:00Z');
    expect(await heard()).toEqual(['No date.']);
  });

  test('takes the other way at once without a date, with one that is past, and when it is woken too late', async () => {
    expect(await (await waiting(VISIT)).heard()).toEqual(['No date.']);
    expect(await (await waiting(VISIT, '2026-03-02')).heard()).toEqual(['No date.']);
    const { wakeAt, heard } = await waiting(VISIT, '2026-03-12');
    await wakeAt('2026-03-12T01:00:01Z');
    expect(await heard()).toEqual(['No date.']);
  });
});
