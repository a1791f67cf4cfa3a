/** The calls behind tiles. */

import type { Readable } from 'node:stream';
import type { calls } from '@parley/contract';
import { clickersByDay, countClickers } from '../links/index.ts';
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
import { CLICKERS, clickersAfter, clickersOf, clicksByDay } from './click-reports.ts';
import { campaignDatapoints, linkDatapoints, requireCampaign, requireLink } from './datapoints.ts';
import { type Period, readPeriod, requireSpan, type Span, upTo } from './period.ts';
import { exportOf, tableOf } from './table.ts';

type Check = (db: Db, accountId: number, id: number) => Promise<void>;

/** A tile: its range and what it is about are checked, then it is read. */
const tile =
  <S extends Span, R>(check: Check, read: (db: Db, accountId: number, span: S, now: Date) => Promise<R>) =>
  async ({ db, accountId, clock }: Context, span: S): Promise<{ data: R }> => {
    requireSpan(span);
    await check(db, accountId, span.datapoint);
    return { data: await read(db, accountId, span, clock.now()) };
  };

/**
 * A file of everything in a table's range, as it is now: what comes while it is being read would be in some
 * of its rows only.
 */
const file =
  (name: string, check: Check, read: (db: Db, accountId: number, span: Span, period: Period) => Readable) =>
  async ({ db, accountId, clock }: Context, span: Span): Promise<Download> => {
    requireSpan(span);
    await check(db, accountId, span.datapoint);
    const period = upTo(clock.now(), await readPeriod(db, accountId, span));
    return {
      fileName: `${name}-${span.from}-to-${span.to}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: read(db, accountId, span, period),
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
    const [people, series] = await Promise.all([
      countClickers(db, accountId, span),
      clickersByDay(db, accountId, span),
    ]);
    return { value: people, label: people === 1 ? 'person' : 'people', series };
  }),
  clickers: tile(requireLink, async (db, accountId, form) =>
    tableOf(CLICKERS, await clickersOf(db, accountId, form, form)),
  ),
  clicksOverTime: tile(requireLink, clicksByDay),
  exportClickers: file('clickers', requireLink, (db, accountId, span, period) =>
    exportOf(CLICKERS, (last) => clickersAfter(db, accountId, span, period, last)),
  ),
  async shortLinks({ db, accountId }) {
    return { data: await linkDatapoints(db, accountId) };
  },

  responses: tile(requireCampaign, async (db, accountId, form, now) =>
    tableOf(RESPONSES, await responses(db, accountId, form, form, now)),
  ),
  responsesOverTime: tile(requireCampaign, (db, accountId, span) =>
    countsByDay(db, accountId, span, 'response', 'Responses'),
  ),
  exportResponses: file('responses', requireCampaign, (db, accountId, span, period) =>
    exportOf(RESPONSES, (last) => responsesAfter(db, accountId, span, period, last)),
  ),
  async campaigns({ db, accountId }) {
    return { data: await campaignDatapoints(db, accountId) };
  },

  subscribers: tile(requireCampaign, async (db, accountId, form) =>
    tableOf(SUBSCRIBERS, await subscribersOf(db, accountId, form, form)),
  ),
  exportSubscribers: file('subscribers', requireCampaign, (db, accountId, span, period) =>
    exportOf(SUBSCRIBERS, (last) => subscribersAfter(db, accountId, span, period, last)),
  ),
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
