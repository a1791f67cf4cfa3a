/** The credits ledger as people read it: every change with the balance after it. */
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { cacheByDatabase } from '../platform/cache.ts';
import { csvFile } from '../platform/csv.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Download } from '../platform/http/handler.ts';

export type LedgerEntry = {
  id: number;
  at: Date;
  kind: string;
  credits: number;
  messages: number;
  blast: number;
  campaign: number;
  name: string;
  note: string;
  balanceAfter: number;
};

type Sums = { balance: number; reserved: number; spent: number; granted: number };

/** What an entry does to the balance (see balance.ts). */
const CHANGE = sql`
  case when l.kind in ('grant', 'return', 'refund') then l.credits when l.kind in ('reserve', 'spend') then -l.credits else 0 end`;

const entryColumns = (accountId: number) => sql`
  l.id, l.at, l.kind, l.credits, l.messages, coalesce(l.blast_id, 0) as blast, coalesce(b.campaign_id, 0) as campaign,
  coalesce((select c.name from campaigns c where c.account_id = ${accountId} and c.id = b.campaign_id), '') as name, l.note`;

/** The entry that a page comes after and the balance before it, where the page above was read lately. */
const lastOf = cacheByDatabase<{ id: number; balance: number }>(1_000, 10 * 60_000);

/**
 * A page, newest first. The balance after an entry is today's without what came later: neither the newest
 * page nor one below a page that was read lately needs a sum over what came later.
 */
export async function readLedger(
  db: Db,
  accountId: number,
  start: number,
): Promise<Sums & { entries: LedgerEntry[] }> {
  const key = (from: number) => JSON.stringify([accountId, from]);
  const above = start === 0 ? undefined : lastOf(db).get(key(start));
  const found = await first(
    db,
    sql<Sums & { entries: (Omit<LedgerEntry, 'at'> & { at: string; change: number })[] | null }>`
      with page as (
        select l.*, ${CHANGE} as change from ledger l
        where l.account_id = ${accountId} ${above ? sql`and l.id < ${above.id}` : sql``}
        order by l.id desc offset ${above ? 0 : start} limit ${PAGE_LIMITS.pageSize}
      ),
      later as (${above ? sql`select p.balance - ${above.balance} as change from balances p where p.account_id = ${accountId}` : laterThanPage(accountId, start)}),
      entries as (
        select ${entryColumns(accountId)}, l.change,
          p.balance - later.change
            - coalesce(sum(l.change) over (order by l.id desc rows between unbounded preceding and 1 preceding), 0)
            as "balanceAfter"
        from page l
        cross join later
        join balances p on p.account_id = ${accountId}
        left join blasts b on b.account_id = ${accountId} and b.id = l.blast_id
      )
      select balance, reserved, spent, granted,
        (select jsonb_agg(to_jsonb(e) order by e.id desc) from entries e) as entries
      from balances where account_id = ${accountId}`,
  );
  if (!found) return { balance: 0, reserved: 0, spent: 0, granted: 0, entries: [] };
  const entries = (found.entries ?? []).map(({ change: _, ...entry }) => ({
    ...entry,
    at: new Date(entry.at),
  }));
  const last = found.entries?.at(-1);
  if (last)
    lastOf(db).set(key(start + entries.length), { id: last.id, balance: last.balanceAfter - last.change });
  return { ...found, entries };
}

const laterThanPage = (accountId: number, start: number) => sql`
  select coalesce(sum(${CHANGE}), 0) as change from ledger l
  where l.account_id = ${accountId} and ${start} > 0 and l.id > (select max(id) from page)`;

/** Read at a time for a file. */
const FILE_PAGE = 5_000;

/** The whole ledger, oldest first. */
export function fileLedger(db: Db, accountId: number): Download {
  async function* batches() {
    let balance = 0;
    for (let after = 0; ; ) {
      const found = await rows(
        db,
        sql<Omit<LedgerEntry, 'balanceAfter'> & { change: number }>`
          select ${entryColumns(accountId)}, ${CHANGE} as change
          from ledger l left join blasts b on b.account_id = ${accountId} and b.id = l.blast_id
          where l.account_id = ${accountId} and l.id > ${after} order by l.id limit ${FILE_PAGE}`,
      );
      yield found.map(({ at, kind, name, blast, credits, change, messages, note }) => {
        balance += change;
        return [at.toISOString(), kind, name, blast || '', credits, change, balance, messages, note];
      });
      const last = found.at(-1);
      if (found.length < FILE_PAGE || !last) return;
      after = last.id;
    }
  }
  return {
    fileName: 'credits.csv',
    contentType: 'text/csv; charset=utf-8',
    body: csvFile(
      ['At', 'Kind', 'Campaign', 'Blast', 'Credits', 'Change of the balance', 'Balance', 'Messages', 'Note'],
      batches(),
    ),
  };
}
