import { createHash, timingSafeEqual } from 'node:crypto';
import type { calls } from '@parley/contract';
import { isBlank } from '@parley/rules/blank.ts';
import { recordAuditEvent } from '../audit/index.ts';
import type { Db } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { throttle } from '../platform/throttle.ts';
import { findSegment, planOf, segmentMeaning } from '../segments/index.ts';
import { countUnpaid } from './campaign-reports.ts';
import { requireCampaign, requireLink } from './datapoints.ts';
import { limited } from './limited.ts';
import { requireSpan } from './period.ts';
import {
  deleteReport,
  findReport,
  insertReport,
  listReports,
  type NewReport,
  updateReport,
} from './store.ts';
import { layoutOf, TEMPLATE_REPORTS } from './templates.ts';

export const reportHandlers: Handlers<typeof calls.reports> = {
  async recency({ reports }) {
    return { asOf: (await reports.asOf())?.toISOString() ?? '' };
  },

  async template({ db, accountId }, { report: id, datapoint }) {
    const report = TEMPLATE_REPORTS.find((each) => each.id === id);
    if (!report) throw new NotFound();
    await (report.of === 'campaign' ? requireCampaign : requireLink)(db, accountId, datapoint);
    const { title, description } = report;
    return { data: JSON.stringify({ id, title, description, layout: layoutOf(report, datapoint) }) };
  },

  async load({ db, accountId }, { report: id }) {
    const report = await findReport(db, accountId, id);
    if (!report) throw new NotFound();
    const { content, version, segment, meaning: _, ...head } = report;
    const limits = segment === null ? {} : { segment };
    return { data: JSON.stringify({ ...content, ...limits, ...head }), version };
  },

  async saveNew({ db, accountId, clock }, { report }) {
    const given = await toStore(db, accountId, report);
    return { id: await insertReport(db, accountId, given, clock.now()) };
  },

  async save(context, { id, report, version: known }) {
    const { db, accountId } = context;
    const version = await updateReport(db, accountId, id, await toStore(db, accountId, report), known);
    if (version !== undefined) {
      tellThing(context, 'report', id);
      return { id, version };
    }
    if (!(await findReport(db, accountId, id))) throw new NotFound();
    throw new Refusal(
      'Someone else saved this report after you opened it. Nothing was overwritten, and your changes are kept here.',
      'VERSION',
    );
  },

  async unpaid({ db, reports, accountId, clock }, asked) {
    requireSpan(asked);
    await requireCampaign(db, accountId, asked.datapoint);
    const span = await limited(db, accountId, asked, clock.now());
    return { count: await reports.read((copy) => countUnpaid(copy, accountId, span)) };
  },

  async segment({ db, accountId, clock }, { segment: id, report: reportId }) {
    const segment = await findSegment(db, accountId, id);
    const report = reportId === 0 ? undefined : await findReport(db, accountId, reportId);
    if (!segment || (reportId > 0 && !report)) throw new NotFound();
    const problem = await planOf(db, accountId, id, clock.now()).then(() => '', wordsOf);
    const changed = report?.segment === id && report.meaning !== (await segmentMeaning(db, accountId, id));
    return { name: segment.name, problem, changed, updatedAt: segment.updatedAt };
  },

  async debug({ db, clock, config, caller }, { secret }) {
    await throttle(db, clock.now(), { key: `builder:${caller.userId}`, limit: 20, windowSeconds: 3600 });
    return { isRight: config.reportSecret !== null && isSame(config.reportSecret, secret) };
  },

  async remove(context, { report: id }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'report', id }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'report', id: id });
      if (!(await deleteReport(trx, accountId, id))) throw new NotFound();
    });
    tellThing(context, 'report', id);
    return {};
  },

  async list({ db, accountId }) {
    return { reports: await listReports(db, accountId) };
  },
};

/** In the same time whatever is given. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

/** The words of a refusal. */
function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

type GivenReport = {
  title: string;
  description: string;
  segment?: number | undefined;
  [field: string]: unknown;
};

/** @throws Refusal for one without a name, or on the people of a segment that is not there. */
async function toStore(db: Db, accountId: number, report: GivenReport): Promise<NewReport> {
  const { title, description, segment = 0, id: _, createDate: __, ...content } = report;
  if (isBlank(title)) throw new Refusal('Give the report a name.', 'inpReportString');
  const meaning = segment === 0 ? null : await segmentMeaning(db, accountId, segment);
  if (meaning === undefined)
    throw new Refusal(
      'The segment that this report is limited to was deleted. Choose another one or everyone, and save again.',
      'inpReportString',
    );
  const limits = { segment: segment || null, meaning };
  return { title: title.trim(), description: description.trim(), content, ...limits };
}
