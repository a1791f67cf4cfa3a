/**
 * Every connection of this process: made when it is needed (SMPP: when its lease is held), kept while its
 * settings stay the same.
 */
import { first, rows, sql } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import { inRuntime } from '../platform/runtime.ts';
import { UnreadableSecret } from '../platform/secrets.ts';
import type { Background, Services } from '../platform/services.ts';
import { createLeases, type Leases, placeKey } from './bind-leases.ts';
import type { Carrier, ConnectionKind, ConnectionPlace } from './carrier.ts';
import { type ConnectionState, type Guarded, guard } from './circuit.ts';
import { picturesAsLinks, withBackup } from './failover.ts';
import { createGateway } from './http-gateway/http-gateway.ts';
import { lookupOf, mayReachHost, NOT_REACHABLE } from './reachable-host.ts';
import { createSimulator } from './simulator.ts';
import { createSmpp } from './smpp/smpp.ts';
import { readGatewaySettings, readSmppSettings } from './stored-settings.ts';
import { createTwilio, readTwilioSettings } from './twilio.ts';

/** The connections of a channel as its row has them. */
export type ChannelConnections = {
  kind: ConnectionKind;
  connection: Record<string, unknown>;
  backupKind: ConnectionKind | null;
  backupConnection: Record<string, unknown>;
  sendsMedia: boolean;
};

type Cache = { settings: string; guarded: Guarded };
type Registry = {
  kept: Map<string, Cache>;
  simulator: Carrier | null;
  leases: Leases;
  states: Set<Promise<unknown>>;
};

const LEASE_EVERY_MS = 2_000;
const ELSEWHERE_MS = 1_000;

const registryOf = inRuntime(
  (services: Services): Registry => ({
    kept: new Map(),
    simulator: null,
    leases: createLeases(services),
    states: new Set(),
  }),
);

/** The way out of a channel: its connection, with the backup behind it. */
export function carrierOf(
  services: Services,
  accountId: number,
  channelId: number,
  channel: ChannelConnections,
): Carrier {
  const { kind, connection, backupKind, backupConnection, sendsMedia } = channel;
  if (kind === 'simulator') {
    const registry = registryOf(services);
    // All simulator channels share one.
    registry.simulator ??= createSimulator(services);
    return registry.simulator;
  }
  const primary = connectionOf(services, { accountId, channelId, place: 1 }, kind, connection);
  const backup = backupKind
    ? connectionOf(services, { accountId, channelId, place: 2 }, backupKind, backupConnection)
    : null;
  const carrier = withBackup(primary, backup);
  const pictures = sendsMedia && kind === 'twilio' && (backupKind === null || backupKind === 'twilio');
  return pictures ? carrier : picturesAsLinks(carrier);
}

function connectionOf(
  services: Services,
  place: ConnectionPlace,
  kind: ConnectionKind,
  connection: Record<string, unknown>,
): Guarded {
  const { kept, leases } = registryOf(services);
  const key = placeKey(place);
  const known = kept.get(key);
  if (kind === 'smpp' && !leases.holds(place)) {
    if (known) drop(services, key);
    return elsewhere();
  }
  const settings = JSON.stringify([kind, connection]);
  if (known?.settings === settings) return known.guarded;
  if (known) drop(services, key);
  const guarded = guard(
    createCarrier(services, place, kind, connection),
    () => services.clock.now().getTime(),
    (state) => tellState(services, place, state),
  );
  kept.set(key, { settings, guarded });
  return guarded;
}

function createCarrier(
  services: Services,
  place: ConnectionPlace,
  kind: ConnectionKind,
  connection: Record<string, unknown>,
): Carrier {
  try {
    return carrierOfKind(services, place, kind, connection);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return useless(kind, { code: 'SECRET_KEY', reason: error.message });
  }
}

/** @throws UnreadableSecret */
function carrierOfKind(
  services: Services,
  place: ConnectionPlace,
  kind: ConnectionKind,
  connection: Record<string, unknown>,
): Carrier {
  const lookup = lookupOf(services);
  const reachable = (host: string) => mayReachHost(services, host);
  if (kind === 'smpp') {
    const settings = readSmppSettings(services, connection);
    return reachable(settings.host)
      ? createSmpp(services, place, settings, lookup)
      : useless(kind, UNREACHABLE);
  }
  if (kind === 'gateway') {
    const settings = readGatewaySettings(services, connection);
    const { hostname } = new URL(settings.url);
    return reachable(hostname) ? createGateway(services, settings, lookup) : useless(kind, UNREACHABLE);
  }
  const settings = readTwilioSettings(services, connection);
  const { hostname } = new URL(settings.baseUrl);
  return reachable(hostname) ? createTwilio(services, settings, lookup) : useless(kind, UNREACHABLE);
}

/** An address that this server may not reach. */
const UNREACHABLE = { code: 'REFUSED_ADDRESS', reason: NOT_REACHABLE };

/** A connection that cannot be used as it is set up: it says why, and what is sent waits. */
function useless(kind: ConnectionKind, trouble: { code: string; reason: string }): Carrier {
  return {
    kind,
    supportsIdempotencyKey: false,
    async send(groups, report) {
      const message = groups[0]?.[0];
      if (message) report(message, { is: 'rejected', ...trouble, retry: true });
    },
    probe: async () => trouble,
    link: () => ({ state: 'lost', inFlight: 0, window: 0, oldest: null, trouble }),
    close: async () => undefined,
  };
}

/** Another process holds the bind: it will take the messages when they are given back. */
function elsewhere(): Guarded {
  const link = { state: 'elsewhere', inFlight: 0, window: 0, oldest: null } as const;
  return {
    kind: 'smpp',
    supportsIdempotencyKey: false,
    async send(groups, report) {
      const message = groups[0]?.[0];
      if (message) report(message, { is: 'throttled', retryAfterMs: ELSEWHERE_MS });
    },
    probe: async () => null,
    link: () => link,
    close: async () => undefined,
    // The backup must not take what the other process can send.
    isAvailable: () => true,
    state: () => ({
      kind: 'smpp',
      link: 'elsewhere',
      circuit: 'closed',
      trouble: null,
      perSecond: 0,
      inFlight: 0,
      window: 0,
    }),
  };
}

/** Channels whose messages are another process's work, because it holds their bind. */
export function channelsElsewhere(services: Services): number[] {
  return registryOf(services).leases.heldElsewhere();
}

function drop(services: Services, key: string): void {
  const { kept } = registryOf(services);
  const known = kept.get(key);
  kept.delete(key);
  known?.guarded.close().catch((error: unknown) => {
    services.log.warn({ err: error }, 'a connection did not close cleanly');
  });
}

/** Keeps SMPP connections bound: their receipts and texts come in also while nothing is sent. */
export function startConnections(services: Services): Background {
  const { leases, kept, states } = registryOf(services);
  const loop = startLoop({
    name: 'connections',
    log: services.log,
    pauseMs: LEASE_EVERY_MS,
    once: async () => {
      for (const place of await leases.renew()) await keepBound(services, place);
      for (const [key, { guarded }] of kept) {
        const [accountId = 0, channelId = 0, at] = key.split('/').map(Number);
        const place = { accountId, channelId, place: at === 2 ? 2 : 1 } as const;
        if (guarded.kind === 'smpp' && !leases.holds(place)) drop(services, key);
      }
      return false;
    },
  });
  services.signals.on('connections', loop.wake);
  return {
    async stop() {
      await loop.stop();
      const open = [...kept.values()];
      kept.clear();
      await Promise.all(open.map(({ guarded }) => guarded.close()));
      await Promise.all(states);
      await leases.release();
      registryOf.forget(services);
    },
  };
}

async function keepBound(services: Services, place: ConnectionPlace): Promise<void> {
  const { accountId, channelId } = place;
  const channel = await first(
    services.db,
    sql<{ kind: ConnectionKind | null; connection: Record<string, unknown> }>`
      select ${place.place === 1 ? sql`connection_kind` : sql`fallback_kind`} as kind,
        ${place.place === 1 ? sql`connection` : sql`fallback_connection`} as connection
      from channels where account_id = ${accountId} and id = ${channelId} and deleted_at is null`,
  );
  if (channel?.kind === 'smpp') connectionOf(services, place, 'smpp', channel.connection);
  else drop(services, placeKey(place));
}

function tellState(services: Services, place: ConnectionPlace, state: ConnectionState): void {
  const { accountId, channelId } = place;
  services.live.publish(accountId, { type: 'connection', channelId, place: place.place });
  const { states } = registryOf(services);
  const stored = sql`
    insert into connection_states (account_id, channel_id, place, state, at)
    values (${accountId}, ${channelId}, ${place.place}, ${JSON.stringify(state)}::jsonb, ${services.clock.now()})
    on conflict (account_id, channel_id, place) do update set state = excluded.state, at = excluded.at`
    .execute(services.db)
    .catch((error: unknown) => {
      // Whoever ends has nothing to store it in, and nothing to mend.
      if (!services.pool.ending)
        services.log.warn({ err: error }, 'the state of a connection was not stored');
    })
    .finally(() => states.delete(stored));
  states.add(stored);
}

export type StoredState = ConnectionState & { place: 1 | 2; at: Date };

/** How the connections of a channel do, as this process sees it, else as the one that uses them last told. */
export async function connectionStates(
  services: Services,
  accountId: number,
  channelId: number,
): Promise<StoredState[]> {
  const stored = await rows(
    services.db,
    sql<{ place: 1 | 2; state: ConnectionState; at: Date }>`
      select place, state, at from connection_states
      where account_id = ${accountId} and channel_id = ${channelId} order by place`,
  );
  return stored.map(({ place, state, at }) => {
    const own = registryOf(services).kept.get(placeKey({ accountId, channelId, place }));
    return { ...(own?.guarded.state() ?? state), place, at };
  });
}
