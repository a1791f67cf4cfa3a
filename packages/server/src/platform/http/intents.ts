/**
 * Requests that carry a key are done once, however often they arrive: a double click, a retry after an answer
 * that was lost.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INTENT_HEADER, isIntentKey } from '@parley/contract';
import { numberArray, textArray } from '../db/arrays.ts';
import { changed, type Db, first, isNullIn, sql } from '../db/database.ts';
import { isUnavailable, isWriteRefused } from '../db/outage.ts';
import { run as runStatement, type Statement, writing } from '../db/statement.ts';
import { invariant, Malformed, Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Caller } from './handler.ts';

type Reply = Record<string, unknown>;
type Intent = { accountId: number; userId: number; key: string };
type KeyedRequest = {
  caller: Pick<Caller, 'accountId' | 'userId'>;
  key: string;
  /** The call and its fields. */
  asked: unknown;
  /**
   * The run stores its reply in the transaction that does what is asked ({@link keepReplies}): without a
   * reply nothing was done. Whoever asks again may do it then in place of a run that died.
   */
  isKeptWithin?: boolean;
};
type Found = { asked: Buffer; reply: Buffer | null; claim: string | null };

/** A reply that is to be stored with what was done. */
export type KeptReply = { userId: number; key: string; claim: string; reply: Buffer };
/** Makes one of what a run will answer. */
export type KeepReply = (reply: Reply) => KeptReply;

const KEPT_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 100;
/**
 * How long the same request waits for the first one: until it does it in its place, where it may; and until
 * it gives up.
 */
export const PATIENCE = { takeOverMs: 5_000, giveUpMs: 20_000 };
/** The claim of a run that failed: its key is free. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The key of a request; null without one. @throws Malformed for what is no key. */
export function intentKeyOf(headers: Record<string, unknown>): string | null {
  const key = headers[INTENT_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !isIntentKey(key))
    throw new Malformed(INTENT_HEADER, `${INTENT_HEADER} must be 8 to 100 letters, digits, - or _.`);
  return key;
}

/**
 * Runs what a request asks for, unless the same request was run within a day: then its reply. A request that
 * failed may be sent again; one that was cut off is not run a second time as long as it may have been done.
 * @throws Malformed when the key stood for another request. @throws Refusal when the first run has not ended.
 */
export async function once(
  services: Services,
  request: KeyedRequest,
  run: (keep: KeepReply) => Promise<Reply>,
  patience = PATIENCE,
): Promise<Reply> {
  for (;;) {
    const claim = randomUUID();
    const reply = await claimOrReply(services, request, claim, patience);
    if (reply) return reply;
    try {
      return await runClaimed(services, request, claim, run);
    } catch (error) {
      // Another one does it, or has done it.
      if (!isOvertaken(error)) throw error;
    }
  }
}

const intentOf = ({ caller: { accountId, userId }, key }: KeyedRequest): Intent => ({
  accountId,
  userId,
  key,
});

/** Null: it is ours to do. Else the reply of the run that did it. */
async function claimOrReply(
  { db, clock, secrets }: Services,
  request: KeyedRequest,
  claim: string,
  { takeOverMs, giveUpMs }: typeof PATIENCE,
): Promise<Reply | null> {
  const intent = intentOf(request);
  // Keyed: the fields may hold a password.
  const asked = secrets.hash(JSON.stringify(request.asked));
  const since = Date.now();
  while (!(await claimKey(db, intent, { asked, claim, at: clock.now() }))) {
    const found = await find(db, intent);
    // Failed meanwhile, and may be tried again.
    if (!found || found.claim === NOBODY) continue;
    if (!found.asked.equals(asked))
      throw new Malformed(INTENT_HEADER, `${INTENT_HEADER} was used for another request.`);
    if (found.reply) return JSON.parse(secrets.decrypt(found.reply)) as Reply;
    const waitedMs = Date.now() - since;
    const mayTakeOver = request.isKeptWithin && found.claim !== null && waitedMs >= takeOverMs;
    if (mayTakeOver && (await takeOver(db, intent, found.claim, claim))) return null;
    if (waitedMs > giveUpMs)
      throw new Refusal(
        'This was already started, and we don’t know yet if it went through. Check before you try again.',
      );
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

async function runClaimed(
  { db, secrets, log }: Services,
  request: KeyedRequest,
  claim: string,
  run: (keep: KeepReply) => Promise<Reply>,
): Promise<Reply> {
  const intent = intentOf(request);
  const { isKeptWithin = false } = request;
  let kept: Reply | undefined;
  const keep: KeepReply = (reply) => {
    kept = reply;
    const { userId, key } = intent;
    return { userId, key, claim, reply: secrets.encrypt(JSON.stringify(reply)) };
  };
  const reply = await run(keep).catch(async (error: unknown) => {
    if (isOvertaken(error)) throw error;
    // Where the database went away a commit may have been heard: that is not known to have failed.
    if (!isUnavailable(error) || isWriteRefused(error))
      await release(db, intent, isKeptWithin ? claim : null).catch((failed: unknown) =>
        log.warn({ err: failed }, 'the key of a request that failed is free later'),
      );
    throw error;
  });
  invariant((kept !== undefined) === isKeptWithin, 'a run keeps its reply where it said so');
  if (kept) return kept;
  // It is done, whether or not that can be written down (a full disk): sent again, it is refused.
  await runStatement(db, keepReplies(db, intent.accountId, [keep(reply)])).catch((error: unknown) =>
    log.error({ err: error }, 'the reply to a request could not be kept'),
  );
  return reply;
}

/** False: the key was used within the day. */
async function claimKey(
  db: Db,
  { accountId, userId, key }: Intent,
  { asked, claim, at }: { asked: Buffer; claim: string; at: Date },
): Promise<boolean> {
  const rows = await changed(
    db,
    sql`
      insert into idempotency_keys as i (account_id, user_id, key, request_hash, at, claim)
      values (${accountId}, ${userId}, ${key}, ${asked}, ${at}, ${claim})
      on conflict (account_id, user_id, key) do update
      set request_hash = excluded.request_hash, at = excluded.at, claim = excluded.claim, reply = null
      where i.at < ${dayBefore(at)} or i.claim = ${NOBODY}`,
  );
  return rows > 0;
}

/** False: it was done, or another one was quicker. Who had the claim before can store nothing any more. */
async function takeOver(
  db: Db,
  { accountId, userId, key }: Intent,
  from: string | null,
  to: string,
): Promise<boolean> {
  const rows = await changed(
    db,
    sql`
      update idempotency_keys set claim = ${to}
      where account_id = ${accountId} and user_id = ${userId} and key = ${key} and claim = ${from} and reply is null`,
  );
  return rows > 0;
}

const find = (db: Db, { accountId, userId, key }: Intent): Promise<Found | undefined> =>
  first(
    db,
    sql<Found>`
      select request_hash as asked, reply, claim from idempotency_keys
      where account_id = ${accountId} and user_id = ${userId} and key = ${key}`,
  );

/**
 * The statement of a transaction that stores replies of an account with what was done. It fails, and nothing
 * of the transaction is stored, where another run has taken one of them over ({@link once}).
 */
export function keepReplies(db: Db, accountId: number, replies: readonly KeptReply[]): Statement<void> {
  return writing(
    db,
    sql`
      update idempotency_keys i set reply = decode(each.reply, 'base64'),
        request_hash = case when i.claim = each.claim and i.reply is null then i.request_hash end
      from unnest(
        ${numberArray(replies.map(({ userId }) => userId))}::bigint[], ${textArray(replies.map(({ key }) => key))}::text[],
        ${textArray(replies.map(({ claim }) => claim))}::uuid[],
        ${textArray(replies.map(({ reply }) => reply.toString('base64')))}::text[]
      ) as each (user_id, key, claim, reply)
      where i.account_id = ${accountId} and i.user_id = each.user_id and i.key = each.key`,
  );
}

const isOvertaken = (error: unknown): boolean => isNullIn(error, 'idempotency_keys', 'request_hash');

/**
 * The key is free. With a claim it stays there until the day is over: a run that was overtaken may still come
 * to its end, and must find that.
 */
const release = (db: Db, { accountId, userId, key }: Intent, claim: string | null) =>
  claim === null
    ? changed(
        db,
        sql`delete from idempotency_keys where account_id = ${accountId} and user_id = ${userId} and key = ${key}`,
      )
    : takeOver(db, { accountId, userId, key }, claim, NOBODY);

const dayBefore = (at: Date) => new Date(at.getTime() - KEPT_MS);

/** Keys of requests that nobody sends again. */
export const forgetOldIntents = (db: Db, at: Date): Promise<number> =>
  changed(db, sql`delete from idempotency_keys where at < ${dayBefore(at)}`);

/**
 * Forgets the replies to calls of an account that were made up to a moment; the calls themselves stay known.
 */
export async function forgetReplies(db: Db, accountId: number, until: Date): Promise<void> {
  await sql`
    update idempotency_keys set reply = null, claim = null
    where account_id = ${accountId} and at <= ${until} and reply is not null`.execute(db);
}
