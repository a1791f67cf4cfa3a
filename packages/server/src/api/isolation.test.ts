/**
 * Walks the operations of REST v1: what is new there is covered by itself. No key opens another account, a
 * foreign id is an unknown one, bad input is refused and stores nothing.
 */
import { API_SCOPES } from '@parley/contract';
import { idsIn, type Operation, operations, Problem } from '@parley/contract/api/index.ts';
import { problemsOf } from '@parley/contract/api/openapi.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiWorld,
  apiClient,
  apiKeyOf,
  makeApiWorld,
} from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';
import { pictureIn } from '../testing/stored.ts';

const harness = useHarness();
const all = Object.entries(operations) as [string, Operation][];
let own: ApiWorld;
let foreign: ApiWorld;

beforeAll(async () => {
  own = await makeApiWorld(harness());
  foreign = await makeApiWorld(harness());
});

const namesOf = (world: ApiWorld) => Object.entries(world.ids).map(([id, name]) => [name, id] as const);
/** At once: what is put in may be the name of something else. */
const inWorld = (world: ApiWorld, text: string, but: Record<string, string> = {}) => {
  const ids = { ...Object.fromEntries(namesOf(world)), ...but };
  return text.replaceAll(new RegExp(Object.keys(ids).join('|'), 'g'), (name) => ids[name] ?? name);
};

const send = (
  client: ApiClient,
  { method, example }: Operation,
  path: string,
  body: unknown = example.body,
) => client(method, path, body === undefined ? {} : { body });

/** The path and the body of an example with ids of a world; `but`: one of them is another. */
function requestIn(world: ApiWorld, { example }: Operation, but: Record<string, string> = {}) {
  const path = inWorld(world, example.path, but);
  const body = example.body === undefined ? undefined : inWorld(world, JSON.stringify(example.body), but);
  return { path, body };
}

const UNKNOWN = '987654321098765';
const unknownLike = (id: string) => `${id.slice(0, id.indexOf('_'))}_${UNKNOWN}`;

function expectProblem(answer: ApiAnswer, status: number, what: string): void {
  expect([what, answer.status, answer.headers['content-type']], answer.text).toEqual([
    what,
    status,
    'application/problem+json',
  ]);
  expect(Problem.parse(answer.body)).toMatchObject({ status });
}

/** Ids of the example's things that stand in the request of an operation. */
const idsOf = ({ example }: Operation): string[] => [
  ...new Set(
    [example.path, JSON.stringify(example.body ?? null)].flatMap(
      (text) => text.match(/\b[a-z]{3}_\d+\b/g) ?? [],
    ),
  ),
];

/** The fields of a query or a body in which ids stand. */
function idFieldsOf(part: Operation['query'] | Operation['body']): string[] {
  if (part === undefined) return [];
  const found = new Set<string>();
  const look = (node: unknown, field: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('pattern' in node && /^\^[a-z]{3}_/.test(String(node.pattern))) found.add(field);
    for (const [key, value] of Object.entries(node)) {
      const named = key === 'properties' ? Object.entries(value as object) : [];
      for (const [name, inner] of named) look(inner, name);
      if (key !== 'properties') look(value, field);
    }
  };
  look(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), '');
  return [...found];
}

const withIds = all.filter(([, operation]) => idsOf(operation).length > 0);
const withBody = all.filter(([, { body }]) => body !== undefined);

test('every id in a path has an example', () => {
  for (const [id, operation] of all)
    expect([id, idsOf(operation).length >= idsIn(operation.path).length]).toEqual([id, true]);
  expect(withIds.length).toBeGreaterThan(10);
});

test.each(all)(
  '%s opens for nobody without a key, with a wrong one, or without its scope',
  async (_id, operation) => {
    const { path, body } = requestIn(own, operation);
    const before = await pictureIn(harness().services);
    // Each from an address of its own: one that tries many wrong keys is held up.
    const address = `192.0.2.${all.findIndex(([, each]) => each === operation)}`;
    for (const key of ['', 'x', `pk_live_${'x'.repeat(43)}`])
      expectProblem(await send(apiClient(harness(), key, address), operation, path, body), 401, `key ${key}`);
    expect(await pictureIn(harness().services)).toEqual(before);
    const user = await harness().newUser();
    const others = API_SCOPES.filter((scope) => scope !== operation.scope);
    const limited = apiClient(harness(), await apiKeyOf(user, 'live', others));
    expectProblem(await send(limited, operation, path, body), 403, 'scope');
  },
);

test.each(withIds)('%s answers a foreign id as an unknown one', async (_id, operation) => {
  const before = await pictureIn(harness().services);
  for (const name of idsOf(operation)) {
    const theirs = namesOf(foreign).find(([known]) => known === name)?.[1];
    if (theirs === undefined) throw new Error(`The world has no ${name}.`);
    const [asForeign, asUnknown] = [
      requestIn(own, operation, { [name]: theirs }),
      requestIn(own, operation, { [name]: unknownLike(theirs) }),
    ];
    const answers = [
      await send(own.live, operation, asForeign.path, asForeign.body),
      await send(own.live, operation, asUnknown.path, asUnknown.body),
    ] as const;
    expectProblem(answers[0], 404, name);
    expect(answers[0].text).toBe(answers[1].text);
  }
  const after = await pictureIn(harness().services);
  expect({ ...after, api_keys: '' }).toEqual({ ...before, api_keys: '' });
});

/** Ids that no example names, by operation and field: what they make of its query or of its body. */
const FURTHER: Record<string, Record<string, string>> = {
  listContacts: { list: 'lst_7' },
  upsertContacts: { list: 'lst_7' },
  changeMembers: { add: 'con_1042' },
  previewCampaignFile: { channel: 'chn_2' },
  importCampaignFile: { channel: 'chn_2' },
  createBlast: { lists: 'lst_7' },
  getCampaignReport: { segment: 'seg_5' },
  recordEvent: { contact: 'con_1042' },
};

test('an id that may stand in a query or a body stands in an example, or is tried below', () => {
  const untried = all.flatMap(([id, operation]) =>
    [operation.query, operation.body].flatMap((part) =>
      idFieldsOf(part)
        .filter((field) => !JSON.stringify(operation.example).includes(`"${field}":`))
        .filter((field) => !new RegExp(`[?&]${field}=`).test(operation.example.path))
        .filter((field) => FURTHER[id]?.[field] === undefined)
        .map((field) => `${id} ${field}`),
    ),
  );
  expect(untried).toEqual([]);
});

test.each(Object.entries(FURTHER))(
  '%s answers a foreign id that no example names as an unknown one',
  async (id, fields) => {
    const operation = operations[id as keyof typeof operations] as Operation;
    const before = await pictureIn(harness().services);
    for (const [field, name] of Object.entries(fields)) {
      const theirs = namesOf(foreign).find(([known]) => known === name)?.[1] ?? '';
      const ask = (given: string) => {
        const { path, body } = requestIn(own, operation);
        if (body === undefined) {
          const query = `${path.includes('?') ? '&' : '?'}${field}=${given}`;
          return send(own.live, operation, path + query);
        }
        const isList = ['add', 'lists'].includes(field);
        const { phone: _, ...others } = JSON.parse(body);
        const spoilt = { ...others, [field]: isList ? [given] : given };
        return send(own.live, operation, path, JSON.stringify(spoilt));
      };
      const [asForeign, asUnknown] = [await ask(theirs), await ask(unknownLike(theirs))];
      expectProblem(asForeign, 404, field);
      expect(asForeign.text).toBe(asUnknown.text);
    }
    const after = await pictureIn(harness().services);
    expect({ ...after, api_keys: '' }).toEqual({ ...before, api_keys: '' });
  },
);

test.each(withBody)('%s refuses bad bodies and stores nothing', async (_id, operation) => {
  const { path, body = '{}' } = requestIn(own, operation);
  const before = await pictureIn(harness().services);
  const unknown = JSON.stringify({ ...JSON.parse(body), surprise: 1 });
  expectProblem(await send(own.live, operation, path, unknown), 422, 'unknown field');
  expect((await send(own.live, operation, path, unknown)).body.errors).toContainEqual({
    pointer: '#/surprise',
    detail: 'Unknown field.',
  });
  for (const bad of ['[]', '5', '"x"', 'null', '{"__proto__":{"x":1}}', '{"constructor":1}'])
    expectProblem(await send(own.live, operation, path, bad), 422, bad);
  for (const bad of ['{', '{"a":', '\ud800'])
    expectProblem(await send(own.live, operation, path, bad), 400, bad);
  const wrongType = await own.live(operation.method, path, {
    body: 'a=b',
    headers: { 'content-type': 'text/plain' },
  });
  expectProblem(wrongType, 415, 'text/plain');
  const large = `{"a":"${'x'.repeat((operation.bodyBytes ?? 256 * 1024) + 1)}"}`;
  expectProblem(await send(own.live, operation, path, large), 413, 'large');
  for (const [field, value] of Object.entries(JSON.parse(body) as Record<string, unknown>))
    for (const bad of [{}, [], 5, true, 'a\0b', '\ud800', [[]], { a: { b: 1 } }]) {
      if (JSON.stringify(bad) === JSON.stringify(value)) continue;
      const answer = await send(
        own.test,
        operation,
        path,
        JSON.stringify({ ...JSON.parse(body), [field]: bad }),
      );
      const known = [operation.status, ...problemsOf(operation)];
      expect([field, bad, known.includes(answer.status)], answer.text).toEqual([field, bad, true]);
    }
  const after = await pictureIn(harness().services);
  expect({ ...after, api_keys: '' }).toEqual({ ...before, api_keys: '' });
});

test('a test key stores nothing, whatever it asks, and answers as a live one', async () => {
  const before = await pictureIn(harness().services);
  for (const [id, operation] of all) {
    const { path, body } = requestIn(own, operation);
    const answer = await send(own.test, operation, path, body);
    expect([id, answer.status], answer.text).toEqual([id, operation.status]);
  }
  const after = await pictureIn(harness().services);
  // Ids of messages that were reserved are not given back.
  const aside = { api_keys: '', id_blocks: '' };
  expect({ ...after, ...aside }).toEqual({ ...before, ...aside });
});

test('an unknown path, an unknown parameter and another method are problems, too', async () => {
  expectProblem(await own.live('GET', '/nothing'), 404, 'path');
  for (const odd of ['/contacts/%00', '/%00', '/contacts/%zz', '/%', '/contacts/con_1%00/x'])
    expectProblem(await own.live('GET', odd), 404, odd);
  expectProblem(await own.live('GET', '/contacts/con_0'), 404, 'no id');
  expectProblem(await own.live('GET', '/contacts?surprise=1'), 422, 'parameter');
  expectProblem(await own.live('GET', '/contacts?limit=1&limit=2'), 422, 'doubled');
  expectProblem(await own.live('GET', `/contacts/${own.things.contact}?x=1`), 422, 'parameter');
  for (const method of ['options', 'trace'])
    expectProblem(await own.live(method as 'GET', '/contacts'), 404, method);
  const other = await own.live('DELETE', '/contacts');
  expectProblem(other, 405, 'method');
  expect(other.headers.allow).toBe('GET, POST, PUT');
});
