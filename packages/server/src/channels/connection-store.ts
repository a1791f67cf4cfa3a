/** All SQL on the connection of a channel: its row, the lookups of its webhooks, the leases of its binds. */

import type { ConnectionKind } from '@parley/contract';
import type { StoredSettings } from '../carriers/index.ts';
import { keepBinds } from '../carriers/index.ts';
import { changed, type Db, first, sql } from '../platform/db/database.ts';

export type StoredConnection = {
  name: string;
  number: string;
  kind: ConnectionKind;
  connection: StoredSettings;
  backupKind: ConnectionKind | null;
  backupConnection: StoredSettings;
  sendsMedia: boolean;
};

/**
 * The connection of a channel, locked when it is about to change; undefined for an unknown, foreign or
 * deleted channel.
 */
export async function readConnection(
  db: Db,
  accountId: number,
  channel: number,
  lock: 'locked' | 'read' = 'read',
): Promise<StoredConnection | undefined> {
  return first(
    db,
    sql<StoredConnection>`
      select name, number, connection_kind as kind, connection, fallback_kind as "backupKind",
        fallback_connection as "backupConnection", sends_media as "sendsMedia"
      from channels where account_id = ${accountId} and id = ${channel} and deleted_at is null
      ${lock === 'locked' ? sql`for update` : sql``}`,
  );
}

/** Another channel of the account that has the number. */
export async function numberHolder(
  db: Db,
  accountId: number,
  channel: number,
  number: string,
): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ name: string }>`
      select name from channels
      where account_id = ${accountId} and id <> ${channel} and number = ${number} and deleted_at is null limit 1`,
  );
  return row?.name;
}

/**
 * Stores a connection with everything that finds it, and who (`by`) has said so; null: it leads where it led.
 * Needs a transaction. A number of another account's simulator breaks `channel_lookups_pkey`.
 */
export async function storeConnection(
  trx: Db,
  accountId: number,
  channel: number,
  given: Omit<StoredConnection, 'name'>,
  by: number | null,
): Promise<void> {
  const { number, kind, connection, backupKind, backupConnection, sendsMedia } = given;
  await sql`
    update channels set number = ${number}, connection_kind = ${kind},
      connection = ${JSON.stringify(connection)}::jsonb, sends_media = ${sendsMedia}, fallback_kind = ${backupKind},
      fallback_connection = ${JSON.stringify(backupConnection)}::jsonb, connected_by = coalesce(${by}, connected_by)
    where account_id = ${accountId} and id = ${channel}`.execute(trx);
  const keys = kind === 'simulator' ? [`simulator:${number}`] : [];
  keys.push(...tokenKeys(kind, connection));
  if (backupKind) keys.push(...tokenKeys(backupKind, backupConnection));
  await sql`delete from channel_lookups where account_id = ${accountId} and channel_id = ${channel}`.execute(
    trx,
  );
  await sql`
    insert into channel_lookups (key, account_id, channel_id)
    select key, ${accountId}, ${channel} from unnest(${keys}::text[]) as key`.execute(trx);
  const bound = [kind, backupKind].flatMap((each, index) => (each === 'smpp' ? [index + 1] : []));
  await keepBinds(trx, accountId, channel, bound);
}

const tokenKeys = (kind: ConnectionKind, { webhookToken, formerToken }: StoredSettings) =>
  [webhookToken, formerToken].flatMap((token) => (token ? [`${kind}:${token}`] : []));

type SettingsChange = {
  accountId: number;
  id: number;
  column: 'connection' | 'fallback_connection';
  before: unknown;
  after: unknown;
};

/** Replaces the settings of a connection, unless they are others by now. Answers how many were: 1 or 0. */
export function replaceSettings(
  db: Db,
  { accountId, id, column, before, after }: SettingsChange,
): Promise<number> {
  const of = sql.ref(column);
  return changed(
    db,
    sql`
      update channels set ${of} = ${JSON.stringify(after)}::jsonb
      where account_id = ${accountId} and id = ${id} and ${of} = ${JSON.stringify(before)}::jsonb`,
  );
}
