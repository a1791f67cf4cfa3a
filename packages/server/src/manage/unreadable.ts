/**
 * Whether what is stored encrypted can be read with the key that the server was started with: a key that was
 * lost or changed shows at the start.
 */
import { CONNECTION_FIELDS, type ConnectionKind } from '@parley/contract';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type Secrets, UnreadableSecret } from '../platform/secrets.ts';

/** The newest of each kind: enough to tell. */
const LOOKED_AT = 200;

/** How many stored secrets were looked at, and how many of them the key cannot read. */
export async function countUnreadable(
  db: Db,
  secrets: Secrets,
): Promise<{ all: number; unreadable: number }> {
  const stored = await Promise.all([storedCredentials(db), storedConnections(db), keysOfApps(db)]);
  const all = stored.flat();
  return { all: all.length, unreadable: all.filter((each) => !isReadable(secrets, each)).length };
}

async function storedCredentials(db: Db): Promise<Buffer[]> {
  const found = await rows(
    db,
    sql<{ secret: Buffer }>`
      select secret_encrypted as secret from credentials order by created_at desc limit ${LOOKED_AT}`,
  );
  return found.map(({ secret }) => secret);
}

/** Of the apps that people sign in with. */
async function keysOfApps(db: Db): Promise<Buffer[]> {
  const found = await rows(
    db,
    sql<{ secret: Buffer }>`
      select secret_encrypted as secret from authenticators order by added_at desc limit ${LOOKED_AT}`,
  );
  return found.map(({ secret }) => secret);
}

async function storedConnections(db: Db): Promise<Buffer[]> {
  const found = await rows(
    db,
    sql<{ kind: ConnectionKind; connection: Record<string, unknown> }>`
      select each.* from channels c
      cross join lateral (values (c.connection_kind, c.connection), (c.fallback_kind, c.fallback_connection)) as each (kind, connection)
      where c.deleted_at is null and each.kind <> 'simulator' order by c.id desc limit ${LOOKED_AT}`,
  );
  return found.flatMap(({ kind, connection }) =>
    Object.entries(CONNECTION_FIELDS[kind]).flatMap(([name, { type }]) => {
      const value = connection[name];
      return type === 'secret' && typeof value === 'string' && value !== ''
        ? [Buffer.from(value, 'base64')]
        : [];
    }),
  );
}

function isReadable(secrets: Secrets, encrypted: Buffer): boolean {
  try {
    secrets.decrypt(encrypted);
    return true;
  } catch (error) {
    if (error instanceof UnreadableSecret) return false;
    throw error;
  }
}
