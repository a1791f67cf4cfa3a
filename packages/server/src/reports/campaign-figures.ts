/** The figures of one campaign over some days, as the tiles of its report show them. */
import type { Db } from '../platform/db/database.ts';
import { countOptInsThatStand, countsByDay, countUnpaid } from './campaign-reports.ts';
import { requireCampaign } from './datapoints.ts';
import { limited } from './limited.ts';
import { requireSpan, type Span } from './period.ts';

export type CampaignFigures = {
  responses: number;
  optIns: number;
  /** Members who came in through these opt-ins. */
  subscribers: number;
  /** Messages that the balance had no room for. */
  unpaid: number;
  days: { day: string; responses: number; optIns: number }[];
};

/** @throws NotFound for a foreign or unknown campaign or segment, Malformed for days that are none. */
export async function campaignFigures(
  db: Db,
  accountId: number,
  asked: Span & { segment: number },
  now: Date,
): Promise<CampaignFigures> {
  requireSpan(asked);
  await requireCampaign(db, accountId, asked.datapoint);
  const span = await limited(db, accountId, asked, now);
  const responses = await countsByDay(db, accountId, span, 'response', 'count');
  const optIns = await countsByDay(db, accountId, span, 'optin', 'count');
  const sum = (days: typeof responses) => days.reduce((all, { count }) => all + Number(count), 0);
  return {
    responses: sum(responses),
    optIns: sum(optIns),
    subscribers: await countOptInsThatStand(db, accountId, span),
    unpaid: await countUnpaid(db, accountId, span),
    days: responses.map(({ sysDate, count }, n) => ({
      day: sysDate,
      responses: Number(count),
      optIns: Number(optIns[n]?.count ?? 0),
    })),
  };
}
