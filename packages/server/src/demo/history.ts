/** Two months of a coffee house, day by day, from chance that always falls the same way. */

import type { Flow } from '@parley/engine';
import { reservedReply } from '@parley/rules/reserved-replies.ts';
import { addDays, dayOf, parseLocalDateTime } from '@parley/rules/time-zone.ts';
import type { NewEvent } from '../events/index.ts';
import { type BlastRow, type Guest, type HistoryRows, noHistoryRows, noteMessage } from './history-rows.ts';
import { type PlayedTalk, playTalk } from './play-talk.ts';
import type { Dice } from './random.ts';
import { answersTo, BLASTS, CAMPAIGNS, type CampaignKey, KEYWORD_TEXTS, LINKS, OWNER } from './story.ts';

/** Ids of what the account has, for the rows to point at. */
export type Stage = {
  now: Date;
  flows: Record<CampaignKey, Flow>;
  /** By name. */
  lists: ReadonlyMap<string, number>;
  audience: number;
  links: readonly number[];
  blastIds: readonly number[];
  guests: readonly Guest[];
};

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Days of the story. */
export const DAYS = 60;
/** A blast leaves at this pace. */
const PAUSE_MS = 120;
const UNDELIVERED = 0.021;
const CLICKS_OF_BLAST = 0.13;
const PREVIEWS = 0.04;

/** An hour of the day some days ago, in the account's zone. */
export function momentAgo(now: Date, days: number, hour: number, minute = 0): Date {
  const day = addDays(dayOf(now.toISOString(), OWNER.timeZone), -days);
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
  return new Date(parseLocalDateTime(`${day} ${clock}`, OWNER.timeZone) ?? now);
}

export function writeHistory(stage: Stage, dice: Dice): HistoryRows {
  const book = noHistoryRows();
  const happenings = [...blastsOf(stage, dice, book), ...keywordTextsOf(stage, dice, book)];
  for (const { at, run } of happenings.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    if (at <= stage.now) run();
  writeClicks(stage, dice, book);
  return book;
}

type Happening = { at: Date; run: () => void };

function blastsOf(stage: Stage, dice: Dice, book: HistoryRows): Happening[] {
  return BLASTS.map((story, index) => {
    const at = momentAgo(stage.now, story.age, story.hour);
    const id = stage.blastIds[index] ?? 0;
    const list = stage.lists.get(story.list) ?? 0;
    return { at, run: () => blast(stage, dice, book, { id, at, list, campaign: story.campaign }) };
  });
}

function blast(
  stage: Stage,
  dice: Dice,
  book: HistoryRows,
  story: { id: number; at: Date; list: number; campaign: CampaignKey },
): void {
  const { at, list, campaign } = story;
  const flow = stage.flows[campaign];
  const members = stage.guests.filter((guest) => (guest.lists.get(list) ?? stage.now) < at);
  const reachable = members.filter((guest) => guest.stopped === null);
  const eligible = reachable.filter((guest) => !guest.blasted.has(flow.campaignId));
  const row: BlastRow = {
    id: story.id,
    campaignId: flow.campaignId,
    listId: list,
    at,
    finished: at,
    listCount: members.length,
    optedOutBefore: members.length - reachable.length,
    duplicates: reachable.length - eligible.length,
    total: eligible.length,
    delivered: 0,
    failed: 0,
    replied: 0,
    optedOut: 0,
    credits: 0,
  };
  eligible.forEach((guest, index) => {
    const sentAt = new Date(at.getTime() + index * PAUSE_MS);
    guest.blasted.add(flow.campaignId);
    const arrives = !dice.chance(UNDELIVERED);
    const answers = arrives ? answersTo(campaign, dice, true) : [];
    const played = talkTo(stage, dice, guest, { campaign, at: sentAt, answers, keyword: '' });
    // A number that nothing reaches gets the opening and no more.
    if (!arrives) played.said = played.said.filter(({ opening }) => opening);
    const cost = write(stage, book, guest, played, { flow, blastId: row.id, arrives });
    row.credits += cost;
    row[arrives ? 'delivered' : 'failed'] += 1;
    if (played.said.some(({ from }) => from === 'them')) row.replied += 1;
    if (played.stopped) row.optedOut += 1;
    row.finished = sentAt;
    if (arrives && dice.chance(CLICKS_OF_BLAST)) clickAfter(stage, dice, book, guest, sentAt);
  });
  book.blasts.push(row);
}

function keywordTextsOf(stage: Stage, dice: Dice, book: HistoryRows): Happening[] {
  const happenings: Happening[] = [];
  for (const { campaign, least, most, from } of KEYWORD_TEXTS)
    for (let day = from; day >= 0; day -= 1)
      for (let n = dice.between(least, most); n > 0; n -= 1) {
        const at = momentAgo(stage.now, day, dice.between(8, 20), dice.between(0, 59));
        happenings.push({ at, run: () => keywordText(stage, dice, book, campaign, at) });
      }
  return happenings;
}

/** A stranger joins; a guest asks for the hours or the tasting. */
function keywordText(stage: Stage, dice: Dice, book: HistoryRows, campaign: CampaignKey, at: Date): void {
  const wanted = stage.guests.filter((guest) =>
    campaign === 'join'
      ? guest.since === null
      : guest.since !== null && guest.since < at && guest.stopped === null && guest.busyUntil < at,
  );
  if (wanted.length === 0) return;
  const guest = dice.pick(wanted);
  guest.since ??= at;
  const keyword = CAMPAIGNS.find(({ key }) => key === campaign)?.keyword ?? '';
  const written = dice.pick([
    keyword,
    keyword,
    keyword.toLowerCase(),
    `${keyword[0]}${keyword.slice(1).toLowerCase()}`,
  ]);
  const answers = answersTo(campaign, dice, false);
  const played = talkTo(stage, dice, guest, { campaign, at, answers, keyword: written });
  write(stage, book, guest, played, { flow: stage.flows[campaign], blastId: null, arrives: true });
}

function talkTo(
  stage: Stage,
  dice: Dice,
  guest: Guest,
  talk: { campaign: CampaignKey; at: Date; answers: string[]; keyword: string },
): PlayedTalk {
  const { phone, tags } = guest.person;
  return playTalk({
    ...talk,
    flow: stage.flows[talk.campaign],
    contact: { phone, tags, timeZone: OWNER.timeZone },
    until: stage.now,
    dice,
  });
}

/** Writes a conversation down; answers what its opening cost. */
function write(
  stage: Stage,
  book: HistoryRows,
  guest: Guest,
  played: PlayedTalk,
  of: { flow: Flow; blastId: number | null; arrives: boolean },
): number {
  const { contactId, person } = guest;
  const campaignId = of.flow.campaignId;
  const event = { campaignId, contactId, blastId: of.blastId ?? undefined };
  let cost = 0;
  for (const { from, at, text, step, opening } of played.said) {
    if (from === 'them') {
      const stops = played.stopped?.getTime() === at.getTime();
      const kind = opening ? 'keyword' : stops ? 'stop' : 'answer';
      book.inbound.push({ at, contactId, body: text, kind, campaignId: stops ? null : campaignId });
      if (!guest.lists.has(stage.audience)) guest.lists.set(stage.audience, at);
      continue;
    }
    const ofBlast = opening && of.blastId !== null;
    const origin = ofBlast ? 'blast' : opening ? 'keyword' : 'flow';
    const status = of.arrives ? 'delivered' : 'undelivered';
    const blastId = ofBlast ? of.blastId : null;
    const row = noteMessage(book, {
      at,
      contactId,
      campaignId,
      blastId,
      stepId: step,
      origin,
      status,
      body: text,
    });
    if (ofBlast) cost += row.credits;
  }
  for (const { at, step, raw, intent, score } of played.answers)
    book.events.push({ ...event, kind: 'response', at, stepId: step, raw, intent, score });
  for (const { at, step, list, words } of played.optIns) {
    book.events.push({ ...event, kind: 'optin', at, stepId: step, listId: list });
    book.consents.push({
      at,
      phone: person.phone,
      kind: 'opt-in',
      listId: list,
      campaignId,
      source: 'flow',
      words,
    });
    for (const joined of [list, stage.audience]) if (!guest.lists.has(joined)) guest.lists.set(joined, at);
  }
  for (const visit of played.visits) book.visits.push({ ...visit, campaignId, contactId, version: 0 });
  const stepId = played.said.findLast(({ from }) => from === 'us')?.step;
  const place = { ...event, stepId, version: 0 };
  if (played.stopped) writeStop(book, guest, played.stopped, place, played.said.at(-1)?.text ?? '');
  const last = played.said.at(-1)?.at ?? stage.now;
  guest.busyUntil = played.session.status === 'active' ? stage.now : last;
  book.conversations.set(contactId, { contactId, session: played.session, blastId: of.blastId, at: last });
  return cost;
}

function writeStop(
  book: HistoryRows,
  guest: Guest,
  at: Date,
  event: Omit<NewEvent, 'kind' | 'at'>,
  words: string,
): void {
  const { contactId, person } = guest;
  guest.stopped = at;
  book.events.push({ ...event, kind: 'optout', at, raw: words });
  book.consents.push({
    at,
    phone: person.phone,
    kind: 'opt-out',
    listId: null,
    campaignId: null,
    source: 'keyword',
    words,
  });
  const body = reservedReply('stop', { name: OWNER.account, contactInfo: OWNER.contactInfo });
  const none = { campaignId: null, blastId: null, stepId: null };
  const confirmed = new Date(at.getTime() + SECOND);
  noteMessage(book, { ...none, at: confirmed, contactId, origin: 'system', status: 'delivered', body });
}

function clickAfter(stage: Stage, dice: Dice, book: HistoryRows, guest: Guest, sentAt: Date): void {
  const link = dice.pick(stage.links);
  for (let n = dice.between(1, dice.chance(0.8) ? 1 : 3); n > 0; n -= 1) {
    const at = new Date(sentAt.getTime() + dice.between(20, 40_000) * SECOND);
    if (at <= stage.now) book.clicks.push({ at, link, contactId: guest.contactId, kind: 'person' });
  }
}

/** Beside those of blasts: some people every day, and machines that look at links first. */
function writeClicks(stage: Stage, dice: Dice, book: HistoryRows): void {
  const known = stage.guests.filter((guest) => guest.since !== null);
  for (let day = DAYS; day >= 0; day -= 1)
    for (let n = dice.between(3, 14); n > 0; n -= 1) {
      const at = momentAgo(stage.now, day, dice.between(7, 22), dice.between(0, 59));
      const guest = dice.pick(known);
      if (at > stage.now || (guest.since ?? stage.now) > at) continue;
      const link = stage.links[dice.chance(0.6) ? 0 : dice.between(0, LINKS.length - 1)] ?? 0;
      book.clicks.push({
        at,
        link,
        contactId: guest.contactId,
        kind: dice.chance(PREVIEWS) ? 'preview' : 'person',
      });
    }
}

/** How long before the story its people were imported. */
export const IMPORTED_BEFORE_MS = (DAYS + 2) * DAY;
