/** Looks for the last traces of erased people in the background: leased, tried again until nothing of them is on its way. */
import { randomUUID } from 'node:crypto';
import { forgetInUploads } from '../imports/forget.ts';
import { givingBack } from '../platform/db/away.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../services.ts';
import { finishErasure } from './erase.ts';

const PAUSE_MS = 10_000;
/** Longer than all uploads of an account take to be read. */
const LEASE_MS = 10 * 60_000;
const AGAIN_MS = 60_000;

type Due = { accountId: number; contactId: number };

export function startErasing(services: Services): Background {
  const worker = randomUUID();
  return startLoop({
    name: 'erasures',
    log: services.log,
    pauseMs: PAUSE_MS,
    once: (isStopping) =>
      eraseNext(services, worker).catch(givingBack(() => dropLeases(services.db, worker), isStopping)),
  });
}

/** One person. True: there may be more. */
export async function eraseNext(services: Services, worker: string): Promise<boolean> {
  const { db, clock } = services;
  const now = clock.now();
  const due = await claim(db, worker, now);
  if (!due) return false;
  const { accountId, contactId } = due;
  const phone = await numberOf(db, due);
  const isOver =
    phone === null ||
    ((await forgetInUploads(services, accountId, phone)) &&
      (await finishErasure(services, accountId, contactId)));
  if (isOver)
    await sql`delete from due_erasures where account_id = ${accountId} and contact_id = ${contactId}`.execute(
      db,
    );
  else
    await sql`
      update due_erasures set worker = null, leased_until = null, due_at = ${new Date(now.getTime() + AGAIN_MS)}
      where account_id = ${accountId} and contact_id = ${contactId}`.execute(db);
  return true;
}

async function numberOf(db: Db, { accountId, contactId }: Due): Promise<string | null> {
  const erasure = await first(
    db,
    sql<{ phone: string | null }>`
      select phone from erasures where account_id = ${accountId} and contact_id = ${contactId}`,
  );
  return erasure?.phone ?? null;
}

async function claim(db: Db, worker: string, now: Date): Promise<Due | undefined> {
  return first(
    db,
    sql<Due>`
      update due_erasures d set worker = ${worker}, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      from (
        select account_id, contact_id from due_erasures
        where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by due_at limit 1 for update skip locked
      ) as due
      where d.account_id = due.account_id and d.contact_id = due.contact_id
      returning d.account_id as "accountId", d.contact_id as "contactId"`,
  );
}

/** Gives back what a worker holds: the database was away, and is there again. */
async function dropLeases(db: Db, worker: string): Promise<void> {
  await sql`update due_erasures set leased_until = null where worker = ${worker}`.execute(db);
}
