import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { campaignFigures } from '../reports/index.ts';
import type { ApiHandlers } from './context.ts';

export const figureHandlers: ApiHandlers<Extract<keyof Operations, 'getCampaignReport'>> = {
  async getCampaignReport({ reports, accountId, clock }, { ids, query: { from, to, segment = 0 } }) {
    const asked = { from, to, datapoint: ids.campaign, segment };
    // Machines often read what they have just written: not from a copy of the database.
    const found = await campaignFigures(reports.db, accountId, asked, clock.now());
    return {
      campaign: writeId('campaign', ids.campaign),
      from,
      to,
      responses: found.responses,
      opt_ins: found.optIns,
      subscribers: found.subscribers,
      unpaid_messages: found.unpaid,
      days: found.days.map(({ day, responses, optIns }) => ({ day, responses, opt_ins: optIns })),
    };
  },
};
