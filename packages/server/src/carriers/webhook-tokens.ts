/**
 * Which channel a webhook's secret token belongs to. It is looked up each time: a token that was ended is
 * refused by every process at once.
 */

import { Batcher } from '../platform/batcher.ts';
import { createCache } from '../platform/cache.ts';
import { rows, sql } from '../platform/db/database.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import type { Services } from '../platform/services.ts';
import type { ConnectionKind } from './carrier.ts';

/** Carriers call often: what comes at about the same time is looked up together. */
const MOST_AT_ONCE = 500;
const GATHER_MS = 1;
/** Secrets of so many connections stay decrypted for so long. */
const MOST_KEPT = 10_000;
const KEPT_MS = 600_000;

type Place = { accountId: number; channelId: number };
export type TokenChannel<Settings> = Place & {
  /** Of the connection that has the token. */
  settings: Settings;
};

/**
 * Finds the receiver of a token; null for an unknown one, a deleted channel or a connection of another kind.
 */
export function createTokenLookup<Settings>(
  services: Services,
  kind: ConnectionKind,
  read: (services: Services, stored: Record<string, unknown>) => Settings,
): (token: string) => Promise<TokenChannel<Settings> | null> {
  const settingsOf = createCache<{ settings: Settings }>(MOST_KEPT, KEPT_MS);
  const finding = new Batcher<string, Found | undefined>({
    work: (tokens) => readReceivers(services, kind, tokens),
    most: MOST_AT_ONCE,
    gatherMs: GATHER_MS,
  });
  return async (token) => {
    const found = await finding.add(token);
    if (!found) return null;
    const { accountId, channelId, connection } = found;
    const known = settingsOf.get(connection);
    const { settings } = known ?? { settings: read(services, JSON.parse(connection)) };
    if (!known) settingsOf.set(connection, { settings });
    return { accountId, channelId, settings };
  };
}

type Found = Place & { token: string; connection: string };

/**
 * In the order of the tokens. Whose they are stands on one machine; their channels, on those of their
 * accounts.
 */
async function readReceivers(
  services: Services,
  kind: ConnectionKind,
  tokens: readonly string[],
): Promise<(Found | undefined)[]> {
  const hot = preparedOf(services);
  const known = await rows(
    hot,
    sql<Place & { token: string }>`
      select given.token, l.account_id as "accountId", l.channel_id as "channelId"
      from unnest(${[...new Set(tokens)]}::text[]) as given (token)
      join channel_lookups l on l.key = ${`${kind}:`}::text || given.token`,
  );
  if (known.length === 0) return tokens.map(() => undefined);
  const accounts = known.map(({ accountId }) => accountId);
  const found = await rows(
    hot,
    sql<Found>`
      select given.token, h.account_id as "accountId", h.id as "channelId", each.connection::text as connection
      from unnest(
        ${known.map(({ token }) => token)}::text[], ${accounts}::bigint[],
        ${known.map(({ channelId }) => channelId)}::bigint[]
      ) as given (token, account_id, channel_id)
      join channels h on h.account_id = given.account_id and h.id = given.channel_id and h.deleted_at is null
      cross join lateral (
        select connection from (values (h.connection_kind, h.connection), (h.fallback_kind, h.fallback_connection))
          as way (kind, connection)
        where way.kind = ${kind} and (way.connection ->> 'webhookToken' = given.token
          or way.connection ->> 'formerToken' = given.token
            and (way.connection ->> 'formerUntil')::timestamptz > ${services.clock.now()})
        limit 1
      ) as each
      where h.account_id = any(${accounts}::bigint[])`,
  );
  const byToken = new Map(found.map((each) => [each.token, each]));
  return tokens.map((token) => byToken.get(token));
}
