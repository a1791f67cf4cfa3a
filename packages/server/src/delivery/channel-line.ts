/** The way out of a channel: its number, its pace and its carrier, made once and kept while its settings stay the same. */
import type { Carrier } from '../carriers/carrier.ts';
import { createSimulator } from '../carriers/simulator.ts';
import { createTwilio, readTwilioSettings } from '../carriers/twilio.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { Services } from '../services.ts';

export type ChannelLine = {
  id: number;
  /** As people see it: the sender. */
  number: string;
  /** Null: as fast as the carrier takes them. */
  segmentsPerSecond: number | null;
  carrier: Carrier;
};

type ChannelRow = {
  number: string;
  kind: 'simulator' | 'twilio';
  connection: Record<string, unknown>;
  segmentsPerSecond: number | null;
};

type Kept = { settings: string; carrier: Carrier };
const kept = new WeakMap<Services, Map<string, Kept>>();

/** The line of a channel as its settings are now. */
export async function lineOf(
  db: Db,
  services: Services,
  accountId: number,
  channelId: number,
): Promise<ChannelLine> {
  const row = await first(
    db,
    sql<ChannelRow>`
      select number, connection_kind as kind, connection, segments_per_second as "segmentsPerSecond"
      from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  if (!row) throw new Error(`There is no channel ${channelId}.`);
  const { number, segmentsPerSecond } = row;
  return {
    id: channelId,
    number,
    segmentsPerSecond,
    carrier: carrierOf(services, accountId, channelId, row),
  };
}

function carrierOf(services: Services, accountId: number, channelId: number, row: ChannelRow): Carrier {
  const carriers = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, carriers);
  // All simulator channels share one carrier.
  const key = row.kind === 'simulator' ? row.kind : `${accountId}/${channelId}`;
  const settings = JSON.stringify([row.kind, row.kind === 'simulator' ? null : row.connection]);
  const known = carriers.get(key);
  if (known?.settings === settings) return known.carrier;
  if (known) void known.carrier.close();
  const carrier =
    row.kind === 'simulator'
      ? createSimulator(services)
      : createTwilio(services, readTwilioSettings(services, row.connection));
  carriers.set(key, { settings, carrier });
  return carrier;
}

/** Closes every connection, when the server stops. */
export async function closeLines(services: Services): Promise<void> {
  const carriers = [...(kept.get(services)?.values() ?? [])];
  kept.delete(services);
  await Promise.all(carriers.map(({ carrier }) => carrier.close()));
}
