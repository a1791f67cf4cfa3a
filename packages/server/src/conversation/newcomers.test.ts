/** People whose first text to a channel this is: all groups of an account put them on one list. */
import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { type Commit, pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { processInboundBatch } from './inbound-batch.ts';

const harness = useHarness();
let accountId = 0;
let channelId = 0;
let audience = 0;

beforeAll(async () => {
  const { services, newUser } = harness();
  accountId = (await newUser()).accountId;
  channelId = (await firstChannel(services.db, accountId))?.id ?? 0;
  const row = await first(
    services.db,
    sql<{
      list: number;
    }>`select audience_list_id as list from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  audience = row?.list ?? 0;
  await storeSketch(services.db, accountId, 1, [{ id: 1, type: 'final-message', text: 'Welcome.' }], 'JOIN');
});

/** Takes a text; `look` is asked when nothing of it is left to do but its commit. */
async function take(phone: string, words: string, look: () => Promise<void>): Promise<void> {
  const { services } = harness();
  await pipelined(services.pool)(async (trx, commit) => {
    const last = (async (statements: Parameters<Commit>[0]) => {
      await look();
      return commit(statements);
    }) as Commit;
    const text = { channelId, phone, text: words, carrierMessageId: `${phone} ${words}`, at: new Date() };
    await processInboundBatch({ trx, commit: last, requireFullBalance: true }, services, accountId, [text]);
  });
}

const membersNow = () =>
  rows(
    harness().services.db,
    sql<{ phone: string; counted: number }>`
      select c.phone, l.member_count as counted from list_members m
        join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
        join lists l on l.account_id = ${accountId} and l.id = m.list_id
      where m.account_id = ${accountId} and m.list_id = ${audience} order by c.phone`,
  );

test('who texts a keyword joins the audience with the commit: nobody waits for its row while others are played', async () => {
  let free = 0;
  await take('+12125550301', 'JOIN', async () => {
    const found = await rows(
      harness().services.db,
      sql`select id from lists where account_id = ${accountId} and id = ${audience} for update skip locked`,
    );
    free = found.length;
  });
  expect(free).toBe(1);
  expect(await membersNow()).toEqual([{ phone: '+12125550301', counted: 1 }]);
  const consents = await rows(
    harness().services.db,
    sql<{ kind: string; words: string }>`
      select kind, words from consents where account_id = ${accountId} and phone = '+12125550301'`,
  );
  expect(consents).toEqual([{ kind: 'opt-in', words: 'JOIN' }]);
});

test('whose first text is STOP is counted as opted out on the list', async () => {
  await take('+12125550302', 'STOP', async () => undefined);
  const row = await first(
    harness().services.db,
    sql<{ members: number; out: number }>`
      select member_count as members, optout_count as out from lists where account_id = ${accountId} and id = ${audience}`,
  );
  expect(row).toEqual({ members: 2, out: 1 });
});
