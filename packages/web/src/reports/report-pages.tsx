/** The three screens of a report: being built, saved, and shipped with the product. */

import { calls, metricOf, NO_TILES, type ReportLayout } from '@parley/contract';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { CampaignPages } from '../kit/campaign-pages.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { NameLine, Page } from '../kit/page.tsx';
import { LoadingCards } from '../kit/states.tsx';
import { DateRange } from './date-range.tsx';
import classes from './report.module.css';
import { LIST, ReportEditor } from './report-editor.tsx';
import { readReport } from './report-layout.ts';
import { ReportFilters, ReportTiles } from './report-tiles.tsx';
import { useDatapoints } from './use-datapoints.ts';
import { useLimits } from './use-limits.ts';
import { wordings } from './wordings.ts';

/** The shipped report whose datapoint is a campaign. */
const CAMPAIGN_REPORT = 1;
const EVERYONE = { id: 0, segment: 0 };
const NEW_REPORT = { id: 0, version: 0, title: '', description: '', segment: 0, layout: NO_TILES };

/** /report-builder/{secret?} */
export function BuilderPage() {
  const { secret = '' } = useParams();
  // The server knows the one right secret; a builder without any in its address does not ask.
  const { data } = useCall(calls.reports.debug, { secret }, { enabled: secret !== '' });
  return <ReportEditor saved={NEW_REPORT} debug={data?.isRight ?? false} />;
}

/** /report/custom/{reportId} */
export function CustomPage() {
  const id = Number(useParams().reportId);
  const { data, error, refetch } = useCall(calls.reports.load, { report: id });
  const saved = useMemo(() => data && { id, version: data.version, ...readReport(data.data) }, [id, data]);
  if (saved) return <ReportEditor key={id} saved={saved} error={error} />;
  return <NotThere error={error} onRetry={() => void refetch()} />;
}

/**
 * /report/template/{reportId}/{defaultDatapointId}: not editable, every tile about the datapoint of the
 * address.
 */
export function TemplatePage() {
  const { reportId, defaultDatapointId } = useParams();
  const datapoint = Number(defaultDatapointId);
  const { data, error, refetch } = useCall(calls.reports.template, {
    report: Number(reportId),
    datapoint,
  });
  const report = useMemo(() => data && readReport(data.data), [data]);
  const limits = useLimits(EVERYONE);
  const subject = useSubject(report?.layout, datapoint);
  const pages = Number(reportId) === CAMPAIGN_REPORT && datapoint > 0 && subject !== '' && (
    <CampaignPages campaign={datapoint} at="results" />
  );
  if (!report) return <NotThere error={error} onRetry={() => void refetch()} pages={pages} />;
  return (
    <Page
      title={report.title}
      of={subject ?? ''}
      crumbs={LIST}
      about={subject ? `${isolatedName(subject)} · ${report.description}` : report.description}
      tools={<ReportFilters limits={limits} />}
    >
      {pages}
      <ReportTiles layout={about(report.layout, datapoint)} limits={limits} />
    </Page>
  );
}

/**
 * What the datapoint is called, by the list that the tiles choose from; '': there is none, undefined: not
 * known yet.
 */
function useSubject(layout: ReportLayout | undefined, datapoint: number): string | undefined {
  const metric = layout?.tiles.map(metricOf).find((each) => each?.list);
  const { datapoints, isLoading } = useDatapoints(metric ?? null);
  if (!layout || isLoading) return undefined;
  return datapoints.find(({ id }) => id === datapoint)?.name ?? '';
}

const about = (layout: ReportLayout, datapointId: number): ReportLayout => ({
  ...layout,
  tiles: layout.tiles.map((tile) => ({ ...tile, datapointId })),
});

type NotThereProps = { error: unknown; onRetry: () => void; pages?: ReactNode };

function NotThere({ error, onRetry, pages }: NotThereProps) {
  return (
    <Page
      title={wordings.shared.report}
      crumbs={LIST}
      about={!error && <NameLine name={undefined} />}
      tools={!error && <DateRange />}
    >
      {!error && pages}
      {error ? (
        <LoadFailed
          what={wordings.reportPages.reportInSentence}
          error={error}
          onRetry={onRetry}
          back={{ label: wordings.reportPages.allReports, to: '/report' }}
        />
      ) : (
        <LoadingCards cards={4} height={260} shape="title" className={classes.loading ?? ''} />
      )}
    </Page>
  );
}
