/**
 * The way out of a channel: its number, its pace and its carrier, made once and kept while its settings stay
 * the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Carrier, type ChannelConnections, carrierOf } from '../carriers/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type RateLimit, type RateLimitRow, rateLimitColumns, rateLimitOf } from './rate-limit.ts';

export type ChannelSender = {
  id: number;
  /** As people see it: the sender. */
  number: string;
  carrier: Carrier;
  /** The settings that the carrier was made of: other ones are another way out. */
  connection: string;
  pace: RateLimit;
  /** How long a message may be tried. */
  timeToLiveMs: number;
  /**
   * The same, where somebody set it: the carrier is asked to give up then, too. Null: it tries as long as it
   * usually does.
   */
  validityMs: number | null;
};

type ChannelRow = ChannelConnections & { number: string } & RateLimitRow;

/** The line of a channel as its settings are now. */
export async function channelSenderOf(
  db: Db,
  services: Services,
  accountId: number,
  channelId: number,
): Promise<ChannelSender> {
  const row = await first(
    db,
    sql<ChannelRow>`
      select number, connection_kind as kind, connection, fallback_kind as "backupKind",
        fallback_connection as "backupConnection", sends_media as "sendsMedia", ${rateLimitColumns}
      from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  if (!row) throw new Error(`There is no channel ${channelId}.`);
  const { number, kind, connection, backupKind, backupConnection } = row;
  return {
    id: channelId,
    number,
    carrier: carrierOf(services, accountId, channelId, row),
    connection: JSON.stringify([kind, connection, backupKind, backupConnection]),
    ...rateLimitOf(row),
  };
}

/**
 * Whether a channel sends another way than this now: what its carrier asked for, or its day had no room for,
 * holds nothing back any more.
 */
export async function isOtherLine(
  services: Services,
  accountId: number,
  { id, connection, pace }: ChannelSender,
): Promise<boolean> {
  const now = await channelSenderOf(services.db, services, accountId, id);
  return now.connection !== connection || !isDeepStrictEqual(now.pace, pace);
}
