import { ActionIcon, Progress, Text, UnstyledButton } from '@mantine/core';
import type { Metric, ReportTile, TableData } from '@parley/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
} from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { addressOf } from '../../data/ask.ts';
import { useZone } from '../../data/use-account.ts';
import { formatDate, withoutThisYear } from '../../kit/date-text.tsx';
import { DownloadLink } from '../../kit/download.tsx';
import { formatNumber } from '../../kit/numbers.tsx';
import { phoneText } from '../../kit/phone-text.ts';
import type { Scope } from '../range.ts';
import { rowsAt } from '../report-layout.ts';
import { askedOf, useTile } from '../use-tile.ts';
import { NoData, NothingCame, RetryMark, TileLoading } from './tile-states.tsx';
import classes from './tiles.module.css';
import { wordings } from './wordings.ts';

type TableTileProps = {
  metric: Metric;
  tile: ReportTile;
  scope: Scope;
  /** In grid units; it says how many rows a page has. */
  height: number;
};

type Sort = { order: 'asc' | 'desc'; orderBy: string };

const TOO_LONG = wordings.tableTile.tooManyRowsToSort;

/** Rows in pages, put in order by their headers, and all of them as a file. */
export function TableTile({ metric, tile, scope, height }: TableTileProps) {
  const limit = rowsAt(height);
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<Sort>({ order: 'desc', orderBy: '' });
  const { data, isFirstLoad, isFetching, hasFailed, retry } = useTile<TableData>(metric, tile, scope, {
    limit,
    page,
    ...sort,
  });
  if (isFirstLoad) return <TileLoading />;
  const mark = <RetryMark of={tile.title} failed={hasFailed} busy={isFetching} onRetry={retry} />;
  if (!data) return <NothingCame mark={mark} />;
  if (data.count === 0 && page === 0) return <NoData />;
  const { count, reach = count } = data;
  const pages = Math.max(1, Math.ceil(reach / limit));
  if (page >= pages) setPage(pages - 1);
  const sortBy = (orderBy: string) => {
    setPage(0);
    setSort({ orderBy, order: sort.orderBy === orderBy && sort.order === 'asc' ? 'desc' : 'asc' });
  };
  return (
    <div className={classes.tableTile}>
      {mark}
      <section className={classes.scroll} aria-label={`${tile.title}: table`} aria-busy={isFetching}>
        <table className={classes.table} style={{ '--rows': limit } as CSSProperties}>
          <thead>
            <tr>
              {data.headers.map(({ id, label, numeric, sortable }) =>
                sortable === false ? (
                  <th key={id} data-numeric={numeric || undefined} title={TOO_LONG}>
                    {label} <span className={classes.hidden}>({TOO_LONG})</span>
                  </th>
                ) : (
                  <th key={id} data-numeric={numeric || undefined} aria-sort={ariaSort(sort, id)}>
                    <UnstyledButton onClick={() => sortBy(id)} className={classes.sort}>
                      {label}
                      {sort.orderBy === id &&
                        (sort.order === 'asc' ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />)}
                    </UnstyledButton>
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.sorting !== undefined && (
              <tr>
                <td colSpan={data.headers.length}>
                  <Text span role="status" c="dimmed" size="sm">
                    {wordings.tableTile.puttingRowsInOrder(count)}
                  </Text>
                  <Progress
                    value={data.sorting || 100}
                    animated={data.sorting === 0}
                    mt={4}
                    aria-label={wordings.tableTile.putInOrderSoFar(tile.title)}
                  />
                </td>
              </tr>
            )}
            {data.records.map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and are drawn anew with each page
              <tr key={index}>
                {data.headers.map(({ id, numeric }) => (
                  <td key={id} data-numeric={numeric || undefined}>
                    <span className={`clamp-2 ${classes.cell}`}>
                      <Cell value={record[id] ?? ''} />
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer className={classes.foot}>
        {metric.exportAs && (
          <DownloadLink
            href={addressOf(metric.exportAs, askedOf(tile, scope))}
            className={classes.export ?? ''}
          >
            <IconDownload size={16} aria-hidden />
            {wordings.tableTile.export}
            <span className={classes.hidden}>{wordings.tableTile.asCsv(tile.title)}</span>
          </DownloadLink>
        )}
        <Pager
          page={page}
          pages={pages}
          limit={limit}
          count={count}
          reach={reach}
          title={tile.title}
          onPage={setPage}
        />
      </footer>
    </div>
  );
}

const ariaSort = (sort: Sort, id: string) =>
  sort.orderBy !== id ? undefined : sort.order === 'asc' ? 'ascending' : 'descending';

const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
const E164 = /^\+\d{6,15}$/;

/** Dates and phone numbers as everywhere in the product. */
function Cell({ value }: { value: string | number }) {
  const zone = useZone();
  if (typeof value === 'number') return formatNumber(value);
  if (MOMENT.test(value)) {
    return (
      <>
        <span className={classes.whole}>{withoutThisYear(formatDate(value, zone, 'date'))}</span>
        <br />
        <Text span c="dimmed" className={classes.whole}>
          {formatDate(value, zone, 'time')}
        </Text>
      </>
    );
  }
  if (E164.test(value)) return <span className={classes.phone}>{phoneText(value)}</span>;
  return value === '' ? '–' : value;
}

type PagerProps = {
  page: number;
  pages: number;
  limit: number;
  count: number;
  /** Rows that can be paged to. */
  reach: number;
  title: string;
  onPage: (page: number) => void;
};

function Pager({ page, pages, limit, count, reach, title, onPage }: PagerProps) {
  return (
    <div className={classes.pager}>
      <span className="tabular">
        {(page === pages - 1 && reach < count ? wordings.tableTile.rowsOfMore : wordings.tableTile.rowsOf)(
          page * limit + 1,
          Math.min(reach, (page + 1) * limit),
          count,
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
        aria-label={wordings.tableTile.previousPage(title)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
        aria-label={wordings.tableTile.nextPage(title)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  );
}
