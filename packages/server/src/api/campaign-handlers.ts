import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { findCampaign, keywordsByCampaign, listCampaigns } from '../campaigns/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { ApiHandlers } from './context.ts';
import { behindOf, pageFromStart } from './cursor.ts';

type CampaignIds = Extract<keyof Operations, 'listCampaigns' | 'getCampaign'>;

type Named = { id: number; name: string; deleted: boolean };

/** How campaigns are shown, with the keywords that these have now. */
async function showing(db: Db, accountId: number, campaigns: readonly Named[]) {
  const found = await keywordsByCampaign(
    db,
    accountId,
    campaigns.map(({ id }) => id),
  );
  return ({ id, name, deleted }: Named) => {
    const { keywords = [], byFirstWord = false } = found.get(id) ?? {};
    return {
      id: writeId('campaign', id),
      name,
      deleted,
      keywords: keywords.map(({ channelId, keyword }) => ({
        channel: writeId('channel', channelId),
        keyword,
      })),
      by_first_word: byFirstWord,
    };
  };
}

export const campaignHandlers: ApiHandlers<CampaignIds> = {
  async listCampaigns({ db, accountId, clock }, { query }) {
    const start = behindOf(query);
    const page = { search: '', start, length: query.limit + 1, show: 'active', runsOf: undefined } as const;
    const found = await listCampaigns(db, accountId, page, clock.now());
    return pageFromStart(found, query, await showing(db, accountId, found));
  },

  async getCampaign({ db, accountId }, { ids }) {
    const found = await findCampaign(db, accountId, ids.campaign);
    if (!found) throw new NotFound();
    return (await showing(db, accountId, [found]))(found);
  },
};
