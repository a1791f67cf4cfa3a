/** What goes of answers and of ways through campaigns with time (retention). Counts by day stay. */
import { rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { countUpTo, goingRows, type KeptData, type Old, SLICE } from '../retention/index.ts';
import { answersChanged, answersChanging } from './hooks.ts';
import { EVENT_KINDS, type EventKind } from './record.ts';

const eventsBefore = ({ accountId, before }: Old) => sql`
  select campaign_id, kind, at, id from events
  where account_id = ${accountId} and kind = any(${EVENT_KINDS}::text[]) and at < ${before}`;

const oldAnswers: KeptData = {
  kind: 'answers',
  part: 'events',
  count: (db, old, most) => countUpTo(db, eventsBefore(old), most),
  async forget(trx, old) {
    await tell(answersChanging, trx, old.accountId);
    const gone = await rows(
      trx,
      sql<{ kind: EventKind; campaignId: number; at: Date }>`
        delete from events t using (${eventsBefore(old)} limit ${sql.lit(SLICE)}) old
        where t.account_id = ${old.accountId} and t.campaign_id = old.campaign_id and t.kind = old.kind
          and t.at = old.at and t.id = old.id
        returning t.kind, t.campaign_id as "campaignId", t.at`,
    );
    await tell(
      answersChanged,
      trx,
      old.accountId,
      gone.filter(({ kind }) => kind === 'response'),
    );
    return { more: gone.length === SLICE };
  },
};

const visitsBefore = ({ accountId, before }: Old) => sql`
  select campaign_id, contact_id, at, id from step_visits where account_id = ${accountId} and at < ${before}`;

export const oldEvents: readonly KeptData[] = [
  oldAnswers,
  {
    ...goingRows({
      kind: 'answers',
      table: 'step_visits',
      key: ['campaign_id', 'contact_id', 'at', 'id'],
      rows: visitsBefore,
    }),
    // Each answer has one of them and is counted already.
    async count(db, old, most) {
      const [visits, answers] = [
        await countUpTo(db, visitsBefore(old), most),
        await countUpTo(db, eventsBefore(old), most),
      ];
      return Math.max(0, visits - answers);
    },
  },
];
