/** What every request of REST v1 obeys: keys, quotas, pages, versions, doing things once. */
import { calls } from '@parley/contract';
import { readId } from '@parley/contract/api/index.ts';
import { API_LIMITS } from '@parley/rules/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type ApiClient, apiClient, apiKeyOf } from '../testing/api-world.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let user: Client & { accountId: number };
let ask: ApiClient;

beforeAll(async () => {
  user = await harness().newUser();
  ask = apiClient(harness(), await apiKeyOf(user));
});

const once = (key: string) => ({ 'idempotency-key': key });

describe('a request with an Idempotency-Key', () => {
  test('is done once, and is answered the same again', async () => {
    const body = { name: 'Once' };
    const first = await ask('POST', '/tags', { body, headers: once('first-request') });
    const second = await ask('POST', '/tags', { body, headers: once('first-request') });
    expect([first.status, second.status, second.text, second.headers.etag]).toEqual([
      201,
      201,
      first.text,
      first.headers.etag,
    ]);
    expect((await ask('POST', '/tags', { body })).status).toBe(409);
  });

  test('is refused when another one has the key, which is nobody else’s, and lasts a day', async () => {
    const headers = once('second-request');
    expect((await ask('POST', '/tags', { body: { name: 'A' }, headers })).status).toBe(201);
    const other = await ask('POST', '/tags', { body: { name: 'B' }, headers });
    expect([other.status, other.body.errors[0].parameter]).toEqual([422, 'Idempotency-Key']);
    const another = apiClient(harness(), await apiKeyOf(user));
    expect((await another('POST', '/tags', { body: { name: 'B' }, headers })).status).toBe(201);
    clock.advance(24 * 3_600_000 + 1);
    expect((await ask('POST', '/tags', { body: { name: 'C' }, headers })).status).toBe(201);
    expect((await ask('POST', '/tags', { body: { name: 'D' }, headers: once('short') })).status).toBe(422);
  });

  test('may be sent again when it failed', async () => {
    const headers = once('third-request');
    expect((await ask('POST', '/lists', { body: { name: 'VIP' } })).status).toBe(201);
    const taken = await ask('POST', '/lists', { body: { name: 'vip' }, headers });
    expect([taken.status, taken.body.detail]).toEqual([409, 'You already have a list named “vip”.']);
    const [list] = (await ask('GET', '/lists')).body.data;
    expect((await ask('DELETE', `/lists/${list.id}`)).status).toBe(204);
    expect((await ask('POST', '/lists', { body: { name: 'vip' }, headers })).status).toBe(201);
  });
});

test('a change with If-Match is made only to the version it names', async () => {
  const made = await ask('POST', '/contacts', { body: { phone: '+12125550150' } });
  const path = `/contacts/${made.body.id}`;
  const { etag } = (await ask('GET', path)).headers;
  expect(etag).toBe(made.headers.etag);
  await ask('POST', '/tags', { body: { name: 'Color' } });
  const change = (value: string, version: string) =>
    ask('PATCH', path, { body: { tags: { color: value } }, headers: { 'if-match': version } });
  const changed = await change('red', String(etag));
  expect([changed.status, changed.body.tags]).toEqual([200, { Color: 'red' }]);
  expect((await change('blue', String(etag))).status).toBe(412);
  expect((await change('blue', '"x", *')).status).toBe(412);
  expect((await ask('DELETE', path, { headers: { 'if-match': String(etag) } })).status).toBe(412);
  expect((await change('blue', `"x", ${changed.headers.etag}`)).status).toBe(200);
  expect((await change('green', '*')).body.tags).toEqual({ Color: 'green' });
});

test('of two changes of one version at the same moment one is made', async () => {
  const { body } = await ask('POST', '/tags', { body: { name: 'Race' } });
  const { etag } = (await ask('GET', `/tags/${body.id}`)).headers;
  const both = await Promise.all(
    ['Race 1', 'Race 2'].map((name) =>
      ask('PATCH', `/tags/${body.id}`, { body: { name }, headers: { 'if-match': String(etag) } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('pages follow each other to the end, and a filter finds its own', async () => {
  const other = await harness().newUser();
  const own = apiClient(harness(), await apiKeyOf(other));
  const list = (await own('POST', '/lists', { body: { name: 'All' } })).body.id;
  await own('POST', '/tags', { body: { name: 'City' } });
  const contacts = Array.from({ length: 7 }, (_, n) => ({
    phone: `+1212555${String(2000 + n)}`,
    ...(n % 2 ? { tags: { city: n === 3 ? 'Rome' : 'Oslo' } } : {}),
  }));
  const put = await own('PUT', '/contacts', { body: { contacts, list } });
  expect([put.status, put.body.created, put.body.updated]).toEqual([200, 7, 0]);
  for (const path of ['/contacts', `/lists/${list}/members`]) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { body: { data: { id: string }[]; next_cursor: string | null } } = await own(
        'GET',
        `${path}?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.body.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.next_cursor;
    }
    expect(seen).toEqual(put.body.ids);
  }
  const count = async (query: string) => (await own('GET', `/contacts?${query}`)).body.data.length;
  expect(await count('tag=CITY')).toBe(3);
  expect(await count('tag=City&value=Oslo')).toBe(2);
  expect(await count(`list=${list}&tag=City&value=Rome`)).toBe(1);
  expect(await count('phone=%2B12125552004')).toBe(1);
  expect(await count('opted_out=true')).toBe(0);
  expect(await count('created_before=2020-01-01T00:00:00%2B02:00')).toBe(0);
  for (const bad of [
    'cursor=x',
    'limit=0',
    'limit=101',
    'value=x',
    'tag=None',
    'opted_out=yes',
    'created_from=2026-02-30T00:00:00Z',
  ])
    expect([bad, (await own('GET', `/contacts?${bad}`)).status]).toEqual([bad, 422]);
});

test('an empty value is none, as on the screens: null, an empty text and no value are one', async () => {
  const own = apiClient(harness(), await apiKeyOf(await harness().newUser()));
  await own('POST', '/tags', { body: { name: 'City' } });
  const phones = ['+12125552101', '+12125552102'];
  const made = await own('POST', '/contacts', { body: { phone: phones[0], tags: { City: '' } } });
  expect(made.body.tags).toEqual({});
  const withCity = async () => (await own('GET', '/contacts?tag=City')).body.data.length;
  const path = `/contacts/${made.body.id}`;
  for (const empty of ['', null]) {
    await own('PATCH', path, { body: { tags: { City: 'Oslo' } } });
    expect(await withCity()).toBe(1);
    expect((await own('PATCH', path, { body: { tags: { City: empty } } })).body.tags).toEqual({});
  }
  await own('PATCH', path, { body: { tags: { City: 'Oslo' } } });
  const contacts = phones.map((phone) => ({ phone, tags: { City: '' } }));
  expect((await own('PUT', '/contacts', { body: { contacts } })).status).toBe(200);
  expect(await withCity()).toBe(0);
});

test.each(['', ' ', '\u200b'])('a blank name %j is told of once', async (name) => {
  const { body } = await ask('POST', '/tags', { body: { name } });
  expect(body.errors).toEqual([{ pointer: '#/name', detail: 'This must not be blank.' }]);
});

test.each(['lists', 'tags'])('pages of %s tell each once, though one is deleted meanwhile', async (of) => {
  const own = apiClient(harness(), await apiKeyOf(await harness().newUser()));
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push((await own('POST', `/${of}`, { body: { name: `${n}` } })).body.id);
  const first = await own('GET', `/${of}?limit=3`);
  const told: string[] = first.body.data.map(({ id }: { id: string }) => id);
  expect((await own('DELETE', `/${of}/${told.at(-1)}`)).status).toBe(204);
  const { body } = await own('GET', `/${of}?limit=10&cursor=${first.body.next_cursor}`);
  const rest: string[] = body.data.map(({ id }: { id: string }) => id);
  expect([...told, ...rest].filter((id) => made.includes(id))).toEqual(made);
});

test('pages of campaigns tell each once, though one is added or deleted meanwhile', async () => {
  const owner = await harness().newUser();
  const own = apiClient(harness(), await apiKeyOf(owner));
  const add = async () => {
    clock.advance(1_000);
    return (await owner.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  };
  const made: number[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift(await add());
  const first = await own('GET', '/campaigns?limit=2');
  for (const campaign of made.slice(0, 2)) await owner.ask(calls.campaigns.remove, { campaign });
  await add();
  const { body } = await own('GET', `/campaigns?cursor=${first.body.next_cursor}`);
  const told = [...first.body.data, ...body.data].map(({ id }: { id: string }) => readId('campaign', id));
  expect(told).toEqual(made);
});

test('thousands of contacts are created and updated at once, all or none', async () => {
  const contacts = Array.from({ length: API_LIMITS.bulkContacts }, (_, n) => ({
    phone: `+1213${String(2_000_000 + n)}`,
    tags: { Color: `c${n}` },
  }));
  const first = await ask('PUT', '/contacts', { body: { contacts } });
  expect([first.status, first.body.created, first.body.ids.length]).toEqual([
    200,
    contacts.length,
    contacts.length,
  ]);
  const again = await ask('PUT', '/contacts', { body: { contacts: contacts.slice(0, 10) } });
  expect(again.body).toEqual({ created: 0, updated: 10, ids: first.body.ids.slice(0, 10) });
  const fresh = { phone: '+12125550160' };
  const wrong = await ask('PUT', '/contacts', {
    body: { contacts: [fresh, { phone: 'abc' }, { phone: '(212) 555-0160' }] },
  });
  expect([wrong.status, wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
    422,
    ['#/contacts/1/phone', '#/contacts/2/phone'],
  ]);
  const noTag = await ask('PUT', '/contacts', {
    body: { contacts: [fresh, { ...fresh, tags: { 'a/b': 'x' } }] },
  });
  expect(noTag.status).toBe(422);
  const unknown = await ask('PUT', '/contacts', { body: { contacts: [{ ...fresh, tags: { 'a/b': 'x' } }] } });
  expect(unknown.body.errors).toEqual([
    { pointer: '#/contacts/0/tags/a~1b', detail: 'There is no tag named “a/b”.' },
  ]);
  expect((await ask('GET', '/contacts?phone=%2B12125550160')).body.data).toEqual([]);
  const many = await ask('PUT', '/contacts', { body: { contacts: [...contacts, fresh] } });
  expect(many.status).toBe(422);
}, 120_000);

test('a body that is wrong is told where, and what is expected there', async () => {
  const errors = async (path: string, body: unknown) => (await ask('POST', path, { body })).body.errors;
  expect(await errors('/contacts', { phone: 5, tags: [], name: 'Ada' })).toEqual([
    { pointer: '#/phone', detail: 'This must be a string.' },
    { pointer: '#/tags', detail: 'This must be an object.' },
    { pointer: '#/name', detail: 'Unknown field.' },
  ]);
  expect(await errors('/lists', {})).toEqual([{ pointer: '#/name', detail: 'This is missing.' }]);
  expect(await errors('/lists', [])).toEqual([{ pointer: '#', detail: 'This must be an object.' }]);
  const file = { format: 'parley-campaign', version: 1, campaign: { name: 5, steps: [] } };
  const wrongFile = await ask('POST', '/campaigns/file', { body: { file } });
  expect(wrongFile.body.errors).toContainEqual({
    pointer: '#/file/campaign/name',
    detail: 'This must be a string.',
  });
});

test('an opt-out outlives adding and erasing, and History says which key did it', async () => {
  const owner = await harness().newUser();
  const own = apiClient(harness(), await apiKeyOf(owner));
  const phone = '+12125550170';
  expect((await owner.ask(calls.optouts.record, { phone, source: 'phone', note: '' })).RESULT).toBe(1);
  const made = await own('POST', '/contacts', { body: { phone } });
  expect(made.body.opted_out).toBe(true);
  expect((await own('POST', '/contacts', { body: { phone: '212 555 0170' } })).status).toBe(409);
  expect((await own('DELETE', `/contacts/${made.body.id}`)).status).toBe(204);
  expect((await own('GET', `/contacts/${made.body.id}`)).status).toBe(404);
  expect((await own('POST', '/contacts', { body: { phone } })).body.opted_out).toBe(true);
  const { acts } = (await owner.ask(calls.audit.list, { before: 0, group: 'people' })).values;
  expect(acts[0]).toMatchObject({ act: 'erased', kind: 'contact', actor: 'API key Shop' });
});

test('a key asks so often in a minute, and is told how long to wait', async () => {
  const other = await harness().newUser();
  const own = apiClient(harness(), await apiKeyOf(other));
  const left = async () => {
    const { headers, status } = await own('GET', '/tags');
    return { status, left: Number(headers['ratelimit-remaining']), wait: headers['retry-after'] };
  };
  expect(await left()).toEqual({ status: 200, left: API_LIMITS.requestsAMinute - 1, wait: undefined });
  let last = await left();
  for (let sent = 2; sent < API_LIMITS.requestsAMinute; sent += 1) last = await left();
  expect(last).toEqual({ status: 200, left: 0, wait: undefined });
  clock.advance(1_000);
  expect(await left()).toEqual({ status: 429, left: 0, wait: '59' });
  expect((await ask('GET', '/tags')).status).toBe(200);
  clock.advance(59_000);
  expect((await left()).status).toBe(200);
}, 120_000);

test('a minute’s requests may come all at once', async () => {
  const own = apiClient(harness(), await apiKeyOf(await harness().newUser()));
  const asked = Array.from({ length: API_LIMITS.requestsAMinute }, () => own('GET', '/tags'));
  const told = await Promise.all(asked);
  expect(told.filter(({ status }) => status !== 200)).toEqual([]);
  const left = told.map(({ headers }) => Number(headers['ratelimit-remaining']));
  expect(new Set(left).size).toBe(API_LIMITS.requestsAMinute);
  expect((await own('GET', '/tags')).status).toBe(429);
}, 120_000);
