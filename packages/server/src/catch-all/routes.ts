import { calls, type FormOf } from '@parley/contract';
import { isDay, isTimeZone } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { isOpen } from './choose.ts';
import { type CatchAll, findCatchAll, statesOf, storeCatchAll } from './store.ts';

const { catchAll } = calls;
const { form } = catchAll.save;

export const routes = routesOf(catchAll, {
  async load({ db, accountId, clock }, { channel }) {
    const found = await findCatchAll(db, accountId, channel);
    if (!found) throw new NotFound();
    const { campaignId, pauseHours, closedCampaignId, closedPauseHours, week, holidays, zone } = found;
    const [accountZone, states] = await Promise.all([
      zoneOf(db, accountId),
      statesOf(
        db,
        accountId,
        [campaignId, closedCampaignId].filter((id) => id !== null),
      ),
    ]);
    const campaign = states.find(({ id }) => id === campaignId);
    const closed = states.find(({ id }) => id === closedCampaignId);
    return {
      campaign: campaign?.id ?? 0,
      campaignName: campaign?.name ?? '',
      campaignState: campaign?.state ?? ('none' as const),
      pauseHours,
      closedCampaign: closed?.id ?? 0,
      closedCampaignName: closed?.name ?? '',
      closedCampaignState: closed?.state ?? ('none' as const),
      closedPauseHours,
      week: week ?? [],
      holidays,
      zone: zone ?? '',
      accountZone,
      open: isOpen(found, accountZone, clock.now()),
    };
  },

  async save(context, { channel, ...change }) {
    const { db, accountId } = context;
    const wanted = readChange(change);
    await transact(db, async (trx) => {
      const before = await findCatchAll(trx, accountId, channel, 'locked');
      if (!before) throw new NotFound();
      await requireCampaign(trx, accountId, wanted.campaignId, before.campaignId, form.campaign.wire);
      await requireCampaign(
        trx,
        accountId,
        wanted.closedCampaignId,
        before.closedCampaignId,
        form.closedCampaign.wire,
      );
      await storeCatchAll(trx, accountId, channel, { ...before, ...wanted });
      await recordAuditEvent(trx, context, {
        act: 'changed',
        kind: 'channel',
        id: channel,
        detail: 'catch-all',
      });
    });
    context.live.publish(accountId, { type: 'settings', channelId: channel });
    return {};
  },
});

type Change = Omit<FormOf<typeof catchAll.save>, 'channel'>;

/** What is given, as it is stored. @throws Refusal for hours, days or a zone that there are not. */
function readChange(change: Change): Partial<CatchAll> {
  const { campaign, pauseHours, closedCampaign, closedPauseHours, week, holidays, zone } = change;
  if (week?.some((hours) => hours !== null && hours.from === hours.to))
    throw new Refusal('Opening and closing time are the same. Choose two different times.', 'inpWeek');
  const noDay = holidays?.find((day) => !isDay(day));
  if (noDay !== undefined) throw new Refusal(`“${noDay}” is no day of the calendar.`, 'inpHolidays');
  if (zone !== undefined && zone !== '' && !isTimeZone(zone))
    throw new Refusal(`There’s no time zone “${zone}”.`, 'inpTimeZone');
  return {
    ...(campaign !== undefined && { campaignId: campaign || null }),
    ...(pauseHours !== undefined && { pauseHours }),
    ...(closedCampaign !== undefined && { closedCampaignId: closedCampaign || null }),
    ...(closedPauseHours !== undefined && { closedPauseHours }),
    ...(week !== undefined && { week: week.length === 0 ? null : week }),
    ...(holidays !== undefined && { holidays: [...new Set(holidays)].sort() }),
    ...(zone !== undefined && { zone: zone || null }),
  };
}

/** One that is chosen now; what was chosen before may have been deleted since. */
async function requireCampaign(
  trx: Db,
  accountId: number,
  chosen: number | null | undefined,
  before: number | null,
  field: string,
): Promise<void> {
  if (chosen === undefined || chosen === null || chosen === before) return;
  const [found] = await statesOf(trx, accountId, [chosen]);
  if (!found) throw new NotFound();
  if (found.state === 'deleted')
    throw new Refusal(`“${found.name}” was deleted. Restore it first, or choose another campaign.`, field);
}
