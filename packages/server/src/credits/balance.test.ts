/**
 * Each change of the books by itself: at the last credit, of nothing, and of no message but those that are
 * meant.
 */

import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { refundMessages } from '../messages/index.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import {
  balanceOf,
  creditsText,
  grantCredits,
  releaseReserved,
  reserveCredits,
  spendReserved,
} from './balance.ts';
import { chargeCredits } from './charge.ts';

const harness = useHarness();
const db = () => harness().services.db;
const AT = new Date('2026-03-02T15:00:00Z');
const BLAST = 88;
let accountId = 0;
let other = 0;

/** An account with ten credits and no history, beside another one. */
beforeEach(async () => {
  accountId = (await harness().newUser()).accountId;
  other = (await harness().newUser()).accountId;
  for (const each of [accountId, other]) {
    await sql`delete from ledger where account_id = ${each}`.execute(db());
    await sql`delete from balances where account_id = ${each}`.execute(db());
    await grantCredits(db(), each, 10, 'to begin with', AT);
  }
});

const booksOf = (account: number) =>
  first(db(), sql`select balance, reserved, spent, granted from balances where account_id = ${account}`);
const ledgerOf = (account: number) =>
  rows(
    db(),
    sql`
      select kind, credits, messages, coalesce(blast_id, 0) as blast from ledger
      where account_id = ${account} and note <> 'to begin with' order by id`,
  );

test('the last credit can be spent and set aside, one more cannot, and then nothing changes', async () => {
  expect(await chargeCredits(db(), accountId, { credits: 11, messages: 1, note: '' }, AT)).toBe(false);
  expect(await reserveCredits(db(), accountId, BLAST, 11, AT)).toBe(false);
  expect(await ledgerOf(accountId)).toEqual([]);
  expect(await reserveCredits(db(), accountId, BLAST, 6, AT)).toBe(true);
  expect(await chargeCredits(db(), accountId, { credits: 4, messages: 2, note: '' }, AT)).toBe(true);
  expect(await balanceOf(db(), accountId)).toBe(0);
  await spendReserved(db(), accountId, BLAST, { credits: 4, messages: 3 }, AT);
  await releaseReserved(db(), accountId, BLAST, 2, AT);
  await grantCredits(db(), accountId, 5, 'more', AT);
  expect(await booksOf(accountId)).toEqual({ balance: 7, reserved: 0, spent: 8, granted: 15 });
  expect(await ledgerOf(accountId)).toEqual([
    { kind: 'reserve', credits: 6, messages: 0, blast: BLAST },
    { kind: 'spend', credits: 4, messages: 2, blast: 0 },
    { kind: 'spend-reserved', credits: 4, messages: 3, blast: BLAST },
    { kind: 'return', credits: 2, messages: 0, blast: BLAST },
    { kind: 'grant', credits: 5, messages: 0, blast: 0 },
  ]);
  expect(await booksOf(other)).toEqual({ balance: 10, reserved: 0, spent: 0, granted: 10 });
});

test('all of it can be set aside and given back', async () => {
  expect(await reserveCredits(db(), accountId, BLAST, 10, AT)).toBe(true);
  expect(await booksOf(accountId)).toEqual({ balance: 0, reserved: 10, spent: 0, granted: 10 });
  await releaseReserved(db(), accountId, BLAST, 10, AT);
  expect(await booksOf(accountId)).toEqual({ balance: 10, reserved: 0, spent: 0, granted: 10 });
});

test('one credit is told as one', () => {
  expect([0, 1, 2, 1000].map(creditsText)).toEqual(['0 credits', '1 credit', '2 credits', '1,000 credits']);
});

test('what costs nothing is no line of the ledger', async () => {
  expect(await reserveCredits(db(), accountId, BLAST, 0, AT)).toBe(true);
  expect(await chargeCredits(db(), accountId, { credits: 0, messages: 1, note: '' }, AT)).toBe(true);
  await spendReserved(db(), accountId, BLAST, { credits: 0, messages: 1 }, AT);
  await releaseReserved(db(), accountId, BLAST, 0, AT);
  await refundMessages(db(), accountId, [], { status: 'failed', note: '' }, AT);
  expect(await ledgerOf(accountId)).toEqual([]);
});

test('those messages come back that are named and in that state, each once, off the bill of its blast', async () => {
  const channelId = (await firstChannel(db(), accountId))?.id ?? 0;
  const [phone = ''] = phones(1, 70_000);
  await storeList(db(), accountId, 'One', [{ phone }]);
  await sql`insert into campaigns (account_id, id, name, created_at) values (${accountId}, 77, 'C', ${AT})`.execute(
    db(),
  );
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, total, credits_spent, created_at)
    values (${accountId}, ${BLAST}, 77, 77, ${channelId}, '{}', '{}', 'running', ${AT}, '', 9, 9, ${AT})`.execute(
    db(),
  );
  await chargeCredits(db(), accountId, { credits: 10, messages: 6, note: '' }, AT);
  const [ofBlast, alone, free, sent, notNamed] = [901, 902, 903, 904, 905];
  for (const [id, status, credits, blast] of [
    [ofBlast, 'failed', 2, BLAST],
    [alone, 'failed', 3, null],
    [free, 'failed', 0, null],
    [sent, 'sent', 1, null],
    [notNamed, 'failed', 4, null],
  ] as const)
    await sql`
      insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, credits, created_at)
      select ${accountId}, ${id}, ${channelId}, c.id, 77, ${blast}::bigint, ${blast ? 'blast' : 'flow'}, ${status}::message_status,
        ${credits}::int, ${AT}
      from contacts c where c.account_id = ${accountId}`.execute(db());
  const named = [ofBlast, alone, free, sent];
  for (let twice = 0; twice < 2; twice += 1) {
    await refundMessages(db(), accountId, named, { status: 'failed', note: 'not sent' }, AT);
    expect(await booksOf(accountId)).toEqual({ balance: 5, reserved: 0, spent: 5, granted: 10 });
    const [, ...refunds] = await ledgerOf(accountId);
    expect(refunds.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      { kind: 'refund', credits: 2, messages: 1, blast: BLAST },
      { kind: 'refund', credits: 3, messages: 1, blast: 0 },
    ]);
    expect(
      await rows(db(), sql`select credits_spent as spent from blasts where account_id = ${accountId}`),
    ).toEqual([{ spent: 7 }]);
  }
  expect(
    await rows(
      db(),
      sql`select id, credits from messages where account_id = ${accountId} and credits > 0 order by id`,
    ),
  ).toEqual([
    { id: sent, credits: 1 },
    { id: notNamed, credits: 4 },
  ]);
  expect(await booksOf(other)).toEqual({ balance: 10, reserved: 0, spent: 0, granted: 10 });
});
