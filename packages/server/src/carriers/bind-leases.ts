/**
 * One process at a time holds the bind of an SMPP connection: a lease in the database, renewed while the
 * process lives.
 */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import type { Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import type { ConnectionPlace } from './carrier.ts';

const LEASE_MS = 15_000;
/** Nothing is handed over in the last part of a lease. */
const MARGIN_MS = 3_000;

export const placeKey = ({ accountId, channelId, place }: ConnectionPlace) =>
  `${accountId}/${channelId}/${place}`;

export type Leases = {
  /** Renews what is held, takes what is free; answers all that is held. */
  renew: () => Promise<ConnectionPlace[]>;
  holds: (place: ConnectionPlace) => boolean;
  /** Channels whose bind another process holds: their messages are its work. */
  heldElsewhere: () => number[];
  /** Gives everything back at once, for others to take. */
  release: () => Promise<void>;
};

type Row = ConnectionPlace & { mine: boolean };

export function createLeases(services: Services): Leases {
  const worker = workerName();
  let until = 0;
  let held = new Set<string>();
  let elsewhere: number[] = [];
  return {
    async renew() {
      const now = services.clock.now();
      const all = await takeLeases(services.db, worker, now);
      until = now.getTime() + LEASE_MS - MARGIN_MS;
      const mine = all.filter((row) => row.mine);
      held = new Set(mine.map(placeKey));
      elsewhere = [...new Set(all.filter((row) => !row.mine).map((row) => row.channelId))];
      return mine;
    },
    holds: (place) => held.has(placeKey(place)) && services.clock.now().getTime() < until,
    heldElsewhere: () => elsewhere,
    async release() {
      held = new Set();
      await sql`
        update connection_leases set worker = null, leased_until = null where worker = ${worker}`.execute(
        services.db,
      );
    },
  };
}

async function takeLeases(db: Db, worker: string, now: Date): Promise<Row[]> {
  const all = await rows(
    db,
    sql<ConnectionPlace & { free: boolean }>`
      select account_id as "accountId", channel_id as "channelId", place, ${isFree(worker, now)} as free
      from connection_leases`,
  );
  const free = all.filter((each) => each.free);
  const taken = await claimEach(db, free, (on, accountId, theirs) =>
    leasePlaces(on, { accountId, places: theirs }, worker, now),
  );
  const mine = new Set(taken.map(placeKey));
  return all.map((each) => ({ ...each, mine: mine.has(placeKey(each)) }));
}

const isFree = (worker: string, now: Date) =>
  sql`(coalesce(worker = ${worker}, false) or leased_until is null or leased_until <= ${now})`;

const leasePlaces = (
  db: Db,
  { accountId, places }: { accountId: number; places: readonly ConnectionPlace[] },
  worker: string,
  now: Date,
): Promise<ConnectionPlace[]> =>
  rows(
    db,
    sql<ConnectionPlace>`
      with free as (
        select channel_id, place from connection_leases
        where account_id = ${accountId} and ${isFree(worker, now)} and (channel_id, place) in (
          select * from unnest(
            ${places.map(({ channelId }) => channelId)}::bigint[], ${places.map(({ place }) => place)}::smallint[]))
        order by channel_id, place for update skip locked
      )
      update connection_leases l set worker = ${worker}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      from free where l.account_id = ${accountId} and l.channel_id = free.channel_id and l.place = free.place
      returning l.account_id as "accountId", l.channel_id as "channelId", l.place`,
  );

/**
 * Which places of a channel are binds from now on: leases of the others end, and how its connections did is
 * forgotten.
 */
export async function keepBinds(
  trx: Db,
  accountId: number,
  channelId: number,
  places: readonly number[],
): Promise<void> {
  await sql`
    delete from connection_leases
    where account_id = ${accountId} and channel_id = ${channelId} and place <> all(${places}::smallint[])`.execute(
    trx,
  );
  await sql`
    delete from connection_states where account_id = ${accountId} and channel_id = ${channelId}`.execute(trx);
  await sql`
    insert into connection_leases (account_id, channel_id, place)
    select ${accountId}, ${channelId}, place from unnest(${places}::smallint[]) as place
    on conflict do nothing`.execute(trx);
}
