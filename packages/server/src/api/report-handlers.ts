import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { campaignFigures } from '../reports/index.ts';
import type { ApiHandlers } from './context.ts';

export const figureHandlers: ApiHandlers<Extract<keyof Operations, 'getCampaignReport'>> = {
  async getCampaignReport({ db, accountId }, { ids, query: { from, to } }) {
    const found = await campaignFigures(db, accountId, { from, to, datapoint: ids.campaign });
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
