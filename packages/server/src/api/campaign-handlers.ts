import { type AnswerOf, type Operations, writeId } from '@parley/contract/api/index.ts';
import {
  type CampaignPlan,
  exportCampaign,
  importCampaigns,
  planImport,
  readCampaigns,
} from '../campaign-files/index.ts';
import { findCampaign, keywordsByCampaign, listCampaigns } from '../campaigns/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { ApiHandlers } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';

type CampaignIds = Extract<
  keyof Operations,
  'listCampaigns' | 'getCampaign' | 'exportCampaign' | 'previewCampaignFile' | 'importCampaignFile'
>;

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
    const which = { search: '', show: 'active', runsOf: undefined, behind: behindOf(query) } as const;
    const page = { ...which, start: 0, length: query.limit + 1 };
    const found = await listCampaigns(db, accountId, page, clock.now());
    return pageFrom(found, query, await showing(db, accountId, found));
  },

  async getCampaign({ db, accountId }, { ids }) {
    const found = await findCampaign(db, accountId, ids.campaign);
    if (!found) throw new NotFound();
    return (await showing(db, accountId, [found]))(found);
  },

  async exportCampaign(context, { ids }) {
    // As it is written: its steps are those of the schema, in its words.
    return (await exportCampaign(context, ids.campaign)) as AnswerOf<Operations['exportCampaign']>;
  },

  async previewCampaignFile({ db, accountId }, { body }) {
    const { source, drafts } = await readCampaigns(body.file);
    const { plans } = await planImport(db, accountId, drafts, body.channel);
    return { source, data: plans.map(shownPlan) };
  },

  async importCampaignFile(context, { body }) {
    const { source, drafts } = await readCampaigns(body.file);
    const wanted = {
      drafts,
      source,
      channel: body.channel ?? 0,
      print: '',
      chosen: body.places,
      withKeywords: body.keywords,
    };
    const made = await importCampaigns(context, wanted);
    return { data: made.map(({ id, name }) => ({ id: writeId('campaign', id), name })) };
  },
};

const shownPlan = ({ place, draft, problem, tags, lists, switches, keywords }: CampaignPlan) => ({
  place,
  name: draft.name,
  steps: draft.steps.length,
  problem,
  tags: tags.map(({ name, isNew }) => ({ name, new: isNew })),
  lists: lists.map(({ name, isNew }) => ({ name, new: isNew })),
  campaigns: switches,
  keywords: keywords.map(({ keyword, channel, problem: why }) => ({ keyword, channel, problem: why })),
  left_out: draft.leftOut,
  unmapped: draft.notes,
});
