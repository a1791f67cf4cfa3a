/**
 * Requests that carry a key are done once, however often they arrive: a double click, a retry after an answer
 * that was lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { INTENT_HEADER, isIntentKey } from '@parley/contract';
import { changed, type Db, first, sql } from '../db/database.ts';
import { isUnavailable, isWriteRefused } from '../db/outage.ts';
import { Malformed, Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Caller } from './handler.ts';

type Reply = Record<string, unknown>;
type Intent = { accountId: number; userId: number; key: string };
/** `asked`: the call and its fields. */
type KeyedRequest = { caller: Pick<Caller, 'accountId' | 'userId'>; key: string; asked: unknown };
type Cache = { asked: Buffer; reply: Buffer | null };

const KEPT_MS = 24 * 3_600_000;
/** How long the same request waits for the first one, and how often it looks. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;

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
 * failed may be sent again; one that was cut off (the reply is not known) is not run a second time.
 * @throws Malformed when the key stood for another request. @throws Refusal when the first run has not ended.
 */
export async function once(
  services: Services,
  { caller, key, asked }: KeyedRequest,
  run: () => Promise<Reply>,
  patienceMs = PATIENCE_MS,
): Promise<Reply> {
  const { db, clock, secrets, log } = services;
  const intent = { accountId: caller.accountId, userId: caller.userId, key };
  // Keyed: the fields may hold a password.
  const print = secrets.hash(JSON.stringify(asked));
  const until = Date.now() + patienceMs;
  while (!(await claim(db, intent, print, clock.now()))) {
    const kept = await find(db, intent);
    // Failed meanwhile, and may be tried again.
    if (!kept) continue;
    if (!kept.asked.equals(print))
      throw new Malformed(INTENT_HEADER, `${INTENT_HEADER} was used for another request.`);
    if (kept.reply) return JSON.parse(secrets.decrypt(kept.reply)) as Reply;
    if (Date.now() > until)
      throw new Refusal(
        'This was already started, and we don’t know yet if it went through. Check before you try again.',
      );
    await sleep(LOOK_EVERY_MS);
  }
  const reply = await run().catch(async (error: unknown) => {
    // Where the database went away a commit may have been heard: that is not known to have failed.
    if (!isUnavailable(error) || isWriteRefused(error)) await release(db, intent);
    throw error;
  });
  // It is done, whether or not that can be written down (a full disk): sent again, it is refused.
  await keep(db, intent, secrets.encrypt(JSON.stringify(reply))).catch((error: unknown) =>
    log.error({ err: error }, 'the reply to a request could not be kept'),
  );
  return reply;
}

/** False: the key was used within the day. */
async function claim(db: Db, { accountId, userId, key }: Intent, asked: Buffer, at: Date): Promise<boolean> {
  const rows = await changed(
    db,
    sql`
      insert into idempotency_keys as i (account_id, user_id, key, request_hash, at) values (${accountId}, ${userId}, ${key}, ${asked}, ${at})
      on conflict (account_id, user_id, key) do update set request_hash = excluded.request_hash, at = excluded.at, reply = null
      where i.at < ${dayBefore(at)}`,
  );
  return rows > 0;
}

const find = (db: Db, { accountId, userId, key }: Intent): Promise<Cache | undefined> =>
  first(
    db,
    sql<Cache>`
      select request_hash as asked, reply from idempotency_keys where account_id = ${accountId} and user_id = ${userId} and key = ${key}`,
  );

const keep = (db: Db, { accountId, userId, key }: Intent, reply: Buffer) =>
  changed(
    db,
    sql`
      update idempotency_keys set reply = ${reply} where account_id = ${accountId} and user_id = ${userId} and key = ${key}`,
  );

const release = (db: Db, { accountId, userId, key }: Intent) =>
  changed(
    db,
    sql`delete from idempotency_keys where account_id = ${accountId} and user_id = ${userId} and key = ${key}`,
  );

const dayBefore = (at: Date) => new Date(at.getTime() - KEPT_MS);

/** Keys of requests that nobody sends again. */
export const forgetOldIntents = (db: Db, at: Date): Promise<number> =>
  changed(db, sql`delete from idempotency_keys where at < ${dayBefore(at)}`);

/**
 * Forgets the replies to calls of an account that were made up to a moment; the calls themselves stay known.
 */
export async function forgetReplies(db: Db, accountId: number, until: Date): Promise<void> {
  await sql`
    update idempotency_keys set reply = null where account_id = ${accountId} and at <= ${until} and reply is not null`.execute(
    db,
  );
}
