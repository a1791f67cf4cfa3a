import { type Operations, writeId } from '@parley/contract/api/index.ts';
import {
  type BlastProgress,
  blastsBehind,
  launchBlast,
  readProgress,
  setBlastState,
} from '../blasts/index.ts';
import { findCampaign } from '../campaigns/index.ts';
import { firstChannel } from '../channels/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { mustBeChannel } from './channel-handlers.ts';
import { type ApiContext, type ApiHandlers, keepShown } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';

type BlastIds = Extract<keyof Operations, `${string}Blast` | 'listBlasts'>;

const showBlast = (blast: BlastProgress) => ({
  id: writeId('blast', blast.id),
  campaign: writeId('campaign', blast.campaign),
  channel: writeId('channel', blast.channel),
  state: blast.state,
  scheduled_for: blast.scheduledFor,
  started_at: blast.startedAt || null,
  finished_at: blast.finishedAt || null,
  counts: {
    total: blast.total,
    queued: blast.queued,
    sent: blast.sent,
    delivered: blast.delivered,
    failed: blast.failed,
    unknown: blast.unknown,
    skipped: blast.skipped,
    replied: blast.replied,
    opted_out: blast.optedOut,
  },
  credits_spent: blast.credits,
  pause_reason: blast.pauseReason || null,
});

/** @throws NotFound */
async function shownBlast(db: Db, accountId: number, id: number) {
  const found = await readProgress(db, accountId, id);
  if (!found) throw new NotFound();
  return showBlast(found);
}

/** @throws NotFound; Refusal without any channel. */
async function channelOf(db: Db, accountId: number, given: number | undefined): Promise<number> {
  if (given !== undefined) {
    await mustBeChannel(db, accountId, given);
    return given;
  }
  const first = await firstChannel(db, accountId);
  if (!first) throw new Refusal('There’s no channel to send from. Add one first.');
  return first.id;
}

async function changeState(context: ApiContext, id: number, state: 'paused' | 'running' | 'cancelled') {
  const { db, accountId, caller } = context;
  await setBlastState(context, accountId, id, state, caller);
  return shownBlast(db, accountId, id);
}

export const blastHandlers: ApiHandlers<BlastIds> = {
  async listBlasts({ db, accountId }, { query }) {
    const { campaign = null } = query;
    if (campaign !== null && !(await findCampaign(db, accountId, campaign))) throw new NotFound();
    const page = { behind: behindOf(query), limit: query.limit + 1 };
    return pageFrom(await blastsBehind(db, accountId, campaign, page), query, showBlast);
  },

  async createBlast(context, { body }) {
    const { db, accountId, caller } = context;
    const request = {
      campaignId: body.campaign,
      channelId: await channelOf(db, accountId, body.channel),
      listIds: [...new Set(body.lists)],
      segmentId: body.segment ?? null,
      filters: [],
      abCampaignIds: [],
      membersSince: null,
      scheduledFor: body.scheduled_for ?? null,
      timeToLiveMinutes: body.time_to_live_minutes ?? null,
      automatonId: null,
    };
    const keepReply = keepShown(context, shownBlast);
    const { blastId } = await launchBlast(context, accountId, request, { by: caller, keepReply });
    return shownBlast(db, accountId, blastId);
  },

  getBlast: ({ db, accountId }, { ids }) => shownBlast(db, accountId, ids.blast),
  pauseBlast: (context, { ids }) => changeState(context, ids.blast, 'paused'),
  resumeBlast: (context, { ids }) => changeState(context, ids.blast, 'running'),
  cancelBlast: (context, { ids }) => changeState(context, ids.blast, 'cancelled'),
};
