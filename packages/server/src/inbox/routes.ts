import { calls } from '@parley/contract';
import { isBlank } from '@parley/rules/blank.ts';
import { readPicture } from '../carriers/index.ts';
import { resolveChannel } from '../channels/index.ts';
import { handBack } from '../conversation/index.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { type Context, requireOwner, routesOf } from '../platform/http/handler.ts';
import { planOf } from '../segments/index.ts';
import { assignThread } from './assignment.ts';
import { answerRoutes } from './canned-answers.ts';
import { listOddTexts } from './odd-texts.ts';
import { sendText } from './send-text.ts';
import { closeThread, deleteNote, findNote, insertNote, markThread } from './store.ts';
import { countWaiting, listThreads } from './thread-list.ts';
import {
  findThreadContact,
  listIncoming,
  listThreadMessages,
  readLogPosition,
  type ThreadContact,
  writeLogPosition,
} from './thread-messages.ts';

const NOBODY_TEXTED = 'This person hasn’t texted yet, so there’s no conversation to assign.';

const inboxRoutes = routesOf(calls.inbox, {
  async oddTexts({ db, accountId }, { start, length }) {
    const { total, texts } = await listOddTexts(db, accountId, start, length);
    return { total, texts: texts.map((each) => ({ ...each, at: each.at.toISOString() })) };
  },

  async list({ db, accountId }, { before, search }) {
    const found = await listIncoming(db, accountId, before, search.trim());
    return {
      next: found.next,
      messages: found.messages.map((message) => ({
        ...message,
        campaign: message.campaign ?? 0,
        at: message.at.toISOString(),
      })),
    };
  },

  async threads({ db, accountId, caller, clock }, { segment, ...form }) {
    const plan = segment === 0 ? null : await planOf(db, accountId, segment, clock.now());
    const asked = { ...form, search: form.search.trim(), user: caller.userId, segment: plan };
    const found = await listThreads(db, accountId, asked);
    return {
      next: found.next,
      since: found.since?.toISOString() ?? '',
      threads: found.threads.map((thread) => ({
        ...thread,
        campaign: thread.campaign ?? 0,
        at: thread.at.toISOString(),
      })),
    };
  },

  async thread(context, { contact, before }) {
    const place = before === '' ? null : readLogPosition(before);
    if (before !== '' && !place) throw new Malformed('inpBefore', 'inpBefore must be a MORE of this call.');
    const {
      channelId: _,
      lastTextAt: __,
      pausedUntil,
      knownSince,
      ...person
    } = await personOf(context, contact);
    const { said, more } = await listThreadMessages(context.db, context.accountId, contact, place);
    return {
      ...person,
      pausedUntil: pausedUntil?.toISOString() ?? '',
      knownSince: knownSince.toISOString(),
      messages: said.map((message) => ({ ...message, at: message.at.toISOString() })),
      more: more ? writeLogPosition(more) : '',
    };
  },

  async picture({ db, accountId }, { message, place }) {
    const picture = await readPicture(db, accountId, message, place);
    if (!picture) throw new NotFound();
    const { type, bytes } = picture;
    return {
      fileName: `picture-${message}-${place + 1}.${type.slice('image/'.length)}`,
      contentType: type,
      body: bytes,
    };
  },

  async reply(context, { contact, text, channel }) {
    const { db, accountId } = context;
    const channelId = channel === '' ? null : (await resolveChannel(db, accountId, channel)).id;
    const sent = await sendText(context, { contact, text, channelId, by: 'hand' });
    return { id: sent.id, credits: sent.credits };
  },

  async handBack(context, { contact }) {
    const { db, accountId, clock, live, signals } = context;
    await personOf(context, contact);
    await transact(db, (trx) => handBack(trx, accountId, contact, clock.now()));
    signals.wake('timers');
    live.publish(accountId, { type: 'thread', contact });
    return {};
  },

  async mark(context, { contact, done }) {
    await personOf(context, contact);
    await markThread(context.db, context.accountId, contact, context.clock.now(), done);
    return {};
  },

  async assign(context, { contact, user }) {
    await talkerOf(context, contact);
    if (!(await assignThread(context.db, context.accountId, contact, user || null))) throw new NotFound();
    context.live.publish(context.accountId, { type: 'thread', contact });
    return {};
  },

  async close(context, { contact, closed }) {
    await talkerOf(context, contact);
    await closeThread(context.db, context.accountId, contact, context.clock.now(), closed);
    context.live.publish(context.accountId, { type: 'thread', contact });
    return {};
  },

  async addNote(context, { contact, text }) {
    const { db, accountId, caller, clock, live } = context;
    await personOf(context, contact);
    if (isBlank(text)) throw new Refusal('Write a note first.', 'inpText');
    const id = await insertNote(db, accountId, { contact, user: caller.userId, text, at: clock.now() });
    live.publish(accountId, { type: 'thread', contact });
    return { id };
  },

  async deleteNote({ db, accountId, caller, live }, { note }) {
    const found = await findNote(db, accountId, note);
    if (!found) throw new NotFound();
    if (found.author !== caller.userId) requireOwner(caller);
    await deleteNote(db, accountId, note);
    live.publish(accountId, { type: 'thread', contact: found.contact, note });
    return {};
  },

  async waiting({ db, accountId }) {
    return { count: await countWaiting(db, accountId) };
  },
});

export const routes = [...inboxRoutes, ...answerRoutes];

async function personOf({ db, accountId }: Context, contact: number): Promise<ThreadContact> {
  const person = await findThreadContact(db, accountId, contact);
  if (!person) throw new NotFound();
  return person;
}

/** @throws Refusal for somebody who never texted: the inbox lists those who did. */
async function talkerOf(context: Context, contact: number): Promise<void> {
  if ((await personOf(context, contact)).lastTextAt === null) throw new Refusal(NOBODY_TEXTED);
}
