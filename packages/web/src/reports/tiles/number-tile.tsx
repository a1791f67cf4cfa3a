import { Text } from '@mantine/core';
import type { Metric, NumberData, ReportTile } from '@parley/contract';
import { lazy, Suspense } from 'react';
import { CountUp } from '../../kit/numbers.tsx';
import type { Range } from '../range.ts';
import { useTile } from '../use-tile.ts';
import { NoData, TileLoading } from './tile-states.tsx';
import classes from './tiles.module.css';

const Sparkline = lazy(() => import('@mantine/charts').then((module) => ({ default: module.Sparkline })));

type NumberTileProps = { metric: Metric; tile: ReportTile; range: Range };

/** One figure with its unit, and the days behind it when they are known. */
export function NumberTile({ metric, tile, range }: NumberTileProps) {
  const { data, isFirstLoad } = useTile<NumberData>(metric, tile, range);
  if (isFirstLoad) return <TileLoading />;
  if (!data) return <NoData />;
  return (
    <div className={classes.number}>
      <div>
        <p className={classes.value}>
          <CountUp value={data.VALUE} />
        </p>
        <Text c="dimmed">{data.LABEL}</Text>
      </div>
      {data.SERIES && data.SERIES.length > 1 && (
        <Suspense fallback={null}>
          <Sparkline
            data={data.SERIES}
            h={48}
            color="teal.6"
            fillOpacity={0.15}
            strokeWidth={2}
            curveType="monotone"
            aria-hidden
          />
        </Suspense>
      )}
    </div>
  );
}
