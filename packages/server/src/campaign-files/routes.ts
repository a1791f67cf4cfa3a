import { calls } from '@parley/contract';
import { routesOf } from '../platform/http/handler.ts';
import { exportCampaign } from './export-campaign.ts';

export const routes = routesOf(calls.campaignFiles, {
  async exportOne(context, { campaign }) {
    const file = await exportCampaign(context, campaign);
    return {
      fileName: `${fileNameOf(file.campaign.name)}.campaign.json`,
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify(file, null, 2)}\n`,
    };
  },
});

/** Letters and digits of a campaign’s name, as a name of a file. */
const fileNameOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'campaign';
