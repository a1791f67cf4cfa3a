import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { knownContacts } from '../contacts/index.ts';
import { limitRing, startConversation } from '../conversation/index.ts';
import { sendText } from '../inbox/index.ts';
import { findMessage, type MessageRecord, messagesBehind, type QueuedMessage } from '../messages/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { mustBeChannel } from './channel-handlers.ts';
import { type ApiHandlers, keepShown } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';
import { invalid } from './problem.ts';

type MessageIds = Extract<keyof Operations, `${string}Message` | 'listMessages' | 'startConversation'>;

const showMessage = ({ id, contactId, channelId, campaignId, blastId, ...message }: MessageRecord) => ({
  id: writeId('message', id),
  contact: writeId('contact', contactId),
  channel: writeId('channel', channelId),
  campaign: campaignId === null ? null : writeId('campaign', campaignId),
  blast: blastId === null ? null : writeId('blast', blastId),
  origin: message.origin,
  status: message.status,
  reason: message.reason,
  text: message.text,
  credits: message.credits,
  created_at: message.createdAt.toISOString(),
  sent_at: message.sentAt?.toISOString() ?? null,
  settled_at: message.settledAt?.toISOString() ?? null,
});

/** @throws NotFound */
async function shownMessage(db: Db, accountId: number, id: number) {
  const found = await findMessage(db, accountId, id);
  if (!found) throw new NotFound();
  return showMessage(found);
}

export const messageHandlers: ApiHandlers<MessageIds> = {
  async listMessages({ db, accountId }, { query }) {
    const { contact: contactId, created_from: createdFrom, created_before: createdBefore } = query;
    if (contactId === undefined && (createdFrom ?? createdBefore) !== undefined)
      throw invalid({ parameter: 'contact', detail: 'Times are of the messages of one contact: name it.' });
    if (contactId !== undefined && !(await knownContacts(db, accountId, [contactId])).has(contactId))
      throw new NotFound();
    const page = { behind: behindOf(query), limit: query.limit + 1 };
    const filter = { contactId, createdFrom, createdBefore };
    return pageFrom(await messagesBehind(db, accountId, filter, page), query, showMessage);
  },

  getMessage: ({ db, accountId }, { ids }) => shownMessage(db, accountId, ids.message),

  async sendMessage(context, { body: { contact, text, channel } }) {
    const { db, accountId } = context;
    if (channel !== undefined) await mustBeChannel(db, accountId, channel);
    const keepReply = keepShown(context, shownMessage);
    const wanted = { contact, text, channelId: channel ?? null, by: 'program' } as const;
    const sent = await sendText(context, { ...wanted, keepReply });
    return shownMessage(db, accountId, sent.id);
  },

  async startConversation(context, { ids, body: { phone, variables } }) {
    await limitRing(context, context.agent, { accountId: context.accountId, phone });
    const { keepAnswer } = context;
    const answerOf = (messages: readonly QueuedMessage[]) => ({
      messages: messages.map(({ id }) => writeId('message', id)),
    });
    const started = await startConversation(context, {
      accountId: context.accountId,
      campaignId: ids.campaign,
      channelId: null,
      phone,
      variables,
      by: 'api',
      keepReply: keepAnswer && ((messages) => keepAnswer(answerOf(messages))),
    });
    return answerOf(started);
  },
};
