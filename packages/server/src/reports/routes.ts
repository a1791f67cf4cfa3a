import { createHash, timingSafeEqual } from 'node:crypto';
import type { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { throttle } from '../platform/throttle.ts';
import { countUnpaid } from './campaign-reports.ts';
import { requireCampaign, requireLink } from './datapoints.ts';
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
    const { content, version, ...head } = report;
    return { data: JSON.stringify({ ...content, ...head }), version };
  },

  async saveNew({ db, accountId, clock }, { report }) {
    return { id: await insertReport(db, accountId, toStore(report), clock.now()) };
  },

  async save({ db, accountId }, { id, report, version: known }) {
    const version = await updateReport(db, accountId, id, toStore(report), known);
    if (version !== undefined) return { id, version };
    if (!(await findReport(db, accountId, id))) throw new NotFound();
    throw new Refusal(
      'Someone else saved this report after you opened it. Nothing was overwritten, and your changes are kept here.',
      'VERSION',
    );
  },

  async unpaid({ db, accountId }, span) {
    requireSpan(span);
    await requireCampaign(db, accountId, span.datapoint);
    return { count: await countUnpaid(db, accountId, span) };
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

function toStore(report: { title: string; description: string; [field: string]: unknown }): NewReport {
  const { title, description, id: _, createDate: __, ...content } = report;
  if (title.trim() === '') throw new Refusal('Give the report a name.', 'inpReportString');
  return { title: title.trim(), description: description.trim(), content };
}
