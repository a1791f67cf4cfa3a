/**
 * While somebody of the team talks to a person the bot is silent on that channel: what the person texts is
 * theirs to answer, waits stand still. A keyword starts its campaign all the same: whoever texts one asks for
 * it. STOP, START and HELP are answered always.
 */
import { PAUSE_HOURS } from '@parley/rules/limits.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import { type Statement, writing } from '../platform/db/statement.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { goOnAt } from './held-conversations.ts';

type Place = { channelId: number; contactId: number };

const LOOK_EVERY_MS = 10_000;
const EACH = 500;

/** Pauses the bot for a contact on a channel from now on, or goes on pausing it. */
export async function pauseBot(
  trx: Db,
  accountId: number,
  { channelId, contactId }: Place,
  now: Date,
): Promise<void> {
  await sql`
    insert into bot_pauses as b (account_id, contact_id, channel_id, since, last_text_at)
    values (${accountId}, ${contactId}, ${channelId}, ${now}, ${now})
    on conflict (account_id, contact_id, channel_id) do update set last_text_at = excluded.last_text_at`.execute(
    trx,
  );
}

/** These people have texted: their pauses last from now. Nothing to do for nobody. */
export function prolongPauses(
  db: Db,
  accountId: number,
  places: readonly Place[],
  now: Date,
): Statement<void> | null {
  if (places.length === 0) return null;
  return writing(
    db,
    sql`
      update bot_pauses b set last_text_at = ${now} from ${given(places)}
      where b.account_id = ${accountId} and b.contact_id = given.contact_id and b.channel_id = given.channel_id`,
  );
}

/** These people have asked for a campaign by its keyword: it talks. Nothing to do for nobody. */
export function overridePauses(db: Db, accountId: number, places: readonly Place[]): Statement<void> | null {
  if (places.length === 0) return null;
  return writing(
    db,
    sql`
      delete from bot_pauses b using ${given(places)}
      where b.account_id = ${accountId} and b.contact_id = given.contact_id and b.channel_id = given.channel_id`,
  );
}

const given = (places: readonly Place[]) => sql`
  unnest(
    ${places.map((place) => place.channelId)}::bigint[], ${places.map((place) => place.contactId)}::bigint[]
  ) as given (channel_id, contact_id)`;

/**
 * Hands the conversations with a contact back, on all channels: a wait goes on with what was left of it.
 * False: none was paused.
 */
export async function handBack(trx: Db, accountId: number, contactId: number, now: Date): Promise<boolean> {
  const ended = await rows(
    trx,
    sql<Place & { since: Date }>`
      delete from bot_pauses where account_id = ${accountId} and contact_id = ${contactId}
      returning channel_id as "channelId", contact_id as "contactId", since`,
  );
  if (ended.length > 0) await goOnAt(trx, accountId, ended, now);
  return ended.length > 0;
}

/** Hands back what nobody has texted in for a day. */
export function startBotPauses(services: Services): Background {
  return startLoop({
    name: 'paused conversations',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: () => endOldPauses(services),
  });
}

/** Those of these pauses that are still as old; what another process ends is left out. */
const endPauses = (trx: Db, accountId: number, places: readonly Place[], until: Date) =>
  rows(
    trx,
    sql<Place & { accountId: number; since: Date }>`
      with old as (
        select b.contact_id, b.channel_id from bot_pauses b
        where b.account_id = ${accountId} and b.last_text_at <= ${until}
          and (b.channel_id, b.contact_id) in (select given.channel_id, given.contact_id from ${given(places)})
        order by b.contact_id, b.channel_id for update skip locked
      )
      delete from bot_pauses b using old
      where b.account_id = ${accountId} and b.contact_id = old.contact_id and b.channel_id = old.channel_id
      returning b.account_id as "accountId", b.channel_id as "channelId", b.contact_id as "contactId", b.since`,
  );

/** One round. True: there may be more. */
export async function endOldPauses(services: Services): Promise<boolean> {
  const now = services.clock.now();
  const until = new Date(now.getTime() - PAUSE_HOURS * 3_600_000);
  const ended = await transact(services.db, async (trx) => {
    const old = await rows(
      trx,
      sql<Place & { accountId: number }>`
        select account_id as "accountId", contact_id as "contactId", channel_id as "channelId" from bot_pauses
        where last_text_at <= ${until} order by last_text_at limit ${EACH}`,
    );
    const found = await claimEach(trx, old, (on, accountId, theirs) =>
      endPauses(on, accountId, theirs, until),
    );
    for (const [accountId, places] of Map.groupBy(found, (each) => each.accountId))
      await goOnAt(trx, accountId, places, now);
    return found;
  });
  for (const { accountId, contactId } of ended)
    services.live.publish(accountId, { type: 'thread', contact: contactId });
  if (ended.length > 0) services.signals.wake('timers');
  return ended.length === EACH;
}
