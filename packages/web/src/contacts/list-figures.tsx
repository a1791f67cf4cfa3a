import { Skeleton } from '@mantine/core';
import type { calls, ReplyOf } from '@parley/contract';
import { CountUp, formatPercent } from '../kit/numbers.tsx';
import classes from './list-figures.module.css';
import { wordings } from './wordings.ts';

type ListInfo = ReplyOf<typeof calls.lists.info>['info'];

/** The three cards above a list's members. */
export function ListFigures({ info }: { info: ListInfo | undefined }) {
  const count = info?.count ?? 0;
  const optOuts = info?.optOuts ?? 0;
  const figures = [
    { label: wordings.listFigures.listCount, value: count, share: '' },
    {
      label: wordings.listFigures.optIn,
      value: count - optOuts,
      share: formatPercent(count - optOuts, count),
    },
    { label: wordings.listFigures.optOut, value: optOuts, share: formatPercent(optOuts, count) },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, share }) => (
        <div key={label} className={`card ${classes.figure}`}>
          <dt>{label}</dt>
          <dd>
            {info ? <CountUp value={value} /> : <Skeleton height={28} width={72} />}
            {info && count > 0 && share && <span className={`tabular ${classes.share}`}>{share}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
