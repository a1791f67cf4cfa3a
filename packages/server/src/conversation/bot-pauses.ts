/**
 * While somebody of the team talks to a person the bot is silent on that channel: what the person texts is
 * theirs to answer, waits stand still. A keyword starts its campaign all the same: whoever texts one asks for
 * it. STOP, START and HELP are answered always.
 */
import { PAUSE_HOURS } from '@parley/rules/limits.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
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

/** One round. True: there may be more. */
export async function endOldPauses(services: Services): Promise<boolean> {
  const now = services.clock.now();
  const until = new Date(now.getTime() - PAUSE_HOURS * 3_600_000);
  const ended = await transact(services.db, async (trx) => {
    const found = await rows(
      trx,
      sql<Place & { accountId: number; since: Date }>`
        delete from bot_pauses where (account_id, contact_id, channel_id) in (
          select account_id, contact_id, channel_id from bot_pauses
          where last_text_at <= ${until} order by last_text_at limit ${EACH} for update skip locked
        )
        returning account_id as "accountId", channel_id as "channelId", contact_id as "contactId", since`,
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
