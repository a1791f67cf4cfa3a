import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cancelChunk } from '../blasts/finish-blast.ts';
import { pageOfPeople } from '../blasts/people-by-reason.ts';
import { countReasons } from '../blasts/progress.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { applyReceipts } from './receipts.ts';
import { reconcileMessages } from './reconcile.ts';
import { addRollups, BLOCK_BITS, countChanged, invalidateRollupOf } from './status-rollup.ts';
import { NO_ANSWER, type Outcome, storeSubmitResults } from './submit-results.ts';
import { markWaitingUnconfirmed } from './unconfirmed.ts';
import { endWaiting } from './waiting.ts';

const harness = useHarness();
const SEED = 20_261_122;
const BLAST = 88;
/** Far apart, so that few people fill several blocks. */
const STEP = 2 ** (BLOCK_BITS - 3);
const FIRST = 7 * 2 ** BLOCK_BITS;
const PEOPLE = 60;

/**
 * A blast whose messages lie in eight blocks, and beside them, in the same blocks, messages of nobody's
 * blast.
 */
async function blastOfMany() {
  const { services } = harness();
  const { db } = services;
  const { accountId, userId } = await harness().newUser();
  const now = services.clock.now();
  await storeList(
    db,
    accountId,
    'All',
    phones(PEOPLE).map((phone) => ({ phone })),
  );
  await sql`insert into campaigns (account_id, id, name, created_at) values (${accountId}, 77, 'C', ${now})`.execute(
    db,
  );
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, total, queued, created_at)
    select ${accountId}, ${BLAST}, 77, 77, c.id, '{}', '{}', 'running', ${now}, '', ${PEOPLE}::int, ${PEOPLE}::int, ${now}
    from channels c where c.account_id = ${accountId}`.execute(db);
  for (const [shift, origin, status] of [
    [0, 'blast', 'queued'],
    [1, 'flow', 'delivered'],
  ] as const)
    await sql`
      insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at)
      select ${accountId}, ${FIRST + shift}::bigint + ${STEP}::bigint * (row_number() over (order by c.id) - 1), h.id, c.id, 77,
        ${BLAST}, ${origin}, ${status}::message_status, ${now}
      from contacts c join channels h on h.account_id = ${accountId} where c.account_id = ${accountId}`.execute(
      db,
    );
  await addRollups(db, accountId, BLAST, { firstId: FIRST, people: PEOPLE, step: STEP });
  return { services, db, accountId, userId };
}

const ids = Array.from({ length: PEOPLE }, (_, n) => FIRST + n * STEP);
type Blast = Awaited<ReturnType<typeof blastOfMany>>;

/** The states as the table has them, without any counts. */
const plainCounts = ({ db, accountId }: Blast) =>
  rows(
    db,
    sql<{ status: string; reason: string; code: string; count: number }>`
      select status, coalesce(reason, '') as reason,
        case when status in ('delivered', 'queued', 'sending') then '' else coalesce(carrier_code, '') end as code,
        count(*) as count
      from messages where account_id = ${accountId} and blast_id = ${BLAST} and origin = 'blast'
      group by 1, 2, 3 order by status, reason, code`,
  );

const plainPeople = ({ db, accountId }: Blast, status: string, reason: string, code: string) =>
  rows(
    db,
    sql<{ phone: string }>`
      select c.phone from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      where m.account_id = ${accountId} and m.blast_id = ${BLAST} and m.origin = 'blast' and m.status::text = ${status}
        and coalesce(m.reason, '') = ${reason}
        and (m.status in ('delivered', 'queued', 'sending') or coalesce(m.carrier_code, '') = ${code})
      order by c.id`,
  );

const OUTCOMES: Outcome['status'][] = ['sent', 'failed', 'expired', 'unknown', 'queued', 'held', 'skipped'];

/** What changes messages of a blast, as the product does it. */
const AUDIT_ACTIONS: Record<string, (blast: Blast, chosen: number[], dice: number) => Promise<unknown>> = {
  sending: ({ db, accountId }, chosen) =>
    transact(db, async (trx) => {
      await sql`
        update messages set status = 'sending', reason = null
        where account_id = ${accountId} and id = any(${chosen}::bigint[]) and status in ('queued', 'held')`.execute(
        trx,
      );
      await invalidateRollupOf(trx, accountId, chosen);
    }),
  results: ({ db, accountId, services }, chosen, dice) =>
    transact(db, (trx) =>
      storeSubmitResults(
        trx,
        accountId,
        chosen.map((messageId, n) => ({
          messageId,
          outcome: {
            ...NO_ANSWER,
            status: OUTCOMES[(dice + n) % OUTCOMES.length] as 'sent',
            code: (dice + n) % 3 === 0 ? '30008' : null,
            reason: (dice + n) % 2 === 0 ? 'No answer.' : null,
          },
        })),
        services.clock.now(),
      ),
    ),
  receipts: ({ db, accountId, services }, chosen, dice) =>
    applyReceipts(
      db,
      accountId,
      chosen.map((messageId, n) => {
        const status = (['sent', 'failed', 'undelivered', 'delivered'] as const)[(dice + n) % 4] ?? 'sent';
        return { messageId, status, carrierId: null, code: status === 'undelivered' ? '30003' : null };
      }) as never,
      services.clock.now(),
    ),
  expire: ({ db, accountId, services }, chosen) =>
    transact(db, (trx) => endWaiting(trx, accountId, chosen, 'expired', services.clock.now())),
  settle: ({ services, accountId, userId }, chosen, dice) =>
    reconcileMessages(
      services,
      accountId,
      userId,
      chosen,
      (['sent', 'not-sent', 'again'] as const)[dice % 3] ?? 'sent',
    ),
  doubtAll: ({ db }) => transact(db, (trx) => markWaitingUnconfirmed(trx, 'a backup was put back')),
  cancel: ({ services, accountId }, chosen) =>
    cancelChunk(services, {
      ...{
        id: 1,
        accountId,
        blastId: BLAST,
        channelId: 1,
        worker: 'w',
        abandoned: false,
        submittedThrough: null,
      },
      ...{ firstMessage: chosen[0] ?? 0, lastMessage: chosen[0] ?? 0 },
    }),
};

it('counts people as the messages are, whatever has changed them since they were counted', async () => {
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom(...Object.keys(AUDIT_ACTIONS), 'sending', 'sending', 'results', 'receipts'),
      from: fc.nat(PEOPLE - 1),
      count: fc.integer({ min: 1, max: 12 }),
      dice: fc.nat(11),
      counted: fc.boolean(),
    }),
    { minLength: 90, maxLength: 90 },
  );
  const seen = new Set<string>();
  for (const run of fc.sample(acts, { seed: SEED, numRuns: 3 })) {
    const blast = await blastOfMany();
    for (const { act, from, count, dice, counted } of run) {
      if (counted) await countChanged(blast.db);
      await AUDIT_ACTIONS[act]?.(blast, ids.slice(from, from + count), dice);
      const reasons = await countReasons(blast.db, blast.accountId, BLAST);
      expect(reasons, act).toEqual(await plainCounts(blast));
      for (const each of reasons ?? []) seen.add(each.status);
    }
  }
  expect([...seen].toSorted()).toEqual([
    'delivered',
    'expired',
    'failed',
    'held',
    'queued',
    'sending',
    'sent',
    'skipped',
    'undelivered',
    'unknown',
  ]);
});

it('finds each page of each row of the reasons, counted or not, and the numbers that are searched', async () => {
  const blast = await blastOfMany();
  const { db, accountId } = blast;
  await AUDIT_ACTIONS.sending?.(blast, ids, 0);
  await AUDIT_ACTIONS.results?.(blast, ids.slice(0, 50), 1);
  for (const isCounted of [false, true]) {
    if (isCounted) await countChanged(db);
    for (const { status, reason, code, count } of (await countReasons(db, accountId, BLAST)) ?? []) {
      const bucket = { blast: BLAST, status, reason, code };
      const all = (await plainPeople(blast, status, reason, code)).map(({ phone }) => phone);
      expect(all).toHaveLength(count);
      for (const start of [0, 3, 15, count - 1, count]) {
        const page = await pageOfPeople(db, accountId, bucket, start, '');
        expect(page.map(({ phone }) => phone)).toEqual(all.slice(start, start + 15));
      }
      for (const search of ['1', '+1212', '55', all[0]?.slice(-6) ?? '', '(212) 555', 'nobody']) {
        const digits = search.replace(/\D/g, '');
        const meant = all.filter((phone) =>
          search.startsWith('+') ? phone.startsWith(search) : digits !== '' && phone.includes(digits),
        );
        for (const start of [0, 15]) {
          const page = await pageOfPeople(db, accountId, bucket, start, search);
          expect(
            page.map(({ phone }) => phone),
            search,
          ).toEqual(meant.slice(start, start + 15));
        }
      }
    }
  }
});

it('counts what is changed again while it is counted the next time', async () => {
  const blast = await blastOfMany();
  const { db, accountId } = blast;
  await AUDIT_ACTIONS.sending?.(blast, ids, 0);
  const clean = () =>
    first(
      db,
      sql<{ count: number }>`
        select count(*) as count from blast_status_rollups where account_id = ${accountId} and version = counted_version`,
    );
  await transact(db, async (trx) => {
    await storeSubmitResults(
      trx,
      accountId,
      [{ messageId: FIRST, outcome: { ...NO_ANSWER, status: 'sent' } }],
      new Date(),
    );
    // It neither waits for the open transaction nor counts what is not committed.
    await countChanged(db);
    expect(await clean()).toEqual({ count: 7 });
  });
  expect(await countReasons(db, accountId, BLAST)).toEqual(await plainCounts(blast));
  await countChanged(db);
  expect(await clean()).toEqual({ count: 8 });
  expect(await countReasons(db, accountId, BLAST)).toEqual(await plainCounts(blast));
});
