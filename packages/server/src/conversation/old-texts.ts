/**
 * What goes of incoming texts with time (retention): their words, or all of them. Their pictures go first.
 */
import { first, sql } from '../platform/db/database.ts';
import { countUpTo, goingRows, type KeptData, type Old, SLICE } from '../retention/index.ts';

const textsBefore = ({ accountId, before }: Old) => sql`
  select i.id from inbound_messages i where i.account_id = ${accountId} and i.at < ${before}`;

const withWords = (old: Old) => sql`
  ${textsBefore(old)} and i.at >= ${old.from ?? '-infinity'}::timestamptz - interval '2 days' and not i.erased`;

const WITHOUT_PICTURES = sql`
  not exists (select from inbound_media p where p.account_id = i.account_id and p.inbound_id = i.id)`;

export const oldTextWords: KeptData = {
  kind: 'texts',
  part: 'inbound_messages',
  count: (db, old, most) => countUpTo(db, withWords(old), most),
  async forget(trx, old) {
    const row = await first(
      trx,
      sql<{ count: number }>`
        with old as materialized (
          ${withWords(old)} and ${WITHOUT_PICTURES} order by i.at limit ${sql.lit(SLICE)}
        ), emptied as (
          update inbound_messages t set body = '', media = null, erased = true from old
          where t.account_id = ${old.accountId} and t.id = old.id
        )
        select count(*) as count from old`,
    );
    return { more: row?.count === SLICE };
  },
};

export const oldTexts: KeptData = {
  ...goingRows({
    kind: 'messages',
    table: 'inbound_messages',
    key: ['id'],
    rows: (old) => sql`${textsBefore(old)} and ${WITHOUT_PICTURES} order by i.at`,
  }),
  count: (db, old, most) => countUpTo(db, textsBefore(old), most),
};
