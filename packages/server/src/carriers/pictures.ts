/**
 * Keeps our own copies of pictures that come with texts. They are shown from here, to the account's people
 * alone.
 */
import { PICTURE_LIMITS } from '@parley/rules/limits.ts';
import { numberArray } from '../platform/db/arrays.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { later } from '../platform/db/later.ts';
import { claimEach } from '../platform/db/leases.ts';
import { startDueLoop } from '../platform/due-loops.ts';
import { UnreadableSecret } from '../platform/secrets.ts';
import type { Background, Services } from '../platform/services.ts';
import { fetchPicture } from './picture-fetch.ts';
import { readTwilioSettings } from './twilio.ts';

const AT_ONCE = 16;
/** From one channel. Its next ones are begun when these are there: a carrier that hangs holds up no other. */
const OF_A_CHANNEL = 4;
/** Among so many that have waited longest those are chosen. */
const LOOKED_AT = 200;
const MINUTE_MS = 60_000;
const MEGABYTE = 1_000_000;

/** Notes the pictures of a stored text; they are fetched afterwards. The same text twice counts once. */
export async function queuePictures(
  db: Db,
  { accountId, channelId, inboundId }: Pick<Due, 'accountId' | 'channelId' | 'inboundId'>,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into inbound_media (account_id, inbound_id, place, channel_id, address, due_at)
    select ${accountId}::bigint, ${inboundId}::bigint, given.place - 1, ${channelId}::bigint, given.address, ${now}::timestamptz
    from unnest(${addresses}::text[]) with ordinality as given (address, place)
    on conflict (account_id, inbound_id, place) do nothing`.execute(db);
}

/** Fetches what waits, a few at a time. */
export function startPictures(services: Services): Background {
  const { db, clock, log } = services;
  const ending = new AbortController();
  /** The channel of each that is being fetched. */
  const inWork = new Map<Promise<void>, number>();
  const loop = startDueLoop(services, {
    name: 'pictures',
    due: (now) => sql`inbound_media where due_at <= ${now}`,
    once: async () => {
      const due = await claim(db, clock.now(), {
        room: AT_ONCE - inWork.size,
        busy: [...new Set(inWork.values())],
      });
      for (const one of due) begin(one);
      return due.length > 0;
    },
  });

  function begin(one: Due): void {
    const { accountId, inboundId, channelId } = one;
    const fetching = keep(services, one, ending.signal)
      // Its next try is set already.
      .catch((error: unknown) => log.warn({ err: error, accountId, inboundId }, 'a picture was not kept'))
      .finally(() => {
        inWork.delete(fetching);
        loop.wake();
      });
    inWork.set(fetching, channelId);
  }

  return {
    async stop() {
      // What is under way comes again at its next try.
      ending.abort();
      await loop.stop();
      await Promise.all(inWork.keys());
    },
  };
}

type Due = {
  accountId: number;
  inboundId: number;
  place: number;
  channelId: number;
  address: string;
  tries: number;
};

/** The next try of each is set already: whoever dies with one leaves it to that. */
async function claim(
  db: Db,
  now: Date,
  { room, busy }: { room: number; busy: readonly number[] },
): Promise<Due[]> {
  const found = await rows(
    db,
    sql<Pick<Due, 'accountId' | 'inboundId' | 'place'>>`
      select account_id as "accountId", inbound_id as "inboundId", place
      from (
        select *, row_number() over (partition by channel_id order by due_at) as nth
        from (
          select account_id, inbound_id, place, channel_id, due_at from inbound_media
          where due_at <= ${now} and channel_id <> all(${numberArray(busy)}::bigint[])
          order by due_at limit ${LOOKED_AT}
        ) longest
      ) ranked
      where nth <= ${OF_A_CHANNEL} order by due_at limit ${room}`,
  );
  return claimEach(db, found, (on, accountId, theirs) =>
    rows(
      on,
      sql<Due>`
        with due as (
          select inbound_id, place from inbound_media
          where account_id = ${accountId} and due_at <= ${now} and (inbound_id, place) in (
            select * from unnest(
              ${theirs.map(({ inboundId }) => inboundId)}::bigint[], ${theirs.map(({ place }) => place)}::smallint[]))
          order by inbound_id, place for update skip locked
        )
        update inbound_media p set tries = p.tries + 1,
          due_at = case when p.tries + 1 < ${PICTURE_LIMITS.tries}::int
            then ${later(sql`${now}::timestamptz`, sql`power(4, p.tries) * ${MINUTE_MS / 1_000}::int * interval '1 second'`)} end
        from due
        where p.account_id = ${accountId} and p.inbound_id = due.inbound_id and p.place = due.place
        returning p.account_id as "accountId", p.inbound_id as "inboundId", p.place, p.channel_id as "channelId", p.address,
          p.tries`,
    ),
  );
}

async function keep(services: Services, due: Due, ending: AbortSignal): Promise<void> {
  const { accountId, channelId, inboundId, address } = due;
  const settings = await settingsOf(services, accountId, channelId);
  const found = settings
    ? await fetchPicture(address, settings, services.config.privateCarriers, ending)
    : { is: 'gone' as const, why: 'the connection is another one now' };
  if (found.is === 'picture') {
    await store(services.db, due, found.type, found.bytes);
    await dropOldest(services.db, due, services.config.pictureMegabytes * MEGABYTE);
  }
  if (found.is === 'gone') await store(services.db, due, null, null);
  if (found.is === 'later')
    services.log.warn({ accountId, inboundId, why: found.why }, 'a picture could not be fetched yet');
  if (found.is === 'picture') services.live.publish(accountId, { type: 'pictures', inboundId });
}

async function settingsOf(services: Services, accountId: number, channelId: number) {
  const channel = await first(
    services.db,
    sql<{ connection: Record<string, unknown> }>`
      select case when connection_kind = 'twilio' then connection else fallback_connection end as connection
      from channels
      where account_id = ${accountId} and id = ${channelId} and 'twilio' in (connection_kind, fallback_kind)`,
  );
  try {
    return channel ? readTwilioSettings(services, channel.connection) : null;
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

async function store(
  db: Db,
  { accountId, inboundId, place }: Due,
  type: string | null,
  bytes: Buffer | null,
): Promise<void> {
  await sql`
    update inbound_media set content_type = ${type}, bytes = ${bytes}, due_at = null
    where account_id = ${accountId} and inbound_id = ${inboundId} and place = ${place}`.execute(db);
}

/**
 * Makes room: the oldest copies of the account go, before them those of a person who takes more than their
 * part. The links to the carrier stay. Lengths are read without the bytes.
 */
async function dropOldest(db: Db, { accountId, inboundId }: Due, most: number): Promise<void> {
  await sql`
    with kept as (
      select p.inbound_id, p.place, octet_length(p.bytes) as size, i.contact_id = sender.contact_id as hers
      from inbound_media p
      join inbound_messages i on i.account_id = p.account_id and i.id = p.inbound_id
      left join inbound_messages sender on sender.account_id = p.account_id and sender.id = ${inboundId}
      where p.account_id = ${accountId} and p.bytes is not null
    ),
    within as (
      select *, sum(size) over (partition by hers order by inbound_id desc, place desc) as up_to_here from kept
    ),
    fair as (
      select *, hers and up_to_here > ${most * PICTURE_LIMITS.personShare} as too_much from within
    ),
    over as (
      select *, too_much or sum(size) over (partition by too_much order by inbound_id desc, place desc) > ${most} as goes from fair
    )
    update inbound_media p set content_type = null, bytes = null
    from over o where o.goes and p.account_id = ${accountId} and p.inbound_id = o.inbound_id and p.place = o.place`.execute(
    db,
  );
}

/** A copy; undefined for one that is foreign, unknown or not here. */
export async function readPicture(
  db: Db,
  accountId: number,
  inboundId: number,
  place: number,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  return first(
    db,
    sql<{ type: string; bytes: Buffer }>`
      select content_type as type, bytes from inbound_media
      where account_id = ${accountId} and inbound_id = ${inboundId} and place = ${place} and bytes is not null`,
  );
}
