import { calls, type DataKind } from '@parley/contract';
import { RETENTION } from '@parley/rules/retention-limits.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { keptData } from './kept-data.ts';
import { goesBefore, keptKinds, storeMonths } from './store.ts';

export const routes = routesOf(calls.retention, {
  async kept({ db, accountId }) {
    const kept = await keptKinds(db, accountId);
    return {
      kinds: kept.map(({ kind, months, goneBefore }) => ({
        kind,
        months,
        least: RETENTION.least[kind],
        since: goneBefore?.toISOString() ?? '',
      })),
    };
  },

  async preview({ db, accountId, clock }, { kind, months }) {
    if (months === 0) return { count: 0, more: false, before: '' };
    requireEnough(kind, months);
    const before = await goesBefore(db, months, clock.now());
    const kept = (await keptKinds(db, accountId)).find((each) => each.kind === kind);
    let count = 0;
    for (const part of keptData.all) {
      if (part.kind !== kind || count >= RETENTION.counted) continue;
      const walked = kept?.walked[part.part];
      count += await part.count(
        db,
        { accountId, before, from: kept?.doneBefore ?? null, walked },
        RETENTION.counted,
      );
    }
    const more = count >= RETENTION.counted;
    return { count: more ? RETENTION.counted : count, more, before: before.toISOString() };
  },

  async save(context, { kind, months }) {
    requireEnough(kind, months);
    await transact(context.db, async (trx) => {
      const before = await storeMonths(trx, context.accountId, kind, months);
      if (before === months) return;
      await recordAuditEvent(trx, context, {
        act: 'account-saved',
        detail: `${NAMES[kind]} kept ${timeOf(months)}, before: ${timeOf(before)}`,
      });
    });
    return {};
  },
});

function requireEnough(kind: DataKind, months: number): void {
  const least = RETENTION.least[kind];
  if (months > 0 && months < least)
    throw new Refusal(`${NAMES[kind]} must be kept for at least ${least} months.`, 'inpMonths');
}

const timeOf = (months: number) => {
  if (months === 0) return 'forever';
  return months === 1 ? 'for 1 month' : `for ${months} months`;
};

const NAMES: Record<DataKind, string> = {
  texts: 'Text content',
  messages: 'Single messages',
  answers: 'Answers',
  clicks: 'Clicks',
  links: 'Personal links',
  pictures: 'Pictures',
  simulator: 'Test phones',
  history: 'History',
};
