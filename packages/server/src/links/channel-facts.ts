/** What a conversation must know of its channel to write links. */
import type { ChannelFacts } from '@parley/engine';
import type { Config } from '../platform/config.ts';
import { type Db, first, sql } from '../platform/db/database.ts';

/** The address that short links begin with: PUBLIC_URL, else where this server listens. */
export function linkBase({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ids of an account's channels whose carrier takes no pictures. */
export const TEXT_ONLY = (accountId: number) => sql`
  array(select c.id from channels c where c.account_id = ${accountId} and not c.sends_media)`;

/** Ids of an account's channels whose texts go to test phones. */
export const SIMULATED = (accountId: number) => sql`
  array(select c.id from channels c where c.account_id = ${accountId} and c.connection_kind = 'simulator')`;

export async function channelFacts(
  db: Db,
  config: Config,
  accountId: number,
  channelId: number,
): Promise<ChannelFacts> {
  const row = await first(
    db,
    sql<{ carriesMms: boolean }>`select ${channelId}::bigint <> all(${TEXT_ONLY(accountId)}) as "carriesMms"`,
  );
  return { linkBase: linkBase(config), carriesMms: row?.carriesMms ?? true };
}
