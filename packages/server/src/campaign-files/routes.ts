import { calls } from '@parley/contract';
import { requireSender, routesOf } from '../platform/http/handler.ts';
import { exportCampaign } from './export-campaign.ts';
import { importCampaigns } from './import-campaigns.ts';
import { planImport, printOf } from './import-plan.ts';
import { readUploadedCampaigns } from './read-campaigns.ts';

export const routes = routesOf(calls.campaignFiles, {
  async exportOne(context, { campaign }) {
    const file = await exportCampaign(context, campaign);
    return {
      fileName: `${fileNameOf(file.campaign.name)}.campaign.json`,
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify(file, null, 2)}\n`,
    };
  },

  async preview({ db, accountId, file }, { channel }) {
    const { source, drafts } = await readUploadedCampaigns(file);
    const { plans } = await planImport(db, accountId, drafts, channel);
    return {
      source,
      print: printOf(plans),
      campaigns: plans.map(({ draft, ...plan }) => ({
        ...plan,
        name: draft.name,
        steps: draft.steps.length,
        pictures: draft.steps.filter((step) => step.type === 'mms' && step.media !== '').length,
        leftOut: draft.leftOut,
        unmapped: draft.notes,
      })),
    };
  },

  async run(context, { channel, chosen, withKeywords, print }) {
    if (withKeywords) requireSender(context.caller);
    const { source, drafts } = await readUploadedCampaigns(context.file);
    const wanted = { drafts, source, channel, chosen, withKeywords, print };
    return { campaigns: await importCampaigns(context, wanted) };
  },
});

/** Letters and digits of a campaign’s name, as a name of a file. */
const fileNameOf = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'campaign';
