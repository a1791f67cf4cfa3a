import { Text } from '@mantine/core';
import type { Metric, NumberData, ReportTile } from '@parley/contract';
import { lazy, Suspense } from 'react';
import { useToday } from '../../data/use-account.ts';
import { CountUp } from '../../kit/numbers.tsx';
import type { Scope } from '../range.ts';
import { useTile } from '../use-tile.ts';
import { sparkPoints } from './points.ts';
import { NothingCame, RetryMark, TileLoading } from './tile-states.tsx';
import classes from './tiles.module.css';

const Sparkline = lazy(() => import('@mantine/charts').then((module) => ({ default: module.Sparkline })));

type NumberTileProps = { metric: Metric; tile: ReportTile; scope: Scope };

/** One figure with its unit, and the days behind it when they are known. */
export function NumberTile({ metric, tile, scope }: NumberTileProps) {
  const { data, isFirstLoad, isFetching, hasFailed, retry } = useTile<NumberData>(metric, tile, scope);
  const today = useToday();
  if (isFirstLoad) return <TileLoading />;
  const mark = <RetryMark of={tile.title} failed={hasFailed} busy={isFetching} onRetry={retry} />;
  if (!data) return <NothingCame mark={mark} />;
  // The figures of a day that isn't over would look like a fall.
  const days = data.series?.slice(0, scope.to === today ? -1 : undefined) ?? [];
  return (
    <div className={classes.number}>
      {mark}
      <div>
        <p className={classes.value}>
          <CountUp value={data.value} />
        </p>
        <Text c="dimmed">{data.label}</Text>
      </div>
      {days.length > 1 && (
        <div className={classes.spark} inert>
          <Suspense fallback={null}>
            <Sparkline
              data={sparkPoints(days)}
              h="100%"
              color="var(--parley-accent-text)"
              fillOpacity={0.15}
              strokeWidth={2}
              curveType="linear"
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
