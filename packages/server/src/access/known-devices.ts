/**
 * Browsers by a cookie of their own, which outlives sessions. One that somebody has signed in with is known
 * to be theirs: guesses that strangers make at their address do not count against it. All SQL on known
 * devices.
 */

import { randomBytes } from 'node:crypto';
import { emailKey } from '../accounts/index.ts';
import { changed, type Db, first, sql } from '../platform/db/database.ts';
import type { Context } from '../platform/http/handler.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { sha256 } from '../platform/secrets.ts';

type Asking = Pick<Context, 'db' | 'device' | 'address'>;
/** Who tries: `key` counts their tries apart from those of others. */
export type Tries = { key: string; isKnown: boolean };

const MOST_OF_A_USER = 20;
const KEPT_MS = 400 * 86_400_000;

/** Whose try at an address of email this is: their own device's, or of whoever is at this network address. */
export async function triesAt(asking: Asking, email: string): Promise<Tries> {
  const { db, device } = asking;
  const known = device && (await first(db, knownBy(device, sql`u.email_key = ${emailKey(email)}`)));
  return triesOf(asking, Boolean(known));
}

/** The same of a user. */
export async function triesFor(asking: Asking, userId: number): Promise<Tries> {
  const { db, device } = asking;
  const known = device && (await first(db, knownBy(device, sql`u.id = ${userId}`)));
  return triesOf(asking, Boolean(known));
}

const knownBy = (device: string, who: ReturnType<typeof sql>) => sql`
  select 1 from known_devices d join users u on u.id = d.user_id
  where d.token_hash = ${sha256(device)} and ${who}`;

const triesOf = ({ device, address }: Asking, isKnown: boolean): Tries => ({
  key: isKnown ? `device:${sha256(device ?? '').toString('hex')}` : `from:${networkOf(address)}`,
  isKnown,
});

/**
 * Who asks: the hash of the browser's token; a browser without one gets one. A program is told by its network
 * address.
 */
export function deviceHash(context: Context): Buffer {
  if (context.device === null && !context.isBrowser) return sha256(`from:${context.address}`);
  const token = context.device ?? randomBytes(32).toString('base64url');
  context.setDeviceCookie(token);
  return sha256(token);
}

/** Somebody has signed in with this browser. Programs are no devices that could be known. */
export async function rememberDevice(context: Context, userId: number): Promise<void> {
  const { db, clock, device, isBrowser } = context;
  if (device === null && !isBrowser) return;
  const hash = deviceHash(context);
  await sql`
    insert into known_devices (user_id, token_hash, last_used_at) values (${userId}, ${hash}, ${clock.now()})
    on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at`.execute(db);
  await sql`
    delete from known_devices where user_id = ${userId} and token_hash in (
      select token_hash from known_devices where user_id = ${userId} order by last_used_at desc offset ${MOST_OF_A_USER})`.execute(
    db,
  );
}

/** None is known as theirs any more: their password was set anew. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId}`.execute(db);
}

export function forgetOldDevices(db: Db, at: Date): Promise<number> {
  return changed(db, sql`delete from known_devices where last_used_at < ${new Date(at.getTime() - KEPT_MS)}`);
}
