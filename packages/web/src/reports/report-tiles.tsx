/** The tiles of a report under what is to be known of them; none for a segment that finds nobody. */
import type { ReportLayout } from '@parley/contract';
import { SegmentFilter } from '../segments/index.ts';
import { DateRange } from './date-range.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { LimitsNotice, NoFigures } from './limits-notice.tsx';
import { RecencyNotice } from './recency-notice.tsx';
import { ReportGrid } from './report-grid.tsx';
import { UnpaidNotice } from './unpaid-notice.tsx';
import type { Limits } from './use-limits.ts';

type ReportTilesProps = {
  layout: ReportLayout;
  limits: Limits;
  /** Edit Mode: takes every change. */
  onChange?: (layout: ReportLayout) => void;
};

/** What the tiles obey: a segment, and days. */
export function ReportFilters({ limits }: { limits: Limits }) {
  return (
    <>
      <SegmentFilter value={limits.segment} onChange={limits.setSegment} />
      <DateRange />
    </>
  );
}

export function ReportTiles({ limits, ...grid }: ReportTilesProps) {
  if (limits.problem !== '') return <NoFigures limits={limits} />;
  return (
    <>
      <LimitsNotice limits={limits} />
      <RecencyNotice />
      <KeptNotice scope={limits.scope} />
      <UnpaidNotice layout={grid.layout} scope={limits.scope} />
      <ReportGrid {...grid} scope={limits.scope} />
    </>
  );
}
