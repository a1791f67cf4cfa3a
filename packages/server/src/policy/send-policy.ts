/** What the gate goes by on a channel: quiet hours, disclosure, and which tags say where somebody is. */

import { ZONE_TAGS } from '@parley/rules/contact-time-zone.ts';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import type { HoursRule } from '@parley/rules/quiet-hours.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { type Frequency, frequencyOf } from './frequency-cap.ts';

export type SendPolicy = {
  hours: HoursRule;
  /** Appended to the first message that a person gets from the channel; '': nothing. */
  disclosure: string;
  /** How often the account writes to one person at most; null: as often as it likes. */
  frequency: Frequency | null;
  /** Names by id of the tags that say where somebody is. */
  placeTags: Readonly<Record<string, string>>;
  /** The account's zone, for people whose own is not known. */
  accountZone: string;
};

/** Rules are read again after this: a change of another process holds within a second. */
export const POLICY_KEPT_MS = 1_000;
type Cache = { rules: SendPolicy; until: number };
const cacheOf = inRuntime(() => new Map<string, Cache>());

/** The rules of a channel, at most a second old. */
export async function sendPolicyOf(
  services: Pick<Services, 'db' | 'runtime'>,
  accountId: number,
  channelId: number,
): Promise<SendPolicy> {
  const all = cacheOf(services);
  const key = `${accountId}/${channelId}`;
  const known = all.get(key);
  const now = performance.now();
  if (known && known.until > now) return known.rules;
  const rules = await readRules(services.db, accountId, channelId);
  if (all.size > 10_000) all.clear();
  all.set(key, { rules, until: now + POLICY_KEPT_MS });
  return rules;
}

/** This process reads the rules of every channel anew: they were changed here. */
export function forgetRules(services: Pick<Services, 'runtime'>): void {
  cacheOf.forget(services);
}

export type ChannelHours = {
  usual: boolean;
  from: number | null;
  to: number | null;
  byState: boolean;
  kind: string;
};

/**
 * The usual hours hold on every channel but a simulator, so that a first try at night answers at once
 * (domain.md, "Blasts").
 */
export function hoursRule({ usual, from, to, byState, kind }: ChannelHours): HoursRule {
  if (usual) return { hours: kind === 'simulator' ? null : [QUIET_HOURS.from, QUIET_HOURS.to], byState };
  return { hours: from === null || to === null ? null : [from, to], byState };
}

/** @throws when there is no such channel. */
export async function readRules(db: Db, accountId: number, channelId: number): Promise<SendPolicy> {
  const tagKeys = Object.values(ZONE_TAGS).flat();
  const row = await first(
    db,
    sql<
      ChannelHours & {
        disclosure: string;
        sends: number | null;
        days: number | null;
        accountZone: string;
        placeTags: Record<string, string>;
      }
    >`
      select h.usual_quiet_hours as usual, h.quiet_from as from, h.quiet_to as to, h.state_quiet_hours as "byState",
        h.connection_kind as kind, h.disclosure, a.time_zone as "accountZone",
        a.frequency_cap as sends, a.frequency_cap_days as days, coalesce((
          select jsonb_object_agg(t.id, t.name) from tags t
          where t.account_id = ${accountId} and t.name_key = any(${tagKeys}::text[])
        ), '{}') as "placeTags"
      from channels h join accounts a on a.id = ${accountId}
      where h.account_id = ${accountId} and h.id = ${channelId}`,
  );
  if (!row) throw new Error(`There is no channel ${channelId}.`);
  const { disclosure, sends, days, accountZone, placeTags } = row;
  return {
    hours: hoursRule(row),
    disclosure,
    frequency: frequencyOf(sends, days),
    accountZone,
    placeTags,
  };
}
