import { PAGE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { displayName } from './contacts.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, ifGiven, int, json, name, oneOf, orElse, text } from './kernel/codec.ts';

/** The web addresses of a message's pictures. */
const media = wire('MEDIA', json(z.array(z.string()), 'list of addresses', false));

/** The inpBefore of the next page; 0: there is none. */
const next = wire('NEXT', int());

/**
 * Who takes care of a conversation, and whether it is closed: until a new text comes, or somebody opens it
 * again.
 */
const care = {
  assignee: wire('ASSIGNEDTO', int()),
  assigneeName: wire('ASSIGNEENAME', text(254)),
  closed: wire('CLOSED', flag),
};

/** An incoming message as the inbox and the live connection carry it (access-and-reports, section 3). */
export const incomingMessage = {
  id: wire('ID', int()),
  phone: wire('CONTACTSTRING_VCH', text(32)),
  text: wire('RESPONSE_VCH', text(4000)),
  campaign: wire('BATCHID', int()),
  at: wire('CREATED_DT', text(40)),
};

export const inbox = {
  oddTexts: call(
    'inbox/listOddSenders',
    {
      start: wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0)),
      length: wire('iDisplayLength', orElse(int(1, PAGE_LIMITS.picker), PAGE_LIMITS.pageSize)),
    },
    {
      total: wire('COUNT', int()),
      texts: wire(
        'TEXTS',
        rows({
          id: wire('ID', int()),
          sender: wire('SENDER', text(64)),
          text: wire('RESPONSE_VCH', text(4000)),
          channelName: wire('CHANNEL', text(255)),
          at: wire('CREATED_DT', text(40)),
        }),
      ),
    },
    {
      about:
        'Texts of senders that are no phones (names, short codes), newest first. There is nobody to answer. COUNT goes up to 10,000.',
    },
  ),
  list: call(
    'inbox/listMessages',
    { before: wire('inpBefore', orElse(int(0), 0)), search: wire('iSearchStr', orElse(text(255), '')) },
    {
      messages: wire(
        'MESSAGES',
        rows({
          ...incomingMessage,
          contact: wire('ContactAddressId', int()),
          campaignName: wire('NAME', text(255)),
          media,
        }),
      ),
      next,
    },
    {
      about:
        'Incoming messages, newest first; iSearchStr is a part of the text or the number, or the beginnings of words of the person’s tags. A page of a search may be short, or empty, while there is a NEXT.',
    },
  ),
  /** One row for each person who texted. */
  threads: call(
    'inbox/listThreads',
    {
      before: wire('inpBefore', orElse(int(0), 0)),
      search: wire('iSearchStr', orElse(text(255), '')),
      filter: wire('inpFilter', orElse(oneOf('all', 'unread', 'waiting', 'mine', 'unassigned'), 'all')),
      /** Only people who are in it now; 0: everybody. */
      segment: wire('inpSegmentId', orElse(int(0), 0)),
    },
    {
      threads: wire(
        'THREADS',
        rows({
          ...incomingMessage,
          contact: wire('ContactAddressId', int()),
          displayName,
          campaignName: wire('NAME', text(255)),
          media,
          unread: wire('UNREAD', int()),
          waits: wire('WAITS', flag),
          paused: wire('PAUSED', flag),
          ...care,
        }),
      ),
      next,
      /**
       * Of a page that is short because it took long enough: texts of before this moment come with the next
       * one.
       */
      since: wire('SINCE', text(40)),
    },
    {
      about:
        'People with their last incoming message, newest first; with a search (as in listMessages) the newest one that was found. With inpSegmentId only people who are in that segment now; one that names something gone is refused. UNREAD counts up to 100. PAUSED: somebody of the team has taken over, and no campaign answers. mine: assigned to the asking user and not closed (of those closed and texted again, among the 2,000 closed last); unassigned: those who wait and are nobody’s. ASSIGNEDTO is a USERID, 0 for nobody. A page may be short, or empty, while there is a NEXT; SINCE says how far back it looked.',
    },
  ),
  thread: call(
    'inbox/loadThread',
    { contact: wire('ContactAddressId', id), before: wire('inpBefore', orElse(text(60), '')) },
    {
      phone: wire('CONTACTSTRING_VCH', text(32)),
      displayName,
      channel: wire('SHORTCODE', text(32)),
      optedOut: wire('OPTEDOUT', flag),
      pausedUntil: wire('PAUSEDUNTIL', text(40)),
      knownSince: wire('KNOWNSINCE', text(40)),
      ...care,
      messages: wire(
        'MESSAGES',
        rows({
          id: wire('ID', int()),
          direction: wire('DIRECTION', oneOf('MO', 'MT', 'NOTE')),
          text: wire('TEXT', text(4000)),
          status: wire('STATUS', text(20)),
          reason: wire('REASON', text(255)),
          origin: wire('ORIGIN', text(20)),
          campaign: wire('BATCHID', int()),
          campaignName: wire('NAME', text(255)),
          at: wire('CREATED_DT', text(40)),
          media,
          kept: wire('KEPT', json(z.array(z.number()), 'list of places in MEDIA', false)),
          author: wire('AUTHOR', text(254)),
        }),
      ),
      more: wire('MORE', text(60)),
    },
    {
      about:
        'What was texted with one person, both ways, newest first, and what colleagues noted beside it (DIRECTION NOTE with its AUTHOR, never sent); KNOWNSINCE: since when they are a contact. MORE is the inpBefore of the next page, or empty. KEPT: those of MEDIA that inbox/loadPicture has, counted from 0.',
    },
  ),
  picture: call(
    'inbox/loadPicture',
    { message: wire('inpMessageId', id), place: wire('inpPlace', int(0, 9)) },
    {},
    { method: 'GET', shape: 'file', about: 'Our copy of a picture that came with an incoming message.' },
  ),
  reply: call(
    'inbox/sendReply',
    {
      contact: wire('ContactAddressId', id),
      text: wire('inpText', text(1600)),
      channel: wire('inpShortCode', orElse(text(32), '')),
    },
    { id: wire('ID', int()), credits: wire('CREDITS', int()) },
    {
      sends: true,
      about: 'Texts one person, through the channel that she texted last unless another one is named.',
    },
  ),
  handBack: call(
    'inbox/handBack',
    { contact: wire('ContactAddressId', id) },
    {},
    {
      sends: true,
      about:
        'Hands the conversations with one person back to their campaigns. An answer of the team (inbox/sendReply) pauses them on its channel, until then or for 24 hours without a text.',
    },
  ),
  mark: call(
    'inbox/markThread',
    { contact: wire('ContactAddressId', id), done: wire('inpDone', orElse(flag, false)) },
    {},
    { about: 'Marks what a person texted as read, and with inpDone as needing no answer.' },
  ),
  assign: call(
    'inbox/assignThread',
    { contact: wire('ContactAddressId', id), user: wire('USERID', int(0)) },
    {},
    { about: 'Gives a conversation to somebody of the team; USERID 0: to nobody.' },
  ),
  close: call(
    'inbox/closeThread',
    { contact: wire('ContactAddressId', id), closed: wire('inpClosed', flag) },
    {},
    {
      about:
        'Closes a conversation, or opens it again. A new text opens it by itself; whom it is assigned to stays.',
    },
  ),
  addNote: call(
    'inbox/addNote',
    { contact: wire('ContactAddressId', id), text: wire('inpText', text(TEXT_LIMITS.note)) },
    { id: wire('ID', int()) },
    { about: 'Writes a note for colleagues into a conversation. It is never sent.' },
  ),
  deleteNote: call(
    'inbox/deleteNote',
    { note: wire('NoteId', id) },
    {},
    { about: 'Deletes a note: its author may, and owners of the account.' },
  ),
  waiting: call(
    'inbox/countWaiting',
    {},
    { count: wire('COUNT', int()) },
    { about: 'How many people wait for an answer, among the last 2,000 texts that came to no campaign.' },
  ),
};

const answerName = wire('AnswerName', name(TEXT_LIMITS.answerName));
const answerText = wire('inpText', text(TEXT_LIMITS.message));

/** Texts that the team keeps ready: a short name, and the text with merge tokens of tags. */
export const answers = {
  list: call(
    'inbox/listAnswers',
    {},
    {
      answers: wire(
        'ANSWERS',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(TEXT_LIMITS.answerName)),
          text: wire('TEXT', text(TEXT_LIMITS.message)),
        }),
      ),
    },
    { about: 'The canned answers of the account by name. Merge tokens are filled in where one is chosen.' },
  ),
  add: call(
    'inbox/addAnswer',
    { name: answerName, text: answerText },
    { id: wire('ID', int()) },
    { about: 'Keeps a canned answer.' },
  ),
  save: call(
    'inbox/saveAnswer',
    {
      answer: wire('AnswerId', id),
      name: wire('AnswerName', ifGiven(name(TEXT_LIMITS.answerName))),
      text: wire('inpText', ifGiven(text(TEXT_LIMITS.message))),
    },
    {},
    { about: 'Changes what is given of a canned answer.' },
  ),
  remove: call(
    'inbox/deleteAnswer',
    { answer: wire('AnswerId', id) },
    {},
    { about: 'Deletes a canned answer.' },
  ),
};
