/** Which campaign answers a text that nothing else understands. */
import { isOpenAt } from '@parley/rules/opening-hours.ts';
import type { Db } from '../platform/db/database.ts';
import { type CatchAll, type CatchAllOfChannel, readAnswered } from './store.ts';

/** A campaign that may answer. */
export type CatchAllCampaign = { campaignId: number; whenClosed: boolean; pauseHours: number };

/** Whether somebody is there at a moment, by the channel's clock or else the account's. */
export function isOpen(
  { week, holidays, zone }: Pick<CatchAll, 'week' | 'holidays' | 'zone'>,
  accountZone: string,
  at: Date,
): boolean {
  return week === null || isOpenAt({ week, holidays, zone: zone ?? accountZone }, at.toISOString());
}

/**
 * What may answer on each channel at a moment, best first: outside the opening hours the campaign for these,
 * else the other one.
 */
export function catchAllCampaigns(
  catchAlls: readonly CatchAllOfChannel[],
  accountZone: string,
  at: Date,
): ReadonlyMap<number, readonly CatchAllCampaign[]> {
  return new Map(
    catchAlls.map((stored) => {
      const { channelId, campaignId, pauseHours, closedCampaignId, closedPauseHours } = stored;
      const found: CatchAllCampaign[] = [];
      if (closedCampaignId !== null && !isOpen(stored, accountZone, at))
        found.push({ campaignId: closedCampaignId, whenClosed: true, pauseHours: closedPauseHours });
      if (campaignId !== null) found.push({ campaignId, whenClosed: false, pauseHours });
      return [channelId, found];
    }),
  );
}

type Person = { channelId: number; contactId: number; campaign: CatchAllCampaign };

/**
 * Whether each of these people is answered: not again too soon, and not while a colleague has the
 * conversation, who is told by nobody else but the opening hours.
 */
export async function whoIsAnswered(
  db: Db,
  accountId: number,
  people: readonly Person[],
  now: Date,
): Promise<boolean[]> {
  if (people.length === 0) return [];
  const before = await readAnswered(
    db,
    accountId,
    people.map(({ channelId, contactId, campaign }) => ({
      channelId,
      contactId,
      whenClosed: campaign.whenClosed,
    })),
  );
  return people.map(({ campaign: { whenClosed, pauseHours } }, n) => {
    const { at = null, isAssigned = false } = before[n] ?? {};
    const tooSoon = pauseHours > 0 && at !== null && now.getTime() < at.getTime() + pauseHours * 3_600_000;
    return !tooSoon && (whenClosed || !isAssigned);
  });
}
