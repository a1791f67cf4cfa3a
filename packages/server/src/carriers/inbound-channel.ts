/**
 * Which channel a text is for. A carrier that serves several numbers of an account may deliver over any of
 * its ways: the text belongs to the channel whose number it was written to, else to the one that the way
 * belongs to.
 */
import type { RawBuilder } from 'kysely';
import { first, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import type { ConnectionKind } from './carrier.ts';

type Way = { accountId: number; channelId: number };
/** Answers the channel that has the number, surely, or the one that the way belongs to. */
type Found = { channelId: number; isSure: boolean };
export type InboundChannelOf = (way: Way, destination: string) => Promise<Found>;

/** A changed number is noticed after this. */
const KNOWN_MS = 10_000;
const MOST_KNOWN = 10_000;

/** `isOfWay`: a condition on `channels h` for those that the carrier of channel `o` may deliver to. */
export function createInboundChannelOf(services: Services, isOfWay: RawBuilder<unknown>): InboundChannelOf {
  const known = new Map<string, { found: Found; until: number }>();
  return async ({ accountId, channelId }, destination) => {
    // A name has no digits: it is nobody's number.
    const digits = /\p{L}/u.test(destination) ? '' : destination.replace(/\D/g, '');
    if (digits === '') return { channelId, isSure: false };
    const key = `${channelId} ${digits}`;
    const kept = known.get(key);
    if (kept && kept.until > performance.now()) return kept.found;
    const row = await first(
      services.db,
      sql<{ id: number }>`
        select h.id from channels h
        join channels o on o.account_id = ${accountId} and o.id = ${channelId}
        where h.account_id = ${accountId} and h.deleted_at is null
          and regexp_replace(h.number, '\\D', '', 'g') = ${digits} and (h.id = o.id or ${isOfWay})
        order by h.id <> o.id, h.id limit 1`,
    );
    const found = { channelId: row?.id ?? channelId, isSure: row !== undefined };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { found, until: performance.now() + KNOWN_MS });
    return found;
  };
}

/**
 * Channels with a connection of this kind and the same setting: the same gateway, the same account of a
 * carrier.
 */
export function sameCarrier(kind: ConnectionKind, setting: string): RawBuilder<unknown> {
  const settingOf = (of: 'h' | 'o') => sql`array[
    case when ${sql.ref(`${of}.connection_kind`)} = ${kind} then ${sql.ref(`${of}.connection`)} ->> ${setting} end,
    case when ${sql.ref(`${of}.fallback_kind`)} = ${kind} then ${sql.ref(`${of}.fallback_connection`)} ->> ${setting} end]`;
  return sql`array_remove(${settingOf('h')}, null) && array_remove(${settingOf('o')}, null)`;
}
