import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { THIS_PAGE } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { refresh } from '../data/use-call.ts';

const { details, list, loadName } = calls.campaigns;

/** Screens of a campaign show that somebody has renamed, deleted or restored it meanwhile. */
export function useCampaignNews(): void {
  const client = useQueryClient();
  useLive('campaign', ({ page }) => {
    if (page !== THIS_PAGE) void refresh(client, details, list, loadName, calls.keyword.load);
  });
}
