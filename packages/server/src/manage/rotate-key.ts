/**
 * Encrypts everything anew that was stored with a former SECRET_KEY (docs/changing-the-key.md), in slices,
 * while all processes serve. What is done begins with the key's id, so that a run that was broken off goes on
 * where it ended.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTION_FIELDS, type ConnectionKind } from '@parley/contract';
import { renewAuthenticatorKeys } from '../access/index.ts';
import { replaceSettings } from '../channels/index.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { numberArray } from '../platform/db/arrays.ts';
import { changed, type Db, rows, sql } from '../platform/db/database.ts';
import { renewKept } from '../platform/kept-secrets.ts';
import { writersWithOtherKey } from '../platform/processes.ts';
import { createSecrets, renewed, type Secrets } from '../platform/secrets.ts';

const SLICE = 200;

export type Rotated = { renewed: number; unreadable: number };

/** The key of the configuration: named, or in its file. */
export function secretsOf({ secretKey, otherSecretKey, dataDir }: Config): Secrets {
  const file = join(dataDir, 'secret-key');
  if (secretKey === null && !existsSync(file)) throw new ConfigError('There is no SECRET_KEY yet.');
  return createSecrets(secretKey ?? readFileSync(file, 'utf8').trim(), otherSecretKey);
}

/** @throws ConfigError while a process still writes with another key. */
export async function rotateKey(db: Db, secrets: Secrets, now: Date): Promise<Rotated> {
  const others = await writersWithOtherKey(db, secrets, now);
  if (others.length > 0)
    throw new ConfigError(
      `These still write with another key: ${others.join('; ')}. Restart them with the new SECRET_KEY first.`,
    );
  const parts = [
    await renewColumn(db, secrets, 'credentials', 'secret_encrypted'),
    await renewColumn(db, secrets, 'webhook_endpoints', 'secret_encrypted'),
    await renewColumn(db, secrets, 'webhook_endpoints', 'former_secret_encrypted'),
    await renewAuthenticatorKeys(db, secrets),
    await renewConnections(db, secrets, 'connection_kind', 'connection'),
    await renewConnections(db, secrets, 'fallback_kind', 'fallback_connection'),
    // The last, so that nothing is left when this is done.
    await renewKept(db, secrets),
  ];
  return parts.reduce((sum, each) => ({
    renewed: sum.renewed + each.renewed,
    unreadable: sum.unreadable + each.unreadable,
  }));
}

type Place = { accountId: number; id: number };
type Column = 'secret_encrypted' | 'former_secret_encrypted';

async function renewColumn(
  db: Db,
  secrets: Secrets,
  table: 'credentials' | 'webhook_endpoints',
  column: Column,
): Promise<Rotated> {
  const [from, of] = [sql.table(table), sql.ref(column)];
  return inSlices(async (after) => {
    const found = await rows(
      db,
      sql<Place & { secret: Buffer }>`
        select account_id as "accountId", id, ${of} as secret from ${from}
        where (account_id, id) > (${after.accountId}, ${after.id}) and ${of} is not null
          and substring(${of} from 1 for 4) <> ${secrets.keyId}
        order by account_id, id limit ${SLICE}`,
    );
    const read = found.flatMap((row) => {
      const fresh = renewed(secrets, row.secret);
      return fresh === null ? [] : [{ ...row, fresh }];
    });
    // What was stored anew meanwhile is left as it is: that was written with the new key.
    const count = await changed(
      db,
      sql`
        update ${from} t set ${of} = given.fresh
        from unnest(${numberArray(read.map(({ accountId }) => accountId))}::bigint[],
          ${numberArray(read.map(({ id }) => id))}::bigint[], ${read.map(({ secret }) => secret)}::bytea[],
          ${read.map(({ fresh }) => fresh)}::bytea[]) as given (account_id, id, secret, fresh)
        where t.account_id = given.account_id and t.id = given.id and t.${of} = given.secret`,
    );
    return { found, renewed: count, unreadable: found.length - read.length };
  });
}

async function renewConnections(
  db: Db,
  secrets: Secrets,
  kindColumn: 'connection_kind' | 'fallback_kind',
  column: 'connection' | 'fallback_connection',
): Promise<Rotated> {
  const [kind, of] = [sql.ref(kindColumn), sql.ref(column)];
  return inSlices(async (after) => {
    const found = await rows(
      db,
      sql<Place & { kind: ConnectionKind; settings: Record<string, unknown> }>`
        select account_id as "accountId", id, ${kind} as kind, ${of} as settings from channels
        where (account_id, id) > (${after.accountId}, ${after.id}) and ${of} <> '{}'
        order by account_id, id limit ${SLICE}`,
    );
    const sum = { found, renewed: 0, unreadable: 0 };
    for (const row of found) {
      const { settings, done, unreadable } = renewSettings(secrets, row.kind, row.settings);
      sum.unreadable += unreadable;
      const change = { ...row, column, before: row.settings, after: settings };
      if (done > 0 && (await replaceSettings(db, change)) === 1) sum.renewed += done;
    }
    return sum;
  });
}

/** The settings of a connection with each secret of a former key encrypted anew. */
function renewSettings(secrets: Secrets, kind: ConnectionKind, before: Readonly<Record<string, unknown>>) {
  const settings = { ...before };
  let [done, unreadable] = [0, 0];
  for (const [name, { type }] of Object.entries(CONNECTION_FIELDS[kind] ?? {})) {
    const value = before[name];
    if (type !== 'secret' || typeof value !== 'string' || value === '') continue;
    const encrypted = Buffer.from(value, 'base64');
    if (encrypted.subarray(0, secrets.keyId.length).equals(secrets.keyId)) continue;
    const fresh = renewed(secrets, encrypted);
    if (fresh) settings[name] = fresh.toString('base64');
    if (fresh) done += 1;
    else unreadable += 1;
  }
  return { settings, done, unreadable };
}

/** Goes on behind the last row of a slice until there is none; each slice is stored by itself. */
async function inSlices(
  slice: (after: Place) => Promise<Rotated & { found: readonly Place[] }>,
): Promise<Rotated> {
  const sum = { renewed: 0, unreadable: 0 };
  for (let after: Place | undefined = { accountId: 0, id: 0 }; after; ) {
    const done: Rotated & { found: readonly Place[] } = await slice(after);
    sum.renewed += done.renewed;
    sum.unreadable += done.unreadable;
    after = done.found.at(-1);
  }
  return sum;
}
