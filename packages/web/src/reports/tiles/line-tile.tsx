import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import type { LineData, Metric, ReportTile } from '@parley/contract';
import { useState } from 'react';
import { useToday } from '../../data/use-account.ts';
import { formatNumber, formatShort } from '../../kit/numbers.tsx';
import type { Scope } from '../range.ts';
import { useTile } from '../use-tile.ts';
import { drawnPoints, linePoints, pointText } from './points.ts';
import { SpokenTooltip } from './spoken-tooltip.tsx';
import { NoData, NothingCame, RetryMark, TileLoading } from './tile-states.tsx';
import classes from './tiles.module.css';
import { wordings } from './wordings.ts';

const COLORS = ['var(--parley-accent-text)', 'indigo.5', 'orange.6', 'grape.5'];

const colored = (names: readonly string[]) =>
  names.map((name, index) => ({ name, color: COLORS[index % COLORS.length] ?? 'gray.6' }));

const seriesOf = (rows: LineData) => Object.keys(rows[0] ?? {}).filter((key) => key !== 'sysDate');

/** Room for the upper half of the highest figure, and of a line that reaches it. */
const TOP = { top: 8 };

type LineTileProps = { metric: Metric; tile: ReportTile; scope: Scope };

type HollowDotProps = { last: number; cx?: number; cy?: number; index?: number; stroke?: string };

/** The dot of a point whose time isn’t over. Each area is drawn twice, once without a color for its dots. */
function HollowDot({ last, cx, cy, index, stroke }: HollowDotProps) {
  if (index !== last || stroke === 'none') return null;
  return <circle cx={cx} cy={cy} r={3.5} fill="var(--parley-card)" stroke={stroke} strokeWidth={2} />;
}

/**
 * A value for each day, or of years for each month, with the figures under the pointer; a table says the same
 * to screen readers.
 */
export function LineTile({ metric, tile, scope }: LineTileProps) {
  const { data, isFirstLoad, isFetching, hasFailed, retry } = useTile<LineData>(metric, tile, scope);
  const [said, setSaid] = useState('');
  const today = useToday();
  if (isFirstLoad) return <TileLoading />;
  const mark = <RetryMark of={tile.title} failed={hasFailed} busy={isFetching} onRetry={retry} />;
  if (!data) return <NothingCame mark={mark} />;
  const { points, unit, soFar } = linePoints(data, today);
  if (points.length === 0) return <NoData />;
  const series = seriesOf(data);
  const growing = soFar === '' ? [] : series.map(wordings.points.soFar);
  const text = pointText[unit];
  return (
    <>
      {mark}
      <div className={classes.line}>
        <AreaChart
          h="100%"
          data={drawnPoints(points, soFar)}
          dataKey="sysDate"
          series={[
            ...colored(series),
            ...colored(growing).map((each) => ({ ...each, strokeDasharray: '4 4' })),
          ]}
          areaChartProps={{ margin: TOP, title: wordings.lineTile.arrowKeysGo(tile.title, unit) }}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: 'top', height: 36 }}
          withDots={points.length < 3}
          areaProps={({ name }) =>
            growing.includes(name) ? { dot: <HollowDot last={points.length - 1} /> } : {}
          }
          activeDotProps={{ r: 4 }}
          strokeWidth={2}
          fillOpacity={series.length > 1 ? 0.08 : 0.16}
          curveType="linear"
          gridAxis="x"
          tickLine="none"
          valueFormatter={formatNumber}
          yAxisProps={{ allowDecimals: false, width: 36, tickFormatter: formatShort }}
          xAxisProps={{ tickFormatter: text.short, minTickGap: 28, interval: 'equidistantPreserveStart' }}
          tooltipProps={{
            cursor: { stroke: 'var(--mantine-color-dimmed)', strokeDasharray: '3 3' },
            labelFormatter: (day) => text.whole(String(day)),
            content: ({ label, payload }) => (
              <SpokenTooltip
                label={text.whole(String(label ?? ''))}
                // The dashed line begins at the last whole day, whose figures are told already.
                payload={payload.filter(({ name }) => growing.includes(String(name)) === (label === soFar))}
                onSay={setSaid}
              />
            ),
          }}
        />
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <VisuallyHidden>
        <LineTable title={tile.title} points={points} soFar={soFar} text={text} />
      </VisuallyHidden>
    </>
  );
}

type LineTableProps = {
  title: string;
  points: LineData;
  soFar: string;
  text: (typeof pointText)['day' | 'month'];
};

function LineTable({ title, points, soFar, text }: LineTableProps) {
  const series = seriesOf(points);
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.head}</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((row) => (
          <tr key={row.sysDate}>
            <th scope="row">
              {row.sysDate === soFar
                ? wordings.points.soFar(text.whole(row.sysDate))
                : text.whole(row.sysDate)}
            </th>
            {series.map((name) => (
              <td key={name}>{formatNumber(Number(row[name] ?? 0))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
