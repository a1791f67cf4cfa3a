/** Campaigns as files: out as one JSON file each. In they come by REST v1. */
import { call, wire } from './kernel/call.ts';
import { id } from './kernel/codec.ts';

export const campaignFiles = {
  exportOne: call(
    'campaign/exportFile',
    { campaign: wire('inpBatchId', id) },
    {},
    {
      method: 'GET',
      shape: 'file',
      about:
        'A campaign as one JSON file: its steps, and by name the tags, lists, campaigns and keywords that these need. Secrets of API calls are left out and named. docs/campaign-files.md describes it.',
    },
  ),
};
