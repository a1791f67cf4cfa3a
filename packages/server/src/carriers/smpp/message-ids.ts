/**
 * Which message a carrier's id means. Receipts name nothing else, sometimes in another notation than the
 * answer did.
 */
import { Batcher } from '../../platform/batcher.ts';
import { numberArray, textArray } from '../../platform/db/arrays.ts';
import { type Db, rows, sql } from '../../platform/db/database.ts';
import { preparedOf } from '../../platform/db/prepared.ts';
import { storable } from '../../platform/db/storable.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';

type Known = { messageId: number; phone: string };
type Entry = Known & { carrierId: string };

export type CarrierIds = {
  /** At hand from now on: a receipt may come in the same breath as the answer that names the id. */
  note: (carrierId: string, messageId: number, phone: string) => void;
  /** Resolves when it is stored: a receipt finds the message from then on, also after a restart. */
  remember: (carrierId: string, messageId: number, phone: string) => Promise<void>;
  /** {@link CarrierIds.find} among those at hand. */
  atHand: (receiptId: string, numbers: readonly string[]) => number | null;
  /** The message, or null. `numbers`: the receipt's two ends; one of them is the message's phone. */
  find: (receiptId: string, numbers: readonly string[]) => Promise<number | null>;
  /** Removes ids whose receipts no longer come. */
  forgetOld: () => Promise<void>;
};

const GATHER_MS = 3;
const BATCH = 500;
/** No carrier tries for longer than this. */
export const KEPT_MS = 7 * 86_400_000;
/** Ids kept at hand; older ones are asked of the database. */
const AT_HAND = 100_000;

/** SMPP 3.4, 5.2.23, allows 64 characters. */
const LONGEST_ID = 200;

/** Lower case, without leading zeros. */
export const plainId = (id: string) =>
  storable(id, LONGEST_ID)
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');

/** What the answer may have called it: the same, or decimal for hexadecimal, or the reverse. */
export function idForms(receiptId: string): string[] {
  const id = plainId(receiptId);
  const forms = [id];
  if (/^\d{1,30}$/.test(id)) forms.push(BigInt(id).toString(16));
  if (/^[\da-f]{1,25}$/.test(id)) forms.push(BigInt(`0x${id}`).toString(10));
  return [...new Set(forms)];
}

export function createCarrierIds(services: Services, { accountId, channelId }: ConnectionPlace): CarrierIds {
  const known = new Map<string, Known>();
  const hot = preparedOf(services);
  const storing = new Batcher<Entry, Entry>({
    async work(entries) {
      await insertIds(hot, accountId, channelId, entries, services.clock.now());
      return entries;
    },
    most: BATCH,
    gatherMs: GATHER_MS,
  });
  const looking = new Batcher<string[], Map<string, Known>>({
    work: (asked) => selectIds(services.db, accountId, channelId, asked),
    most: BATCH,
    gatherMs: GATHER_MS,
  });

  function keep(id: string, message: Known): void {
    known.set(id, message);
    if (known.size > AT_HAND) known.delete(known.keys().next().value ?? '');
  }

  function choose(
    forms: readonly string[],
    numbers: readonly string[],
    found: Map<string, Known>,
  ): number | null {
    const digits = numbers.map((number) => number.replace(/\D/g, ''));
    const candidates = forms.flatMap((form) => found.get(form) ?? []);
    const sure = candidates.find(({ phone }) => digits.includes(phone.replace(/\D/g, '')));
    // Without its phone only as it was written: carriers that count have the same number in another notation
    // for somebody else.
    return (sure ?? found.get(forms[0] ?? ''))?.messageId ?? null;
  }

  const note = (carrierId: string, messageId: number, phone: string) =>
    keep(plainId(carrierId), { messageId, phone });
  const atHand = (receiptId: string, numbers: readonly string[]) =>
    choose(idForms(receiptId), numbers, known);

  return {
    note,
    atHand,
    async remember(carrierId, messageId, phone) {
      note(carrierId, messageId, phone);
      await storing.add({ carrierId: plainId(carrierId), messageId, phone });
    },
    async find(receiptId, numbers) {
      const forms = idForms(receiptId);
      const near = choose(forms, numbers, known);
      if (near !== null) return near;
      return choose(forms, numbers, await looking.add(forms));
    },
    async forgetOld() {
      const before = new Date(services.clock.now().getTime() - KEPT_MS);
      await sql`
        delete from carrier_message_ids
        where account_id = ${accountId} and channel_id = ${channelId} and at < ${before}`.execute(
        services.db,
      );
    },
  };
}

async function insertIds(
  db: Db,
  accountId: number,
  channelId: number,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  // A carrier that begins to count anew: the latest message has the id.
  const latest = [...new Map(entries.map((entry) => [entry.carrierId, entry])).values()];
  await sql`
    insert into carrier_message_ids (account_id, channel_id, carrier_id, message_id, phone, at)
    select ${accountId}, ${channelId}, given.carrier_id, given.message_id, given.phone, ${now}
    from unnest(
      ${textArray(latest.map((each) => each.carrierId))}::text[], ${numberArray(latest.map((each) => each.messageId))}::bigint[],
      ${textArray(latest.map((each) => each.phone))}::text[]
    ) as given (carrier_id, message_id, phone)
    order by given.carrier_id
    on conflict (account_id, channel_id, carrier_id)
    do update set message_id = excluded.message_id, phone = excluded.phone, at = excluded.at`.execute(db);
}

async function selectIds(
  db: Db,
  accountId: number,
  channelId: number,
  asked: readonly string[][],
): Promise<Map<string, Known>[]> {
  const found = await rows(
    db,
    sql<Entry>`
      select carrier_id as "carrierId", message_id as "messageId", phone from carrier_message_ids
      where account_id = ${accountId} and channel_id = ${channelId}
        and carrier_id = any(${asked.flat()}::text[])`,
  );
  const known = new Map(found.map(({ carrierId, messageId, phone }) => [carrierId, { messageId, phone }]));
  return asked.map(() => known);
}
