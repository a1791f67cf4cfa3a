import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { findCampaign, listCampaigns } from '../campaigns/index.ts';
import { NotFound } from '../platform/errors.ts';
import type { ApiHandlers } from './context.ts';
import { behindOf, pageFromStart } from './cursor.ts';

type CampaignIds = Extract<keyof Operations, 'listCampaigns' | 'getCampaign'>;

const showCampaign = ({ id, name, deleted }: { id: number; name: string; deleted: boolean }) => ({
  id: writeId('campaign', id),
  name,
  deleted,
});

export const campaignHandlers: ApiHandlers<CampaignIds> = {
  async listCampaigns({ db, accountId, clock }, { query }) {
    const start = behindOf(query);
    const page = { search: '', start, length: query.limit + 1, show: 'active', runsOf: undefined } as const;
    return pageFromStart(await listCampaigns(db, accountId, page, clock.now()), query, showCampaign);
  },

  async getCampaign({ db, accountId }, { ids }) {
    const found = await findCampaign(db, accountId, ids.campaign);
    if (!found) throw new NotFound();
    return showCampaign(found);
  },
};
