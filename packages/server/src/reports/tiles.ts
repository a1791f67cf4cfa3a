/** The calls behind tiles. */

import type { calls } from '@parley/contract';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { Context, Download, Handlers } from '../platform/http/handler.ts';
import {
  countsByDay,
  RESPONSES,
  responses,
  responsesAfter,
  SUBSCRIBERS,
  subscribersAfter,
  subscribersOf,
} from './campaign-reports.ts';
import { CLICKERS, clickersAfter, clickersOf, clicksByDay, uniqueClickers } from './click-reports.ts';
import { campaignDatapoints, linkDatapoints, requireCampaign, requireLink } from './datapoints.ts';
import { keepPeople, limited } from './limited.ts';
import { type Period, readPeriod, requireSpan, type Span, upTo } from './period.ts';
import { exportOf, type Table, type TableRow, tableOf } from './table.ts';

type Check = (db: Db, accountId: number, id: number) => Promise<void>;
type Asked = Span & { segment: number };

/** What a tile is asked, checked: its days, what it is about, and whose figures they are. */
async function checked<A extends Asked>({ db, accountId, clock }: Context, check: Check, asked: A) {
  requireSpan(asked);
  await check(db, accountId, asked.datapoint);
  return limited(db, accountId, asked, clock.now());
}

/**
 * A tile: its range and what it is about are checked, as they are now, and then it is read: perhaps from a
 * copy of the database; not what `keeps` finds, because the read makes and keeps something.
 */
const tile =
  <A extends Asked, R>(
    check: Check,
    read: (db: Db, accountId: number, span: A, now: Date) => Promise<R>,
    keeps: (asked: A) => boolean = () => false,
  ) =>
  async (context: Context, asked: A): Promise<{ data: R }> => {
    const { reports, accountId, clock } = context;
    const span = await checked(context, check, asked);
    const work = (db: Db) => read(db, accountId, span, clock.now());
    return { data: await (keeps(asked) ? work(reports.db) : reports.read(work)) };
  };

/** The rows of a file that come behind one. */
type Next = (
  db: Db,
  accountId: number,
  span: Span,
  period: Period,
  last: TableRow | null,
) => Promise<TableRow[]>;

/**
 * A file of everything in a table's range, as it is now: what comes while it is being read would be in some
 * of its rows only. Of a segment, each batch is read for everybody, and then those who are in it are kept.
 */
const file =
  (table: Table, check: Check, next: Next) =>
  async (context: Context, asked: Asked): Promise<Download> => {
    const { db, reports, accountId, clock } = context;
    const span = await checked(context, check, asked);
    const readRows = await reports.readRecent();
    const { people: _, ...all } = span;
    const period = upTo(clock.now(), await readPeriod(db, accountId, span));
    const ofSegment = asked.segment === 0 ? '' : `-segment-${asked.segment}`;
    return {
      fileName: `${table.name}-${span.from}-to-${span.to}${ofSegment}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: exportOf(
        table,
        (last) => readRows((copy) => next(copy, accountId, all, period, last)),
        (batch) => readRows((copy) => keepPeople(copy, accountId, span, batch)),
      ),
    };
  };

export const tileHandlers: Handlers<typeof calls.tiles> = {
  totalClicks: tile(requireLink, async (db, accountId, span) => {
    const days = await clicksByDay(db, accountId, span);
    const series = days.map(({ Clicks }) => Number(Clicks));
    const clicks = series.reduce((sum, day) => sum + day, 0);
    return { value: clicks, label: clicks === 1 ? 'click' : 'clicks', series };
  }),
  uniqueClicks: tile(requireLink, async (db, accountId, span) => {
    const { people, series } = await uniqueClickers(db, accountId, span);
    return { value: people, label: people === 1 ? 'person' : 'people', series };
  }),
  clickers: tile(requireLink, async (db, accountId, form) =>
    tableOf(CLICKERS, await clickersOf(db, accountId, form, form)),
  ),
  clicksOverTime: tile(requireLink, clicksByDay),
  exportClickers: file(CLICKERS, requireLink, clickersAfter),
  async shortLinks({ db, accountId }) {
    return { data: await linkDatapoints(db, accountId) };
  },

  responses: tile(
    requireCampaign,
    async (db, accountId, form, now) => tableOf(RESPONSES, await responses(db, accountId, form, form, now)),
    // The first rows of other orders than that of time (presorted-pages.ts).
    ({ orderBy }) => !['', RESPONSES.usual].includes(orderBy),
  ),
  responsesOverTime: tile(requireCampaign, (db, accountId, span) =>
    countsByDay(db, accountId, span, 'response', 'Responses'),
  ),
  exportResponses: file(RESPONSES, requireCampaign, responsesAfter),
  async campaigns({ db, accountId }) {
    return { data: await campaignDatapoints(db, accountId) };
  },

  subscribers: tile(requireCampaign, async (db, accountId, form) =>
    tableOf(SUBSCRIBERS, await subscribersOf(db, accountId, form, form)),
  ),
  exportSubscribers: file(SUBSCRIBERS, requireCampaign, subscribersAfter),
  optInsOverTime: tile(requireCampaign, (db, accountId, span) =>
    countsByDay(db, accountId, span, 'optin', 'Opt-ins'),
  ),

  async automata({ db, accountId }, span) {
    requireSpan(span);
    const row = await first(
      db,
      sql<{ count: number }>`select count(*) from automata where account_id = ${accountId} and enabled`,
    );
    return { data: { value: row?.count ?? 0, label: 'switched on' } };
  },
};
