import { type Operations, writeId, writeProperties } from '@parley/contract/api/index.ts';
import { DATE_REACHED, type EventTrigger } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import {
  findAutomaton,
  listAutomata,
  lockAutomata,
  type ShownAutomaton,
  shownAutomata,
  shownOne,
  updateAutomaton,
} from '../automata/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { type ApiHandlers, whenCurrent } from './context.ts';
import { pageOfAll } from './cursor.ts';

type AutomationIds = Extract<keyof Operations, `${string}Automation` | 'listAutomations'>;

const showTrigger = ({ event, date, where, exits, ...rest }: EventTrigger) => ({
  event,
  ...(date && { date: { ...date, tag: writeId('tag', date.tag) } }),
  where: event === null || event === DATE_REACHED ? [] : writeProperties(event, where),
  ...rest,
  exits: exits.map((exit) => ({ event: exit.event, where: writeProperties(exit.event, exit.where) })),
});

const showAutomation = (each: ShownAutomaton) => ({
  id: writeId('automation', each.id),
  name: each.name,
  enabled: each.enabled,
  campaign: each.campaignId === 0 ? null : writeId('campaign', each.campaignId),
  list: each.listId === 0 ? null : writeId('list', each.listId),
  segment: each.segmentId === 0 ? null : writeId('segment', each.segmentId),
  trigger: each.type === SCHEDULE_TYPES.BY_EVENT && each.trigger ? showTrigger(each.trigger) : null,
  next_run_at: each.nextRunAt?.toISOString() ?? null,
  problem: each.problem || null,
  counts: {
    runs: each.runs,
    started: each.started,
    reached: each.reached,
    replied: each.replied,
    opted_out: each.optedOut,
  },
});

/** @throws NotFound */
async function shownAutomation(db: Db, accountId: number, id: number) {
  const found = await findAutomaton(db, accountId, id);
  if (!found) throw new NotFound();
  return showAutomation(await shownOne(db, accountId, found));
}

export const automationHandlers: ApiHandlers<AutomationIds> = {
  async listAutomations({ db, accountId }, { query }) {
    const found = await listAutomata(db, accountId, '');
    return pageOfAll(await shownAutomata(db, accountId, found), query, showAutomation);
  },

  getAutomation: ({ db, accountId }, { ids }) => shownAutomation(db, accountId, ids.automation),

  updateAutomation(context, { ids: { automation: id }, body: { enabled } }) {
    const { accountId } = context;
    const lock = (trx: Db) => lockAutomata(trx, accountId, id);
    const show = (trx: Db) => shownAutomation(trx, accountId, id);
    return whenCurrent(context, { lock, show }, async (acting) => {
      await updateAutomaton(acting, id, { enabled });
      return show(acting.db);
    });
  },
};
