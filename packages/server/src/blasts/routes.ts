import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { resolveChannel } from '../channels/index.ts';
import { startConversation } from '../conversation/index.ts';
import { creditsText } from '../credits/index.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { type Handlers, requireSender, routesOf } from '../platform/http/handler.ts';
import { askedBlast, askedTarget } from './asked-blast.ts';
import { launchBlast } from './launch.ts';
import { setBlastState } from './pause-and-cancel.ts';
import { preflight } from './preflight.ts';
import { countReasons, listBlasts, listScheduled, readProgress } from './progress.ts';
import { reviewBlast } from './review.ts';

const handlers: Handlers<typeof calls.blast> = {
  async review(context, form) {
    const { target, sending } = await askedTarget(context, form);
    const review = await reviewBlast(context, context.accountId, target, sending.scheduledFor);
    const { listed, filtered, optedOut, duplicates, eligible, credits, queued, balance, speed, examples } =
      review;
    const { paused, enough, frequency } = review;
    return {
      listCount: listed,
      filtered,
      optedOut,
      duplicates,
      eligible,
      creditsNeeded: credits,
      queued,
      paused,
      enough,
      mostSends: frequency?.sends ?? 0,
      mostSendsDays: frequency?.days ?? 0,
      balanceText: creditsText(balance),
      balance,
      ...speed,
      examples,
    };
  },

  async preflight(context, form) {
    const { target, sending } = await askedTarget(context, form);
    const { scheduledFor, localTime } = sending;
    return preflight(context, context.accountId, target, scheduledFor, localTime);
  },

  async send(context, form) {
    const request = await askedBlast(context, form);
    const launched = await launchBlast(context, context.accountId, request, { by: context.caller });
    return {
      sourceCampaign: form.campaign,
      targetCampaign: request.campaignId,
      listCount: launched.listCount,
      queued: launched.queued,
      balanceText: creditsText(launched.balance),
      blast: launched.blastId,
    };
  },

  async progress({ db, accountId }, { blast }) {
    const progress = await readProgress(db, accountId, blast);
    if (!progress) throw new NotFound();
    return progress;
  },

  async list({ db, accountId }, { campaign, start, from, to }) {
    const days = from !== '' && to !== '' ? { from, to } : null;
    return { blasts: await listBlasts(db, accountId, campaign, start, days) };
  },

  async scheduled({ db, accountId }, { campaign }) {
    const blasts = await listScheduled(db, accountId, campaign);
    if (!blasts) throw new NotFound();
    return { blasts };
  },

  async sendTest(context, form) {
    const phone = toE164(form.phone);
    if (phone === null) throw new Malformed('inpContactString', 'That’s not a phone number.');
    const { accountId, db } = context;
    const channel = await resolveChannel(db, accountId, form.channel);
    await startConversation(context, {
      accountId,
      campaignId: form.campaign,
      channelId: channel.id,
      phone,
      variables: {},
      by: 'preview',
    });
    return {};
  },

  async setState(context, { blast, state }) {
    if (!['paused', 'running', 'cancelled'].includes(state))
      throw new Malformed('inpState', 'inpState must be one of paused, running, cancelled.');
    // Whoever sees that something is wrong may stop it.
    if (state !== 'paused') requireSender(context.caller);
    await setBlastState(context, context.accountId, blast, state, context.caller);
    return {};
  },

  async reasons({ db, accountId }, { blast }) {
    const reasons = await countReasons(db, accountId, blast);
    if (!reasons) throw new NotFound();
    return { reasons };
  },
};

export const routes = routesOf(calls.blast, handlers);
