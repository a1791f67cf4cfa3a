/**
 * Receipts of gateways, word by word as Kannel 1.4.5 in front of an SMPP centre writes them, and as others
 * may.
 */
import { beforeAll, expect, test } from 'vitest';
import { first, sql } from '../../platform/db/database.ts';
import { useHarness } from '../../testing/harness.ts';
import { storeList } from '../../testing/people.ts';
import { storeConnection } from '../testing/subjects.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const TOKEN = 'token-of-a-gateway';
let accountId = 0;
let channelId = 0;
let lastId = 700_000;

beforeAll(async () => {
  const { db } = harness().services;
  accountId = (await harness().newUser()).accountId;
  const channel = await first(
    db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  channelId = channel?.id ?? 0;
  await storeConnection(harness(), { accountId, channelId, place: 1 }, 'gateway', {
    url: 'http://127.0.0.1:1/cgi-bin/sendsms',
    webhookToken: TOKEN,
  });
  await storeList(db, accountId, 'All', [{ phone: '+12125550111' }]);
});

async function receiptOf(query: string): Promise<[string | undefined, string | null | undefined]> {
  const { db } = harness().services;
  lastId += 1;
  const now = new Date();
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
    select ${accountId}, ${lastId}, ${channelId}, id, 'test', 'sending', 'Hello', ${now}, ${now}
    from contacts where account_id = ${accountId}`.execute(db);
  const url = `/carriers/gateway/${TOKEN}/receipt?ref=${lastId}&${query}`;
  const response = await harness().app.inject({ method: 'GET', url });
  expect([response.statusCode, response.body]).toEqual([200, '']);
  const found = await first(
    db,
    sql<{ status: string; code: string | null }>`
      select status, carrier_code as code from messages where account_id = ${accountId} and id = ${lastId}`,
  );
  return [found?.status, found?.code];
}

const words = (stat: string, err: string) =>
  `id%3A1042313+sub%3A001+dlvrd%3A000+submit+date%3A2611211604+done+date%3A2611211604+stat%3A${stat}+err%3A${err}+text%3A`;

test.each([
  ['status=8&id=1042313&answer=ACK%2F', 'sent', null],
  [`status=1&id=1042313&answer=${words('DELIVRD', '000')}`, 'delivered', null],
  [`status=2&id=1042313&answer=${words('UNDELIV', '001')}`, 'undelivered', '001'],
  [`status=34&id=1042313&answer=${words('EXPIRED', '027')}`, 'expired', '027'],
  [`status=2&id=1042315&answer=${words('REJECTD', '011')}`, 'failed', '011'],
  [`status=2&id=1042316&answer=${words('UNKNOWN', '255')}`, 'sent', '255'],
  // Some centres write the whole word, or the number of the state.
  [`status=1&id=1042317&answer=${words('DELIVERED', '000')}`, 'delivered', null],
  [`status=2&id=1042318&answer=${words('REJECTED', '011')}`, 'failed', '011'],
  [`status=2&id=1042319&answer=${words('UNDELIVERABLE', '001')}`, 'undelivered', '001'],
  [`status=1&id=1042320&answer=${words('2', '000')}`, 'delivered', null],
  ['status=DELIVRD', 'delivered', null],
  ['status=NOT_DELIVERED', 'undelivered', null],
  ['status=16&id=&answer=NACK%2F0x0000000b%2FInvalid+Destination+Address', 'failed', '0x0B'],
  ['status=34', 'expired', null],
  // Buffered: the gateway has it.
  ['status=4', 'sent', null],
  ['status=delivered', 'delivered', null],
  ['status=Undelivered', 'undelivered', null],
  ['status=rejected&id=7', 'failed', null],
  ['status=nonsense', 'sending', null],
  ['status=', 'sending', null],
])('a receipt %s', async (query, status, code) => {
  expect(await receiptOf(query)).toEqual([status, code]);
});
