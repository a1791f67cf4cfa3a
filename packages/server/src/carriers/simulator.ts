/**
 * The simulated carrier: keeps a book of its own, takes each reference once, and sends receipts after a
 * moment. Numbers of the form +1 500 555 000n provoke what goes wrong with real carriers.
 */

import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import type { Carrier, OutgoingMessage, ReceiptStatus, SendResult } from './carrier.ts';
import { receiptCame, receiptsCame } from './hooks.ts';

type Behaviour = {
  /** For people who try it. */
  about: string;
  /** The answer to the hand-over; absent: accepted. */
  answer?: SendResult;
  /** Only the first try gets that answer. */
  firstTryOnly?: boolean;
  /** An accepted message is in the book although the answer says otherwise. */
  inBook?: boolean;
  /** What comes back, in this order; absent: one `delivered`. */
  receipts?: ReceiptStatus[];
  /** The receipts arrive before the answer. */
  receiptsFirst?: boolean;
};

/** Area code 500 belongs to nobody's phone: no number that people import or try out misbehaves by chance. */
const PROVOKING = '+1500555';
/**
 * By the last four digits of a number that starts with {@link PROVOKING}. Any other number gets its message
 * and a receipt `delivered`.
 */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '0001': { about: 'accepted, then undelivered', receipts: ['undelivered'] },
  '0002': {
    about: 'refused at once, for good',
    answer: { is: 'rejected', code: '30005', reason: 'The number does not exist.', retry: false },
  },
  '0003': {
    about: 'told to slow down at the first try',
    answer: { is: 'throttled', retryAfterMs: 1_000 },
    firstTryOnly: true,
  },
  '0004': { about: 'accepted, no receipt ever', receipts: [] },
  '0005': {
    about: 'accepted, but the answer is lost; the receipt clears it up',
    answer: { is: 'unknown', reason: 'The connection broke before the carrier answered.' },
    inBook: true,
  },
  '0006': { about: 'the receipt comes twice', receipts: ['delivered', 'delivered'] },
  '0007': { about: 'the receipt comes before the answer', receiptsFirst: true },
  '0008': { about: 'receipts in the wrong order', receipts: ['delivered', 'sent'] },
  '0009': {
    about: 'the answer is lost, and no receipt ever',
    answer: { is: 'unknown', reason: 'The connection broke before the carrier answered.' },
    receipts: [],
  },
};

const RECEIPT_AFTER_MS = 700;
const RECEIPTS_A_ROUND = 1_000;
/** Above this, phone screens find out by themselves: a blast would flood them. */
const PHONES_TOLD = 50;

export function createSimulator(services: Services): Carrier {
  /** References that got their first-try answer. */
  const tried = new Set<number>();

  function answerOf(message: OutgoingMessage): { behaviour: Behaviour; answer: SendResult } {
    const provoked = message.to.startsWith(PROVOKING) ? BEHAVIOURS[message.to.slice(-4)] : undefined;
    const behaviour = provoked ?? { about: '' };
    const accepted: SendResult = { is: 'accepted', carrierId: `sim-${message.id}` };
    if (!behaviour.answer) return { behaviour, answer: accepted };
    if (behaviour.firstTryOnly && tried.delete(message.id)) return { behaviour, answer: accepted };
    if (behaviour.firstTryOnly) tried.add(message.id);
    return { behaviour, answer: behaviour.answer };
  }

  return {
    kind: 'simulator',
    supportsIdempotencyKey: true,
    async send(groups, report, mayStart) {
      const messages = groups.flat();
      if (messages.length === 0 || !mayStart()) return;
      const answers = messages.map((message) => ({ message, ...answerOf(message) }));
      const taken = answers.filter(({ behaviour, answer }) => answer.is === 'accepted' || behaviour.inBook);
      await writeBook(services, taken);
      await sendEarlyReceipts(services, taken);
      for (const { message, answer } of answers) report(message, answer);
      tellPhones(services, messages);
    },
    probe: async () => null,
    link: () => ({ state: 'ready', inFlight: 0, window: 1, oldest: null }),
    close: async () => undefined,
  };
}

async function writeBook(
  services: Services,
  taken: readonly { message: OutgoingMessage; behaviour: Behaviour }[],
): Promise<void> {
  const first = taken[0];
  if (!first) return;
  const now = services.clock.now();
  const due = new Date(now.getTime() + RECEIPT_AFTER_MS);
  const receipts = taken.map(({ behaviour }) => {
    if (behaviour.receiptsFirst) return null;
    return (behaviour.receipts ?? ['delivered']).join(',') || null;
  });
  await sql`
    insert into simulator_messages (account_id, channel_id, phone, direction, reference, body, media, at, receipt,
      receipt_due_at)
    select ${first.message.accountId}, given.channel_id, given.phone, 'MT', given.reference, given.body, given.media,
      ${now}::timestamptz, given.receipt, case when given.receipt is not null then ${due}::timestamptz end
    from unnest(
      ${taken.map(({ message }) => message.channelId)}::bigint[], ${taken.map(({ message }) => message.to)}::text[],
      ${taken.map(({ message }) => String(message.id))}::text[], ${taken.map(({ message }) => message.body)}::text[],
      ${taken.map(({ message }) => message.media)}::text[], ${receipts}::text[]
    ) as given (channel_id, phone, reference, body, media, receipt)
    on conflict (account_id, channel_id, direction, reference) do nothing`.execute(services.db);
  setTimeout(() => services.signals.wake('simulator'), RECEIPT_AFTER_MS).unref();
}

async function sendEarlyReceipts(
  services: Services,
  taken: readonly { message: OutgoingMessage; behaviour: Behaviour }[],
): Promise<void> {
  const early = taken.filter(({ behaviour }) => behaviour.receiptsFirst);
  await Promise.all(
    early.map(({ message }) =>
      receiptCame.one(services, message.accountId, {
        messageId: message.id,
        status: 'delivered',
        carrierId: `sim-${message.id}`,
        code: null,
      }),
    ),
  );
}

function tellPhones(services: Services, messages: readonly OutgoingMessage[]): void {
  const first = messages[0];
  if (!first || messages.length > PHONES_TOLD || !services.live.hasListeners(first.accountId)) return;
  for (const phone of new Set(messages.map((message) => message.to)))
    services.live.publish(first.accountId, { type: 'phone', phone });
}

/** Sends the receipts that are due. */
export function startSimulatedReceipts(services: Services): Background {
  const loop = startDueLoop(services, {
    name: 'simulated receipts',
    due: (now) => sql`simulator_messages where receipt_due_at <= ${now}`,
    once: async () => {
      const now = services.clock.now();
      const due = await transact(services.db, async (trx) => {
        const claimed = await claimDue(trx, now);
        const news: ((services: Services) => void)[] = [];
        for (const [accountId, members] of Map.groupBy(claimed, (each) => each.accountId)) {
          const receipts = members.flatMap(({ reference, receipt }) =>
            receipt.split(',').map((status) => ({
              messageId: Number(reference),
              status: status as ReceiptStatus,
              carrierId: `sim-${reference}`,
              code: status === 'undelivered' ? '30003' : null,
            })),
          );
          news.push(await receiptsCame.one(trx, accountId, receipts, now));
        }
        return { count: claimed.length, news };
      });
      for (const tell of due.news) tell(services);
      return due.count === RECEIPTS_A_ROUND;
    },
  });
  services.signals.on('simulator', loop.wake);
  return loop;
}

type DueReceipt = { accountId: number; reference: string; receipt: string };

async function claimDue(trx: Db, now: Date): Promise<DueReceipt[]> {
  const found = await rows(
    trx,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", id from simulator_messages
      where receipt_due_at <= ${now} order by receipt_due_at limit ${RECEIPTS_A_ROUND}`,
  );
  return claimEach(trx, found, (on, accountId, theirs) =>
    rows(
      on,
      sql<DueReceipt>`
        with due as (
          select id from simulator_messages
          where account_id = ${accountId} and id = any(${theirs.map(({ id }) => id)}::bigint[]) and receipt_due_at <= ${now}
          order by id for update skip locked
        )
        update simulator_messages s set receipt_due_at = null
        from due where s.account_id = ${accountId} and s.id = due.id
        returning s.account_id as "accountId", s.reference, s.receipt`,
    ),
  );
}

/** Writes down what a phone texted; the same reference on a channel is one entry. Answers its id. */
export async function noteText(
  db: Db,
  accountId: number,
  text: { channelId: number; phone: string; reference: string; body: string; at: Date },
): Promise<number> {
  const { channelId, phone, reference, body, at } = text;
  const row = await first(
    db,
    sql<{ id: number }>`
      with added as (
        insert into simulator_messages (account_id, channel_id, phone, direction, reference, body, at)
        values (${accountId}, ${channelId}, ${phone}, 'MO', ${reference}, ${body}, ${at})
        on conflict (account_id, channel_id, direction, reference) do nothing
        returning id
      )
      select id from added
      union all
      select id from simulator_messages
      where account_id = ${accountId} and channel_id = ${channelId} and direction = 'MO' and reference = ${reference}`,
  );
  // Written by another call at this very moment: the statement saw neither.
  return row?.id ?? (await noteText(db, accountId, text));
}
