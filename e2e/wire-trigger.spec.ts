/** The trigger URL: every way in, every class of reply. */
import { beforeAll, expect, inject, test } from 'vitest';
import { addList, campaignOf, heard, listOf, received, register, texts } from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let pair: { user: string; password: string };
let last = 0;
const person = () => {
  last += 1;
  return `212555${String(last).padStart(4, '0')}`;
};

beforeAll(async () => {
  client = await register(address);
  for (const TagName of ['Name', 'Code']) await client.post('tags/addTag', { TagName });
  await client.post('credentials/addCredentials', { CredentialsName: 'Trigger' });
  const [first] = listOf(
    await client.post('credentials/Credentialslist', { CredentialsFilters: '' }),
    'CREDENTIALS',
  );
  pair = { user: String(first?.AccessKey_vch), password: String(first?.SecretKey_vch) };
});

async function call(init: RequestInit & { query?: Record<string, string>; path?: string }) {
  const { query = {}, path = '/api/v1/triggerSMS', ...rest } = init;
  const response = await fetch(`${address}${path}?${new URLSearchParams(query)}`, rest);
  const reply = (await response.json()) as { RESULT: number; MESSAGE: string; DETAIL: string };
  return { status: response.status, ...reply };
}
const basic = () => ({
  authorization: `Basic ${Buffer.from(`${pair.user}:${pair.password}`).toString('base64')}`,
});
const keys = () => ({ inpUserName: pair.user, inpPassword: pair.password });

test('GET and POST; fields, form, JSON and HTTP Basic; extra fields are tokens and win over tags', async () => {
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Hi {%Name|you%}, {%Code|none%}' });
  const base = (who: string) => ({ inpContactString: who, inpBatchId: String(campaign) });
  const urlEncoded = (fields: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const multipart = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return { method: 'POST', body };
  };
  const ways: ((who: string) => Parameters<typeof call>[0])[] = [
    (who) => ({ query: { ...base(who), ...keys(), Name: 'Zoë & Co', Code: '7' } }),
    (who) => ({
      query: { ...base(who), ...keys(), name: 'Zoë & Co', code: '7' },
      path: '/API/V1/TriggerSms',
    }),
    (who) => urlEncoded({ ...base(who), ...keys(), Name: 'Zoë & Co', Code: '7' }),
    (who) => multipart({ ...base(who), ...keys(), Name: 'Zoë & Co', Code: '7' }),
    (who) => ({
      method: 'POST',
      body: JSON.stringify({ ...base(who), ...keys(), Name: 'Zoë & Co', Code: 7 }),
      headers: { 'content-type': 'application/json' },
    }),
    (who) => ({ query: { ...base(who), Name: 'Zoë & Co', Code: '7' }, headers: basic() }),
    (who) => ({ ...urlEncoded({ ...base(who), Name: 'Zoë & Co', Code: '7' }), headers: basic() }),
    (who) => ({ ...urlEncoded({ Name: 'Zoë & Co', Code: '7' }), query: base(who), headers: basic() }),
  ];
  for (const [index, way] of ways.entries()) {
    const who = person();
    expect([index, await call(way(who))]).toMatchObject([index, { status: 200, RESULT: 1 }]);
    expect([index, await heard(client, who, 1)]).toEqual([index, ['Hi Zoë & Co, 7']]);
  }
  const list = await addList(client, 'Trigger');
  const who = person();
  const added = await client.post('members/addMemberToList', { ContactString: who, ListId: list });
  for (const [Tag, Value] of [
    ['Name', 'Ann'],
    ['Code', '1'],
  ])
    await client.post('tags/updateTag', {
      ContactAddressId: Number(added.CONTACTADDRESSID),
      Tag: String(Tag),
      Value: String(Value),
    });
  await call({ query: { ...base(`+1 (212) ${who.slice(3, 6)}-${who.slice(6)}`), ...keys(), Name: 'Bob' } });
  expect(await heard(client, who, 1)).toEqual(['Hi Bob, 1']);
});

test('401, 404, 400, and 200 with RESULT 0', async () => {
  const { campaign } = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'Hi' });
  const stranger = await register(address);
  const theirs = await campaignOf(stranger, { TYPE: 'TRAILER', TEXT: 'Secret' });
  const who = person();
  const ask = (fields: Record<string, string>) =>
    call({ query: { inpContactString: who, inpBatchId: String(campaign), ...keys(), ...fields } });
  const wrongs: Record<string, string>[] = [
    { inpPassword: 'no' },
    { inpUserName: 'no' },
    { inpUserName: '', inpPassword: '' },
  ];
  for (const wrong of wrongs)
    expect([wrong, await ask(wrong)]).toMatchObject([wrong, { status: 401, RESULT: 0 }]);
  expect(await call({ query: { inpContactString: who, inpBatchId: String(campaign) } })).toMatchObject({
    status: 401,
    RESULT: 0,
  });
  const foreign = await ask({ inpBatchId: String(theirs.campaign) });
  expect(foreign).toMatchObject({ status: 404, RESULT: 0 });
  expect(await ask({ inpBatchId: '987654321' })).toEqual(foreign);
  for (const inpContactString of ['12', 'hello', '', '12125550100x'])
    expect([inpContactString, await ask({ inpContactString })]).toMatchObject([
      inpContactString,
      { status: 400, RESULT: 0, DETAIL: expect.stringContaining('inpContactString') },
    ]);
  expect(await ask({ inpBatchId: 'x' })).toMatchObject({ status: 400, RESULT: 0 });
  const cookie = await call({
    query: { inpContactString: who, inpBatchId: String(campaign) },
    headers: { cookie: client.cookie() },
  });
  expect(cookie.status).toBe(401);
  const elsewhere = await call({
    query: { inpContactString: who, inpBatchId: String(campaign), ...keys() },
    headers: { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(elsewhere).toMatchObject({ status: 200, RESULT: 1 });
  await heard(client, who, 1);
  await texts(client, who, 'STOP');
  await heard(client, who, 2);
  const stopped = await ask({});
  expect(stopped).toMatchObject({ status: 200, RESULT: 0 });
  expect(stopped.MESSAGE).not.toBe('');
  expect((await received(client, who)).length).toBe(2);
  const dear = await campaignOf(client, { TYPE: 'TRAILER', TEXT: 'x'.repeat(1600) });
  let low = await call({
    query: { inpContactString: person(), inpBatchId: String(dear.campaign), ...keys() },
  });
  for (let times = 0; times < 110 && low.RESULT === 1; times += 10)
    low =
      (
        await Promise.all(
          Array.from({ length: 10 }, () =>
            call({ query: { inpContactString: person(), inpBatchId: String(dear.campaign), ...keys() } }),
          ),
        )
      ).find(({ RESULT }) => RESULT !== 1) ?? low;
  expect(low).toMatchObject({ status: 200, RESULT: 0 });
  await client.post('campaign/LogicalDeleteBatch', { inpBatchId: campaign });
  const gone = await ask({ inpContactString: person() });
  expect(gone).toMatchObject({ RESULT: 0 });
});
