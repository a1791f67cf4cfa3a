/** Texts, blasts and automations by REST v1: the same gate as on the screens, and nothing from a test key. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { changed, first, rows, sql } from '../platform/db/database.ts';
import { type ApiWorld, apiClient, apiKeyOf, makeApiWorld } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness({ clock: manualClock('2026-03-02T15:00:00Z') });
let world: ApiWorld;

beforeEach(async () => {
  world = await makeApiWorld(harness());
});

const outbox = async () =>
  (
    await first(
      harness().services.db,
      sql<{ count: number }>`
    select count(*) as count from outbox where account_id = ${world.accountId}`,
    )
  )?.count ?? 0;
const setBalance = (credits: number) =>
  changed(
    harness().services.db,
    sql`
      update balances set granted = granted - balance + ${credits}, balance = ${credits}
      where account_id = ${world.accountId}`,
  );

test('a text goes out once for its key, and is found by its contact', async () => {
  const { live, things } = world;
  const before = await outbox();
  const body = { contact: things.contact, text: 'Your table is free.' };
  const request = { body, headers: { 'idempotency-key': 'table-4711' } };
  const [one, other] = await Promise.all([
    live('POST', '/messages', request),
    live('POST', '/messages', request),
  ]);
  expect([one.status, other.text]).toEqual([201, one.text]);
  expect(await outbox()).toBe(before + 1);
  const found = await live('GET', `/messages?contact=${things.contact}&limit=1`);
  expect(found.body.data).toEqual([one.body]);
  const next = await live('GET', `/messages?contact=${things.contact}&cursor=${found.body.next_cursor}`);
  expect(next.body.data.map(({ id }: { id: string }) => id)).toEqual([things.message]);
  const later = await live('GET', `/messages?contact=${things.contact}&created_from=2026-03-02T15:00:01Z`);
  expect(later.body).toEqual({ data: [], next_cursor: null });
  expect((await live('GET', '/messages?created_from=2026-03-02T15:00:01Z')).status).toBe(422);
  const all = (await live('GET', '/messages')).body.data as { id: string }[];
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([one.body.id, things.message]));
});

test('what the gate does not let through is refused with its reason, and leaves nothing behind', async () => {
  const { live, things } = world;
  const before = await outbox();
  const send = () => live('POST', '/messages', { body: { contact: things.contact, text: 'Hello' } });
  await setBalance(0);
  expect([(await send()).status, (await send()).body.detail]).toEqual([
    409,
    'You don’t have enough credits for this text.',
  ]);
  await setBalance(10);
  await live('POST', '/opt-outs', { body: { phone: '+12125550142' } });
  expect((await send()).body).toMatchObject({ status: 409, detail: expect.stringMatching(/opted out/) });
  const start = await live('POST', `/campaigns/${things.campaign}/conversations`, {
    body: { phone: '+12125550142' },
  });
  expect(start.body).toMatchObject({ status: 409, detail: expect.stringMatching(/opted out/) });
  const blank = await live('POST', '/messages', { body: { contact: things.contact, text: ' \n' } });
  expect([blank.status, blank.body.errors[0].pointer]).toEqual([422, '#/text']);
  expect(await outbox()).toBe(before);
});

test('a test key is answered as a live one, and nothing waits to be sent, nobody hears of it', async () => {
  const { test: tried, things, accountId } = world;
  const heard: unknown[] = [];
  const stop = harness().services.live.listen(accountId, (message) => heard.push(message));
  const before = await outbox();
  const text = await tried('POST', '/messages', { body: { contact: things.contact, text: 'Hello' } });
  expect([text.status, text.body.status]).toEqual([201, 'queued']);
  expect((await tried('GET', `/messages/${text.body.id}`)).status).toBe(404);
  const start = await tried('POST', `/campaigns/${things.campaign}/conversations`, {
    body: { phone: '+12125550188' },
  });
  expect([start.status, start.body.messages.length]).toEqual([201, 1]);
  await setBalance(0);
  const short = await tried('POST', `/campaigns/${things.campaign}/conversations`, {
    body: { phone: '+12125550188' },
  });
  expect(short.body).toMatchObject({ status: 409, detail: expect.stringMatching(/balance/) });
  await setBalance(10);
  const blast = await tried('POST', '/blasts', {
    body: { campaign: things.campaign, segment: things.segment },
  });
  expect([blast.status, blast.body.counts.total]).toEqual([201, 1]);
  expect((await tried('POST', `/blasts/${things.blast}/cancel`)).body.state).toBe('cancelled');
  expect((await world.live('GET', `/blasts/${things.blast}`)).body.state).toBe('scheduled');
  stop();
  expect([await outbox(), heard]).toEqual([before, []]);
});

test('a blast is scheduled, paused, resumed and cancelled, and History says which key did it', async () => {
  const { live, things, accountId } = world;
  const body = {
    campaign: things.campaign,
    lists: [things.list],
    scheduled_for: '2026-03-04T10:00:00+01:00',
  };
  const made = await live('POST', '/blasts', { body });
  expect(made.body).toMatchObject({
    state: 'scheduled',
    scheduled_for: '2026-03-04T09:00:00.000Z',
    counts: { total: 1, queued: 1 },
  });
  const path = `/blasts/${made.body.id}`;
  const states: string[] = [];
  for (const act of ['pause', 'pause', 'resume', 'resume', 'cancel', 'cancel'])
    states.push((await live('POST', `${path}/${act}`)).body.state);
  expect(states).toEqual(['paused', 'paused', 'scheduled', 'scheduled', 'cancelled', 'cancelled']);
  expect((await live('POST', `${path}/resume`)).body).toMatchObject({
    status: 409,
    detail: 'This blast is already over.',
  });
  const [newest] = (await live('GET', '/blasts')).body.data;
  expect(newest).toEqual((await live('GET', path)).body);
  expect((await live('POST', '/blasts', { body: { campaign: things.campaign } })).status).toBe(422);
  const acts = await rows(
    harness().services.db,
    sql<{ action: string; actor: string }>`
      select action, actor from audit_log where account_id = ${accountId} and target_kind = 'blast' and actor <> '' order by id`,
  );
  expect(acts.map(({ action, actor }) => [action, actor])).toEqual(
    ['blast-sent', 'blast-paused', 'blast-resumed', 'blast-cancelled'].map((act) => [act, 'API key Shop']),
  );
});

test('a list that a blast names twice is one list', async () => {
  const { live, things } = world;
  const lists = [things.list, things.list];
  const body = { campaign: things.campaign, lists, scheduled_for: '2026-03-09T15:00:00Z' };
  const made = await live('POST', '/blasts', { body });
  expect([made.status, made.body.state]).toEqual([201, 'scheduled']);
});

test('an automation is switched on and off, by the version that was seen', async () => {
  const { live, things } = world;
  const path = `/automations/${things.automation}`;
  const { etag } = (await live('GET', path)).headers;
  const turn = (enabled: boolean, version = String(etag)) =>
    live('PATCH', path, { body: { enabled }, headers: { 'if-match': version } });
  const on = await turn(true);
  expect(on.body).toMatchObject({ enabled: true, next_run_at: expect.any(String) });
  expect((await turn(false)).status).toBe(412);
  expect((await turn(false, String(on.headers.etag))).body).toMatchObject({
    enabled: false,
    next_run_at: null,
  });
  await live('DELETE', `/lists/${things.list}`);
  const lacking = await live('PATCH', path, { body: { enabled: true } });
  expect(lacking.body).toMatchObject({ status: 409, detail: 'Choose a list before you turn it on.' });
});

test('segments: what is wrong is named by its place; names, uses and versions hold', async () => {
  const { live, things } = world;
  const add = (name: string, conditions: unknown) =>
    live('POST', '/segments', { body: { name, conditions } });
  const wrong = await add('Odd', {
    match: 'all',
    of: [{ on: 'tag', tag: 3, as: 'text', is: 'is', value: 'x' }],
  });
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '#/conditions/of/0/tag']);
  const within = await add('Within', {
    match: 'any',
    of: [{ on: 'segment', is: 'in', value: [things.segment] }],
  });
  expect((await live('GET', `/segments/${within.body.id}/count`)).body).toEqual({
    contacts: 1,
    opted_out: 0,
  });
  expect((await add('within', within.body.conditions)).status).toBe(409);
  expect((await live('DELETE', `/segments/${things.segment}`)).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('the segment “Within” uses it'),
    used_by: [{ kind: 'segment', id: within.body.id, name: 'Within' }],
  });
  const ring = await live('PATCH', `/segments/${things.segment}`, {
    body: { conditions: { match: 'any', of: [{ on: 'segment', is: 'in', value: [within.body.id] }] } },
  });
  expect(ring.status).toBe(409);
  const change = (name: string) =>
    live('PATCH', `/segments/${within.body.id}`, {
      body: { name },
      headers: { 'if-match': String(within.headers.etag) },
    });
  expect([(await change('Inside')).body.name, (await change('Outside')).status]).toEqual(['Inside', 412]);
});

test.each([
  ['NUL', 'a\0', 'This must not contain the NUL character.'],
  ['half a character', 'a\ud83d', 'This is not valid text.'],
])('a segment with %s in a value is refused with its place', async (_what, broken, detail) => {
  const { live, things } = world;
  const tag = (is: string, value: unknown) => ({ on: 'tag', tag: things.tag, as: 'text', is, value });
  const where = [{ property: 'text', is: 'contains', value: broken }];
  const event = { on: 'event', event: 'contact.replied', where };
  const of = [tag('is', broken), tag('one-of', ['Boston', broken]), event];
  const conditions = { match: 'any', of };
  const { status, body } = await live('POST', '/segments', { body: { name: 'Broken', conditions } });
  const places = ['of/0/value', 'of/1/value/1', 'of/2/where/0/value'];
  expect([status, body.errors]).toEqual([
    422,
    places.map((place) => ({ pointer: `#/conditions/${place}`, detail })),
  ]);
  const change = { body: { conditions } };
  expect((await live('PATCH', `/segments/${things.segment}`, change)).status).toBe(422);
});

test('a report has the figures of the screen', async () => {
  const user = await harness().newUser();
  const { tiles } = calls;
  const { db } = harness().services;
  const campaign = await first(
    db,
    sql<{ id: number }>`
      insert into campaigns (account_id, name, created_at) values (${user.accountId}, 'Survey', now()) returning id`,
  );
  const id = campaign?.id ?? 0;
  await sql`
    insert into daily_campaign_counts (account_id, campaign_id, kind, day, count)
    values (${user.accountId}, ${id}, 'response', '2026-03-01', 3), (${user.accountId}, ${id}, 'optin', '2026-03-02', 2)`.execute(
    db,
  );
  const ask = apiClient(harness(), await apiKeyOf(user));
  const { body } = await ask('GET', `/campaigns/cmp_${id}/report?from=2026-02-28&to=2026-03-02`);
  const span = { from: '2026-02-28', to: '2026-03-02', datapoint: id };
  const answers = (await user.ask(tiles.responsesOverTime, span)).values.data;
  const optIns = (await user.ask(tiles.optInsOverTime, span)).values.data;
  const page = { ...span, limit: 4, page: 0, order: 'desc' as const, orderBy: '' };
  const members = (await user.ask(tiles.subscribers, page)).values.data;
  expect(body.days).toEqual(
    answers.map(({ sysDate, Responses }, n) => ({
      day: sysDate,
      responses: Responses,
      opt_ins: optIns[n]?.['Opt-ins'],
    })),
  );
  expect([body.responses, body.opt_ins, body.subscribers]).toEqual([3, 2, members.count]);
  expect((await ask('GET', `/campaigns/cmp_${id}/report?from=2026-03-02&to=2026-03-01`)).status).toBe(422);
});
