/** Opt-outs that do not come through a conversation: recorded by hand, uploaded, reported by a carrier. */
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { amongTexts } from '../platform/db/arrays.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { recordOptOuts } from './store.ts';

/** Records that somebody said so by phone, mail, in person …, for whoever asks: a screen, a program. */
export async function recordByHand(
  acting: Actor & { db: Db },
  { phone, source, note }: { phone: string; source: string; note: string },
): Promise<void> {
  const { db, accountId, caller, clock } = acting;
  const by = caller.userId === 0 ? {} : { userId: caller.userId };
  await transact(db, async (trx) => {
    await optOutNumbers(trx, accountId, [phone], { source, words: '', note, ...by }, clock.now());
    await recordAuditEvent(trx, acting, { act: 'opt-out-recorded', detail: source });
  });
}

/**
 * Opts numbers (E.164) out, contacts or not; answers those that were not opted out before. Needs a
 * transaction. `words`: what they wrote, of all or by number.
 */
export async function optOutNumbers(
  trx: Db,
  accountId: number,
  phones: readonly string[],
  facts: {
    source: string;
    words: string | ReadonlyMap<string, string>;
    note?: string;
    userId?: number;
    channelId?: number;
  },
  now: Date,
): Promise<Set<string>> {
  const contacts = await rows(
    trx,
    sql<{ id: number; phone: string }>`
      select id, phone from contacts where account_id = ${accountId} and phone ${amongTexts(phones)}`,
  );
  const ids = new Map(contacts.map(({ id, phone }) => [phone, id]));
  const { channelId = null, words, ...rest } = facts;
  const wordsOf = (phone: string) => (typeof words === 'string' ? words : (words.get(phone) ?? ''));
  return recordOptOuts(
    trx,
    accountId,
    phones.map((phone) => ({
      phone,
      contactId: ids.get(phone) ?? null,
      channelId,
      words: wordsOf(phone),
      ...rest,
    })),
    now,
  );
}
