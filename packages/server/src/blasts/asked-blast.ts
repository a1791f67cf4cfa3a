/** What a form of the wizard asks for: whom a blast goes to, over which channel, and when. */
import type { calls, FormOf } from '@parley/contract';
import { DEFAULT_SCHEDULE_TIME } from '@parley/rules/limits.ts';
import { dayOf, FIRST_ZONE, parseLocalDateTime } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { resolveChannel } from '../channels/index.ts';
import { Malformed } from '../platform/errors.ts';
import type { Context } from '../platform/http/handler.ts';
import type { BlastRequest } from './launch.ts';
import type { BlastTarget } from './plan.ts';
import { onItsDay } from './sending-day.ts';

type SendForm = FormOf<typeof calls.blast.send>;
/** The part of it that the review asks with, too. */
export type TargetForm = Pick<
  SendForm,
  'campaign' | 'lists' | 'segment' | 'channel' | 'abCampaigns' | 'filters' | 'schedule' | 'localTime'
>;
type AskedFor = Pick<Context, 'db' | 'accountId' | 'clock'>;
type Moment = { scheduledFor: Date; localTime: string | null };

/**
 * The audience as it is meant on the day of sending, and that moment.
 * @throws Malformed without lists and segment, and for a schedule that is no date; NotFound for an unknown
 * channel or segment.
 */
export async function askedTarget(
  context: AskedFor,
  form: TargetForm,
): Promise<{ target: BlastTarget; sending: Moment }> {
  const { db, accountId, clock } = context;
  const sending = await scheduleOf(context, form.schedule, form.localTime);
  if (!form.lists && form.segment === 0)
    throw new Malformed('inpTargetListIds', 'inpTargetListIds is missing.');
  const channel = await resolveChannel(db, accountId, form.channel);
  const asked = {
    campaignId: form.campaign,
    channelId: channel.id,
    listIds: form.lists ?? [],
    segmentId: form.segment || null,
    filters: form.filters,
    abCampaignIds: form.abCampaigns,
    membersSince: null,
  };
  return { target: await onItsDay(db, accountId, asked, sending, clock.now()), sending };
}

/** The same as a request to launch it. @throws what {@link askedTarget} throws. */
export async function askedBlast(context: AskedFor, form: SendForm): Promise<BlastRequest> {
  const { target, sending } = await askedTarget(context, form);
  return { ...target, ...sending, timeToLiveMinutes: form.timeToLive || null, automatonId: null };
}

/** The form with the time that it means now, for somebody who looks at it on another day. */
export async function onThisDay<F extends TargetForm>(
  { db, accountId, clock }: AskedFor,
  form: F,
): Promise<F> {
  const timeZone = await zoneOf(db, accountId);
  return { ...form, schedule: wallOf(form.schedule, timeZone, clock.now().toISOString()) };
}

const wallOf = (schedule: string, timeZone: string, now: string): string =>
  schedule || `${dayOf(now, timeZone)} ${DEFAULT_SCHEDULE_TIME}`;

/**
 * When a schedule of the account's wall clock is; empty: today at nine (domain.md, "Blasts"). What has passed
 * is at once.
 */
async function scheduleOf(
  { db, accountId, clock }: AskedFor,
  schedule: string,
  atLocalTime: boolean,
): Promise<Moment> {
  const timeZone = await zoneOf(db, accountId);
  const now = clock.now().toISOString();
  const wall = wallOf(schedule, timeZone, now);
  // It begins where the time comes first; the gate holds everybody else until theirs.
  const instant = parseLocalDateTime(wall, atLocalTime ? FIRST_ZONE : timeZone, now);
  if (instant === null) throw new Malformed('inpSchedule', 'inpSchedule is no date and time.');
  return { scheduledFor: new Date(instant), localTime: atLocalTime ? wall : null };
}
