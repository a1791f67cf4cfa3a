import type { calls, ReplyOf } from '@parley/contract';

export type CampaignPage = ReplyOf<typeof calls.campaigns.list>;
/** One row of the campaign list. */
export type Campaign = CampaignPage['campaigns'][number];
