/**
 * Signed webhooks behind proxies: what the carrier signed is the public address, whatever the proxy made of
 * it on the way here.
 */
import { calls } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import { storeConnection } from './testing/subjects.ts';
import { twilioSignature } from './twilio.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const TOKEN = 'token-of-a-webhook';
let accountId = 0;
let owner: Client;
let count = 0;

beforeEach(async () => {
  if (accountId !== 0) return;
  const user = await harness().newUser();
  owner = user;
  accountId = user.accountId;
  const [channel] = await rows(
    harness().services.db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  await storeConnection(harness(), { accountId, channelId: channel?.id ?? 0, place: 1 }, 'twilio', {
    accountSid: 'AC1',
    authToken: 'secret',
    webhookToken: TOKEN,
  });
});
afterEach(() => {
  harness().services.config.publicUrl = null;
});

/** An incoming text as it comes out of the proxy; answers the status. */
async function inbound(signedAddress: string, path: string, extra: Record<string, string> = {}) {
  count += 1;
  const fields = new URLSearchParams({
    MessageSid: `MO${count}`,
    From: '+12125550177',
    To: '+12125550100',
    Body: 'Grüße & “more” + 1 🎉',
    ...extra,
  });
  const response = await harness().app.inject({
    method: 'POST',
    url: path,
    payload: fields.toString(),
    headers: {
      host: 'app.internal:3000',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature('secret', signedAddress, fields),
    },
  });
  return response.statusCode;
}
const texts = async () =>
  (
    await rows(
      harness().services.db,
      sql<{ body: string }>`select body from inbound_messages where account_id = ${accountId} order by id`,
    )
  ).map(({ body }) => body);

test('a picture is kept, beside words and without; without words its address is the text', async () => {
  harness().services.config.publicUrl = 'https://x.example';
  const before = (await texts()).length;
  const path = `/carriers/twilio/${TOKEN}/inbound`;
  const pictures = { NumMedia: '2', MediaUrl0: 'https://x.example/1', MediaUrl1: 'https://x.example/2' };
  for (const Body of ['', ' ', 'Here it is'])
    expect(await inbound(`https://x.example${path}`, path, { ...pictures, Body })).toBe(200);
  const addresses = 'https://x.example/1\nhttps://x.example/2';
  expect((await texts()).slice(before)).toEqual([addresses, addresses, 'Here it is']);
  const media = [pictures.MediaUrl0, pictures.MediaUrl1];
  // The owner's requests come to another name.
  harness().services.config.publicUrl = null;
  const { messages } = (await owner.ask(calls.inbox.list, {})).values;
  expect(messages.slice(0, 3).map((each) => each.media)).toEqual([media, media, media]);
  const [thread] = (await owner.ask(calls.inbox.threads, {})).values.threads;
  expect(thread).toMatchObject({ text: 'Here it is', media });
  const said = (await owner.ask(calls.inbox.thread, { contact: thread?.contact ?? 0 })).values.messages;
  expect(said[0]).toMatchObject({ direction: 'MO', text: 'Here it is', media });
});

test('what is no web address is no picture', async () => {
  harness().services.config.publicUrl = 'https://x.example';
  const path = `/carriers/twilio/${TOKEN}/inbound`;
  const extra = { NumMedia: '3', MediaUrl0: 'javascript:alert(1)', MediaUrl2: 'https://x.example/ok' };
  expect(await inbound(`https://x.example${path}`, path, extra)).toBe(200);
  harness().services.config.publicUrl = null;
  const [latest] = (await owner.ask(calls.inbox.list, {})).values.messages;
  expect(latest?.media).toEqual(['https://x.example/ok']);
});

describe('a signed webhook', () => {
  const path = `/carriers/twilio/${TOKEN}/inbound`;

  test.each([
    ['as it is', 'https://sms.example.com', `https://sms.example.com${path}`, path],
    [
      'below a path that the proxy takes off',
      'https://example.com/sms',
      `https://example.com/sms${path}`,
      path,
    ],
    ['on a port', 'https://sms.example.com:8443', `https://sms.example.com:8443${path}`, path],
    [
      'on a port that was left out of what was signed',
      'https://x.example:8443',
      `https://x.example${path}`,
      path,
    ],
    ['with the usual port in what was signed', 'https://x.example', `https://x.example:443${path}`, path],
    ['with the usual port of http', 'http://x.example', `http://x.example:80${path}`, path],
    [
      'with a query',
      'https://x.example',
      `https://x.example${path}?shop=1&q=a%20b+c`,
      `${path}?shop=1&q=a%20b+c`,
    ],
    ['at an IPv6 address', 'http://[2001:db8::1]:8080', `http://[2001:db8::1]:8080${path}`, path],
  ])('is accepted %s', async (_name, publicUrl, signed, url) => {
    harness().services.config.publicUrl = publicUrl;
    const before = (await texts()).length;
    expect(await inbound(signed, url)).toBe(200);
    expect((await texts()).slice(before)).toEqual(['Grüße & “more” + 1 🎉']);
  });

  test.each([
    ['another host', 'https://other.example', path],
    ['http instead of https', 'http://sms.example.com', path],
    ['another port', 'https://sms.example.com:8443', path],
    ['the address without its query', 'https://sms.example.com', `${path}?shop=1`],
  ])('is refused when it signs %s', async (_name, origin, url) => {
    harness().services.config.publicUrl = 'https://sms.example.com';
    const before = (await texts()).length;
    expect(await inbound(origin + path, url)).toBe(403);
    expect((await texts()).length).toBe(before);
  });
});

test.each([
  ['queued', '', 'sent'],
  ['sending', '', 'sent'],
  ['nonsense', '', 'unknown'],
  ['failed', '30008', 'failed'],
  // Its validity at the carrier was over.
  ['failed', '30036', 'expired'],
])('a callback %s %s of a message whose answer was lost makes it %s', async (word, code, status) => {
  harness().services.config.publicUrl = 'https://x.example';
  const { db } = harness().services;
  const now = new Date();
  await storeList(db, accountId, `For ${word} ${code}`, [{ phone: '+12125550178' }]);
  count += 1;
  const id = 900_000 + count;
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
    select ${accountId}, ${id}, h.id, c.id, 'test', 'unknown', 'Hello', ${now}, ${now}
    from contacts c join channels h using (account_id)
    where c.account_id = ${accountId} and c.phone = '+12125550178'`.execute(db);
  const url = `/carriers/twilio/${TOKEN}/status?ref=${id}`;
  const fields = new URLSearchParams({ MessageSid: `SM${id}`, MessageStatus: word, ErrorCode: code });
  const { statusCode } = await harness().app.inject({
    method: 'POST',
    url,
    payload: fields.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature('secret', `https://x.example${url}`, fields),
    },
  });
  expect(statusCode).toBe(204);
  const [found] = await rows(
    db,
    sql<{ status: string }>`select status from messages where account_id = ${accountId} and id = ${id}`,
  );
  expect(found?.status).toBe(status);
});
