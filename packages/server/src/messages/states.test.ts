/**
 * Ten thousand messages, each with its own order of what carriers say, against an oracle that knows nothing
 * of how it is done.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Receipt } from '../carriers/carrier.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { noteUpdates } from '../testing/each-server.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { recordReceipt } from './receipts.ts';
import { NO_ANSWER, outcomeOf, storeSubmitResults } from './submit-results.ts';

const harness = useHarness();

const MESSAGES = 10_000;
const SEED = 20_261_121;
/** What a carrier reports by and by. `queued` says nothing new and has no receipt of ours. */
const WORDS = ['queued', 'sent', 'delivered', 'failed', 'undelivered'] as const;
/** What it answers at the hand-over. */
const ANSWERS = ['accepted', 'no answer', 'refused', 'busy'] as const;
type Said = (typeof WORDS)[number] | (typeof ANSWERS)[number];

/** Every order of every choice of the words: 326. */
function arrangements(left: readonly Said[]): Said[][] {
  return [
    [],
    ...left.flatMap((word) =>
      arrangements(left.filter((other) => other !== word)).map((rest) => [word, ...rest]),
    ),
  ];
}

/** All orders with the answer at every place; then orders in which words come twice, drawn with a seed. */
function histories(): Said[][] {
  const all: Said[][] = [];
  for (const words of arrangements(WORDS))
    for (const answer of ANSWERS)
      for (let place = 0; place <= words.length; place += 1) all.push(words.toSpliced(place, 0, answer));
  const doubled = fc
    .tuple(
      fc.array(fc.constantFrom<Said>(...WORDS), { maxLength: 9 }),
      fc.constantFrom<Said>(...ANSWERS),
      fc.nat(),
    )
    .map(([words, answer, place]) => words.toSpliced(place % (words.length + 1), 0, answer));
  return [...all, ...fc.sample(doubled, { seed: SEED, numRuns: Math.max(0, MESSAGES - all.length) })];
}

/**
 * The oracle, by the domain's words: what a phone or carrier reports is certain, and the better news is the
 * later one (a phone that has the message beats whatever was said before). The answer to the hand-over counts
 * only while nothing is reported.
 */
function oracle(history: readonly Said[]): string {
  if (history.includes('delivered')) return 'delivered';
  if (history.includes('undelivered')) return 'undelivered';
  if (history.includes('failed')) return 'failed';
  const at = (word: Said) => history.indexOf(word);
  const reported = history.includes('sent');
  if (history.includes('refused')) return reported && at('sent') < at('refused') ? 'sent' : 'failed';
  if (reported || history.includes('accepted')) return 'sent';
  return history.includes('busy') ? 'queued' : 'unknown';
}

it('has drawn as many histories as it says, and all 326 orders are among them', () => {
  const all = histories();
  expect(arrangements(WORDS)).toHaveLength(326);
  expect(all.length).toBeGreaterThanOrEqual(MESSAGES);
});

it('ends where the oracle ends for all orders of 10,000 messages, never going back on the way', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  const all = histories();
  await storeSending(accountId, all.length);
  const taken = await noteUpdates<{ back: boolean }>(
    db,
    'messages',
    'back boolean, "from" text, "to" text',
    "new.status < old.status and not (old.status = 'sending' and new.status = 'queued'), old.status, new.status",
  );

  const longest = Math.max(...all.map((history) => history.length));
  for (let step = 0; step < longest; step += 1) {
    const receipts: Promise<void>[] = [];
    const results: Parameters<typeof storeSubmitResults>[2][number][] = [];
    all.forEach((history, n) => {
      const said = history[step];
      const messageId = n + 1;
      if (said === undefined || said === 'queued') return;
      if (isAnswer(said)) results.push({ messageId, outcome: answerOf(said) });
      else receipts.push(recordReceipt(services, accountId, receiptOf(messageId, said)));
    });
    // Other messages' receipts come while answers are stored.
    await Promise.all([
      ...receipts,
      transact(db, (trx) => storeSubmitResults(trx, accountId, results, new Date(1_000))),
    ]);
  }

  const stored = await rows(
    db,
    sql<{ status: string }>`select status from messages where account_id = ${accountId} order by id`,
  );
  const wanted = all.map(oracle);
  const wrong = wanted
    .map((want, n) => ({ history: all[n]?.join(', '), want, is: stored[n]?.status }))
    .filter(({ want, is }) => want !== is);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(stored).toHaveLength(all.length);

  const steps = await taken();
  expect(steps.length).toBeGreaterThan(all.length);
  expect(steps.filter(({ back }) => back)).toEqual([]);
  const count = (...statuses: string[]) => wanted.filter((want) => statuses.includes(want)).length;
  expect(
    await first(
      db,
      sql`select queued, unknown, sent, delivered, failed, total from blasts where account_id = ${accountId} and id = 88`,
    ),
  ).toEqual({
    queued: count('queued'),
    unknown: count('unknown'),
    sent: count('sent'),
    delivered: count('delivered'),
    failed: count('failed', 'undelivered'),
    total: all.length,
  });
});

const isAnswer = (said: Said): said is (typeof ANSWERS)[number] => ANSWERS.some((answer) => answer === said);

function answerOf(said: (typeof ANSWERS)[number]) {
  const now = new Date(1_000);
  switch (said) {
    case 'accepted':
      return outcomeOf({ is: 'accepted', carrierId: 'c' }, { firstTry: now, timeToLiveMs: 1 }, now, 0.5);
    case 'no answer':
      return outcomeOf({ is: 'unknown', reason: 'No answer.' }, { firstTry: now, timeToLiveMs: 1 }, now, 0.5);
    case 'refused':
      return { ...NO_ANSWER, status: 'failed' as const, code: '21211', reason: 'No such number.' };
    case 'busy':
      return outcomeOf({ is: 'throttled', retryAfterMs: 5 }, { firstTry: now, timeToLiveMs: 1 }, now, 0.5);
  }
}

function receiptOf(messageId: number, said: Said): Receipt {
  const status = said as Receipt['status'];
  return { messageId, status, carrierId: null, code: null };
}

async function storeSending(accountId: number, count: number): Promise<void> {
  const { db } = harness().services;
  const at = new Date(0);
  await storeList(
    db,
    accountId,
    'All',
    phones(count).map((phone) => ({ phone })),
  );
  await sql`insert into campaigns (account_id, id, name, created_at) values (${accountId}, 77, 'C', ${at})`.execute(
    db,
  );
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, total, queued, created_at)
    select ${accountId}, 88, 77, 77, c.id, '{}', '{}', 'paused', ${at}, '', ${count}::int, ${count}::int, ${at}
    from channels c where c.account_id = ${accountId}`.execute(db);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at)
    select ${accountId}, row_number() over (order by c.id), h.id, c.id, 77, 88, 'blast', 'sending', ${at}
    from contacts c join channels h on h.account_id = ${accountId} where c.account_id = ${accountId}`.execute(
    db,
  );
}
