/**
 * What goes of messages with time (retention): their words, walked by their ids, which are given away in the
 * order of time; and single messages as a whole. A blast’s messages stay: its figures are made of them, and
 * by them nobody gets a campaign twice.
 */
import { type Db, first, sql } from '../platform/db/database.ts';
import { goingRows, type KeptData, type Old, SLICE } from '../retention/index.ts';

/** What may still go out, or be sent once more by hand, is whole. */
const SETTLED = sql`m.status not in ('queued', 'held', 'sending', 'unknown')`;
const HAS_WORDS = sql`(m.body is not null or m.media is not null)`;

/** So long a message may take to settle after it was too old: the walk begins with those once more. */
const LATE_MS = 35 * 86_400_000;

/** `at`: up to which id the walk is; `whole`: up to there nothing has words any more, nor ever will. */
type Walk = { at: number; whole: number };
const walkOf = (walked: unknown): Walk => (walked as Walk | undefined) ?? { at: 0, whole: 0 };

export const oldWords: KeptData = {
  kind: 'texts',
  part: 'messages',
  async count(db, old, most) {
    let count = 0;
    let after = walkOf(old.walked).whole;
    // Those that lost their words lately stand before those that have them: it looks past them.
    while (count < most) {
      const part = await countPart(db, old, after, most);
      count += part.count;
      if (part.looked < most || part.tooOld === 0) break;
      after = part.last;
    }
    return count;
  },
  async forget(trx, old) {
    const walk = walkOf(old.walked);
    const { looked, tooOld, last, whole } = await emptySlice(trx, old, walk.at);
    const walked = { at: last, whole: Math.max(walk.whole, whole) };
    if (looked === SLICE && tooOld > 0) return { more: true, walked };
    return { more: false, walked: { at: walked.whole, whole: walked.whole } };
  },
};

async function countPart(db: Db, { accountId, before }: Old, after: number, most: number) {
  const row = await first(
    db,
    sql<{ count: number; looked: number; tooOld: number; last: number }>`
      select count(*) filter (where m.created_at < ${before} and ${SETTLED} and ${HAS_WORDS}) as count,
        count(*) as looked, count(*) filter (where m.created_at < ${before}) as "tooOld", max(m.id) as last
      from (
        select * from messages m where m.account_id = ${accountId} and m.id > ${after} order by m.id limit ${most}
      ) m`,
  );
  return row ?? { count: 0, looked: 0, tooOld: 0, last: after };
}

async function emptySlice(trx: Db, { accountId, before }: Old, after: number) {
  const late = new Date(before.getTime() - LATE_MS);
  const row = await first(
    trx,
    sql<{ looked: number; tooOld: number; last: number; whole: number }>`
      with slice as materialized (
        select m.id, m.created_at, ${SETTLED} and ${HAS_WORDS} as goes from messages m
        where m.account_id = ${accountId} and m.id > ${after} order by m.id limit ${sql.lit(SLICE)}
      ), emptied as (
        update messages m set body = null, media = null from slice s
        where m.account_id = ${accountId} and m.id = s.id and s.goes and s.created_at < ${before}
      )
      select count(*) as looked, count(*) filter (where created_at < ${before}) as "tooOld",
        coalesce(max(id), 0) as last, coalesce(max(id) filter (where created_at < ${late}), 0) as whole
      from slice`,
  );
  return row ?? { looked: 0, tooOld: 0, last: 0, whole: 0 };
}

export const oldMessages = goingRows({
  kind: 'messages',
  table: 'messages',
  key: ['id'],
  rows: ({ accountId, before }) => sql`
    select m.id from messages m
    where m.account_id = ${accountId} and m.origin <> 'blast' and m.created_at < ${before} and ${SETTLED}
    order by m.created_at`,
});
