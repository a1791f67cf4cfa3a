/**
 * Receipts whose message is not known yet: they came before the answer that names their id, or that answer
 * was lost with the connection or with the process. They are stored before they are acknowledged, because a
 * carrier tells once, and find their message by the id when it becomes known, else by the phone, where just
 * one message to it is in doubt.
 */

import { Batcher } from '../../platform/batcher.ts';
import { textArray } from '../../platform/db/arrays.ts';
import { type Db, first, rows, sql } from '../../platform/db/database.ts';
import { storable } from '../../platform/db/storable.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';
import { receiptCame } from '../hooks.ts';
import { type CarrierIds, idForms, KEPT_MS, plainId } from './message-ids.ts';
import type { SharedUser } from './shared-user.ts';
import { isSmpp } from './sibling-channels.ts';
import type { SmppReceipt } from './smpp-receipt.ts';

export type UnmatchedReceipts = {
  /** Resolves when it is stored. `digits`: of the receipt's two ends. */
  keep: (receipt: SmppReceipt, digits: readonly string[]) => Promise<void>;
  /**
   * The receipt that came before the id of a message to this phone was known; it is at hand in this process
   * only.
   */
  take: (carrierId: string, phone: string) => SmppReceipt | undefined;
  /** Applies what has found its message, and forgets what belongs to nobody. */
  settle: () => Promise<void>;
};

type Early = { receipt: SmppReceipt; digits: readonly string[] };
type Found = {
  carrierId: string;
  status: SmppReceipt['status'];
  code: string | null;
  messageId: number;
  /** Whose message in doubt it is; null: its id was known. */
  phone: string | null;
};

type Waiting = Pick<Found, 'carrierId' | 'status' | 'code'> & { forms: string[]; numbers: string[] };

const GATHER_MS = 3;
const BATCH = 500;
const MOST_AT_HAND = 10_000;
/** So long after a receipt its message may become known, or be found to be in doubt. */
const WAITS_MS = 10 * 60_000;
/** What a process left behind that died is looked into by then. */
const TAKEN_OVER_MS = 2 * 60_000;
/** Looked at in one round. */
const ROUND = 5_000;
const LONGEST_CODE = 200;

export function createUnmatchedReceipts(
  services: Services,
  place: ConnectionPlace,
  ids: CarrierIds,
  sameUser: SharedUser,
): UnmatchedReceipts {
  const { accountId } = place;
  const atHand = new Map<string, Early>();
  const startedAt = performance.now();
  /** At the start there may be some that an earlier process left. */
  let mayWait = true;
  let kept = 0;
  const storing = new Batcher<Early, Early>({
    async work(given) {
      await insertEarly(services.db, place, given, services.clock.now());
      return given;
    },
    most: BATCH,
    gatherMs: GATHER_MS,
  });

  function forget(carrierId: string): void {
    for (const form of idForms(carrierId)) atHand.delete(form);
  }

  async function apply({ messageId, status, carrierId, code, phone }: Found): Promise<void> {
    // A receipt may be the first of several.
    if (phone !== null) await ids.remember(carrierId, messageId, phone);
    await receiptCame.one(services, accountId, { messageId, status, carrierId, code });
    forget(carrierId);
  }

  /** Those whose message another account has sent as the same user of the centre. */
  async function settleOfOthers(found: readonly Found[]): Promise<void> {
    const settled = new Set(found.map(({ carrierId }) => carrierId));
    const waiting = await selectWaiting(services.db, place);
    for (const { carrierId, forms, numbers, status, code } of waiting) {
      const other = settled.has(carrierId) ? null : await sameUser.sender(forms, numbers);
      if (!other) continue;
      const { messageId } = other;
      await receiptCame.one(services, other.accountId, { messageId, status, carrierId, code });
      await deleteSettled(services.db, place, [{ carrierId, status }]);
      forget(carrierId);
    }
  }

  return {
    async keep(receipt, digits) {
      // Before it is stored: the answer may be here sooner.
      for (const form of idForms(receipt.carrierId)) atHand.set(form, { receipt, digits });
      while (atHand.size > MOST_AT_HAND) atHand.delete(atHand.keys().next().value ?? '');
      await storing.add({ receipt, digits });
      kept += 1;
      mayWait = true;
    },
    take(carrierId, phone) {
      const id = plainId(carrierId);
      const early = atHand.get(id);
      // In another notation the same number may be somebody else's.
      if (!early || (plainId(early.receipt.carrierId) !== id && !early.digits.includes(phone.slice(1))))
        return undefined;
      forget(early.receipt.carrierId);
      return early.receipt;
    },
    async settle() {
      if (!mayWait) return;
      const before = kept;
      const now = services.clock.now();
      const found = await selectFound(services.db, place, now);
      await Promise.all(found.map(apply));
      await deleteSettled(services.db, place, found);
      await settleOfOthers(found);
      if (performance.now() - startedAt > TAKEN_OVER_MS)
        for (const carrierId of await deleteOld(services.db, place, new Date(now.getTime() - WAITS_MS)))
          forget(carrierId);
      mayWait = (await anyWaits(services.db, place)) || kept > before;
    },
  };
}

async function insertEarly(
  db: Db,
  { accountId, channelId }: ConnectionPlace,
  given: readonly Early[],
  now: Date,
): Promise<void> {
  const texts = (pick: (each: Early) => string | null) => textArray(given.map(pick));
  await sql`
    insert into unmatched_receipts as e (account_id, channel_id, carrier_id, forms, numbers, status, code, at)
    select distinct on (carrier_id) ${accountId}::bigint, ${channelId}::bigint, carrier_id, forms::text[], numbers::text[],
      status, code, ${now}::timestamptz
    from unnest(
      ${texts(({ receipt }) => plainId(receipt.carrierId))}::text[],
      ${texts(({ receipt }) => textArray(idForms(receipt.carrierId)))}::text[],
      ${texts(({ digits }) => textArray(digits))}::text[],
      ${texts(({ receipt }) => receipt.status)}::message_status[],
      ${texts(({ receipt: { code } }) => code && storable(code, LONGEST_CODE))}::text[]
    ) as given (carrier_id, forms, numbers, status, code)
    order by carrier_id, status desc
    on conflict (account_id, channel_id, carrier_id) do update
      set status = greatest(e.status, excluded.status), code = coalesce(excluded.code, e.code)`.execute(db);
}

/**
 * Those whose message is known: by an id that an answer has named meanwhile, on whatever channel of the user;
 * else by the phone, when a message in doubt is the only one to it from this sender that is still to hear of.
 */
async function selectFound(db: Db, { accountId, channelId }: ConnectionPlace, now: Date): Promise<Found[]> {
  const since = new Date(now.getTime() - KEPT_MS);
  return rows(
    db,
    sql<Found>`
      with early as materialized (
        select carrier_id, forms, numbers, status, code, at from unmatched_receipts
        where account_id = ${accountId} and channel_id = ${channelId} order by at limit ${ROUND}
      ),
      smpp as materialized (
        select id, regexp_replace(number, '\\D', '', 'g') as digits from channels
        where account_id = ${accountId} and (id = ${channelId} or ${isSmpp})
      ),
      by_id as (
        select distinct on (e.carrier_id) e.carrier_id, k.message_id
        from early e
        join carrier_message_ids k on k.account_id = ${accountId} and k.carrier_id = any(e.forms)
        join smpp h on h.id = k.channel_id
          and (h.id = ${channelId} and k.carrier_id = e.carrier_id or substr(k.phone, 2) = any(e.numbers))
        order by e.carrier_id, substr(k.phone, 2) = any(e.numbers) desc
      ),
      by_phone as (
        select e.carrier_id, min(m.id) as message_id, min(p.phone) as phone
        from early e
        cross join unnest(e.numbers) as each (digits)
        join contacts p on p.account_id = ${accountId} and p.phone = '+' || each.digits
        join messages m on m.account_id = ${accountId} and m.contact_id = p.id and m.status in ('unknown', 'sent')
          and m.sent_at between ${since} and e.at
        join smpp h on h.id = m.channel_id and (h.id = ${channelId} or h.digits = any(e.numbers))
        group by e.carrier_id having count(*) = 1 and bool_and(m.status = 'unknown' and m.carrier_id is null)
      )
      select e.carrier_id as "carrierId", e.status, e.code, coalesce(i.message_id, p.message_id) as "messageId",
        case when i.message_id is null then p.phone end as phone
      from early e left join by_id i using (carrier_id) left join by_phone p using (carrier_id)
      where coalesce(i.message_id, p.message_id) is not null`,
  );
}

/** How many are looked for among the messages of others in one round. */
const OTHERS_ROUND = 200;

function selectWaiting(db: Db, { accountId, channelId }: ConnectionPlace): Promise<Waiting[]> {
  return rows(
    db,
    sql<Waiting>`
      select carrier_id as "carrierId", forms, numbers, status, code from unmatched_receipts
      where account_id = ${accountId} and channel_id = ${channelId} order by at desc limit ${OTHERS_ROUND}`,
  );
}

/** Not those that have become surer since they were read. */
async function deleteSettled(
  db: Db,
  { accountId, channelId }: ConnectionPlace,
  settled: readonly Pick<Found, 'carrierId' | 'status'>[],
): Promise<void> {
  if (settled.length === 0) return;
  await sql`
    delete from unmatched_receipts e
    using unnest(
      ${textArray(settled.map(({ carrierId }) => carrierId))}::text[],
      ${textArray(settled.map(({ status }) => status))}::message_status[]
    ) as given (carrier_id, status)
    where e.account_id = ${accountId} and e.channel_id = ${channelId} and e.carrier_id = given.carrier_id
      and e.status = given.status`.execute(db);
}

/** Removes those that came before a moment; answers their ids. */
async function deleteOld(db: Db, { accountId, channelId }: ConnectionPlace, before: Date): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ carrierId: string }>`
      delete from unmatched_receipts
      where account_id = ${accountId} and channel_id = ${channelId} and at < ${before}
      returning carrier_id as "carrierId"`,
  );
  return found.map(({ carrierId }) => carrierId);
}

async function anyWaits(db: Db, { accountId, channelId }: ConnectionPlace): Promise<boolean> {
  const found = await first(
    db,
    sql`select 1 from unmatched_receipts where account_id = ${accountId} and channel_id = ${channelId} limit 1`,
  );
  return found !== undefined;
}
