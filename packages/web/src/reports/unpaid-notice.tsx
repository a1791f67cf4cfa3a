import { Box } from '@mantine/core';
import { calls, metricOf, type ReportLayout } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import type { Scope } from './range.ts';
import { wordings } from './wordings.ts';

/** Above a report on campaigns: the replies that credits were missing for. Nothing where there are none. */
export function UnpaidNotice({ layout, scope }: { layout: ReportLayout; scope: Scope }) {
  const ofCampaigns = layout.tiles.filter(
    (tile) => metricOf(tile)?.list?.path === calls.tiles.campaigns.path,
  );
  const [datapoint = 0, ...others] = new Set(ofCampaigns.map(({ datapointId }) => datapointId));
  const isOne = others.length === 0 && datapoint !== 0;
  const { data } = useCall(
    calls.reports.unpaid,
    { ...scope, datapoint: isOne ? datapoint : 0 },
    { enabled: ofCampaigns.length > 0 },
  );
  if (!data?.count) return null;
  return (
    <Box mb="md">
      <Notice tone="warning" title={wordings.unpaidNotice.title(data.count)}>
        {isOne ? wordings.unpaidNotice.ofOne : wordings.unpaidNotice.ofAll}
      </Notice>
    </Box>
  );
}
