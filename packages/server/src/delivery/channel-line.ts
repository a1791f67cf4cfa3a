/** The way out of a channel: its number, its pace and its carrier, made once and kept while its settings stay the same. */
import type { Carrier } from '../carriers/carrier.ts';
import { type ChannelConnections, carrierOf } from '../carriers/connections.ts';
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

type ChannelRow = ChannelConnections & { number: string; segmentsPerSecond: number | null };

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
      select number, connection_kind as kind, connection, backup_kind as "backupKind",
        backup_connection as "backupConnection", sends_media as "sendsMedia", segments_per_second as "segmentsPerSecond"
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
