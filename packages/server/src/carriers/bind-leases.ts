/**
 * One process at a time holds the bind of an SMPP connection: a lease in the database, renewed while the
 * process lives.
 */
import { type Db, rows, sql } from '../platform/db/database.ts';
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
  const until = new Date(now.getTime() + LEASE_MS);
  const all = await rows(
    db,
    sql<Row>`
      with free as (
        select account_id, channel_id, place from connection_leases
        where worker = ${worker} or leased_until is null or leased_until <= ${now}
        for update skip locked
      ),
      mine as (
        update connection_leases l set worker = ${worker}, leased_until = ${until}
        from free f where l.account_id = f.account_id and l.channel_id = f.channel_id and l.place = f.place
        returning l.account_id, l.channel_id, l.place
      )
      select l.account_id as "accountId", l.channel_id as "channelId", l.place, m.place is not null as mine
      from connection_leases l
      left join mine m on m.account_id = l.account_id and m.channel_id = l.channel_id and m.place = l.place`,
  );
  return all;
}

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
