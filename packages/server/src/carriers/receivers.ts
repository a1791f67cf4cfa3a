/** Which channel a webhook's secret token belongs to, kept for a moment: carriers call often. */
import { first, sql } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import type { ConnectionKind } from './carrier.ts';

/** What another process changed is noticed after this; what this one did, at once. */
const KNOWN_MS = 10_000;
const MOST_KNOWN = 10_000;

type Place = { accountId: number; channelId: number };
export type Receiver<Settings> = Place & {
  /** Of the connection that has the token. */
  settings: Settings;
};

/**
 * Finds the receiver of a token; null for an unknown one, a deleted channel or a connection of another kind. Stored settings are read
 * (and their secrets decrypted) once for many requests.
 */
export function createReceivers<Settings>(
  services: Services,
  kind: ConnectionKind,
  read: (services: Services, stored: Record<string, unknown>) => Settings,
): (token: string) => Promise<Receiver<Settings> | null> {
  const known = new Map<string, { receiver: Receiver<Settings>; until: number }>();
  // Addresses that were renewed because somebody knows them end now.
  services.signals.on('connections', () => known.clear());
  return async (token) => {
    const now = services.clock.now().getTime();
    const kept = known.get(token);
    if (kept && kept.until > now) return kept.receiver;
    known.delete(token);
    const found = await readReceiver(services, kind, token, new Date(now));
    if (!found) return null;
    const { accountId, channelId, connection } = found;
    const receiver = { accountId, channelId, settings: read(services, connection) };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(token, { receiver, until: now + KNOWN_MS });
    return receiver;
  };
}

async function readReceiver(
  services: Services,
  kind: ConnectionKind,
  token: string,
  now: Date,
): Promise<(Place & { connection: Record<string, unknown> }) | null> {
  const place = await first(
    services.db,
    sql<Place>`
      select account_id as "accountId", channel_id as "channelId" from channel_lookups
      where key = ${`${kind}:${token}`}`,
  );
  if (!place) return null;
  const channel = await first(
    services.db,
    sql<{ connection: Record<string, unknown> }>`
      select each.connection from channels h
      cross join lateral (
        values (h.connection_kind, h.connection), (h.backup_kind, h.backup_connection)
      ) as each (kind, connection)
      where h.account_id = ${place.accountId} and h.id = ${place.channelId} and h.deleted_at is null
        and each.kind = ${kind} and (each.connection ->> 'webhookToken' = ${token}
          or each.connection ->> 'formerToken' = ${token}
            and (each.connection ->> 'formerUntil')::timestamptz > ${now})
      limit 1`,
  );
  return channel ? { ...place, connection: channel.connection } : null;
}
