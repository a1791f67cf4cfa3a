/**
 * One group of incoming texts of one account, at most one from each number: one transaction, few statements.
 */

import { startSession } from '@parley/engine';
import { classifyInbound, type InboundClass, languageOf } from '@parley/rules/classify-inbound.ts';
import { saysYes } from '@parley/rules/confirmation-text.ts';
import { timeZoneOf } from '@parley/rules/phone.ts';
import {
  type AccountContact,
  type OwnReplies,
  type ReplyKind,
  reservedReply,
  startHint,
} from '@parley/rules/reserved-replies.ts';
import {
  answeredStatement,
  type CatchAllCampaign,
  catchAllCampaigns,
  whoIsAnswered,
} from '../catch-all/index.ts';
import { ensureContacts } from '../contacts/index.ts';
import { type Confirmed, confirmMembers } from '../double-opt-in/index.ts';
import { type Flows, flowKey, flowOfSession, liveOf, readFlows, type WantedFlow } from '../flow/index.ts';
import { lastsFor, type NewMessage, queueStatements } from '../messages/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { muteMachines } from '../policy/index.ts';
import {
  type Asked,
  consentStatement,
  liftOptOuts,
  type NewConsent,
  noteAsked,
  optedOut,
  recordOptOuts,
  storeForReview,
} from '../suppression/index.ts';
import type { Attempt } from './account-batcher.ts';
import { overridePauses, prolongPauses } from './bot-pauses.ts';
import { textsStored, type Writer } from './hooks.ts';
import { type InboundKind, inboundStatement, type Known, readKnown } from './inbound-store.ts';
import { joinAudience } from './join-audience.ts';
import { noteOptOutWords, optOutWordsOn } from './recent-opt-out-words.ts';
import { playTurns, readFacts } from './run-turns.ts';
import { type EnteredText, nameCauses } from './trace-texts.ts';
import { newSeed, type Turn } from './turn.ts';
import { takeUnplayed } from './unplayed-texts.ts';

export type Received = {
  /** It had its effect before: the carrier had delivered it, or another process has played it. */
  duplicate: boolean;
  inboundId: number;
  /** The campaign it started or answered. */
  campaignId: number | null;
};

/** A text with its contact, and what it turned out to be. */
type InboundMessage = EnteredText & {
  known: Known;
  contactId: number;
  kind: InboundKind;
  campaignId: number | null;
  /** What its words mean by themselves. */
  said: InboundClass;
  /** A YES to the question whether somebody wants to be on a list, in some language. */
  isYes: boolean;
  /** What may answer it when nothing else does, best first; and what does. */
  catchAlls: readonly CatchAllCampaign[];
  catchAll: CatchAllCampaign | null;
};

/**
 * The flows that the last group of an account spoke to: most likely the next one does, too. Only a guess,
 * never needed.
 */
const lastFlows = inRuntime(() => new Map<number, readonly WantedFlow[]>());
const MOST_GUESSES = 20;
const MOST_ACCOUNTS = 10_000;

/** The id of a text that another process played, and that is not looked up. */
export const PLAYED_ELSEWHERE = 0;

/** Texts of the same people wait that came before these. */
export class BehindUnplayed extends Error {}

/**
 * Takes a group of texts: contacts and audience, reserved words, keywords, waiting conversations, replies.
 * Everything or nothing. The results come in the order of the texts. Mostly two trips to the database: what
 * is known, and all that follows with the commit. Of texts that were stored before, those that are gone were
 * played by another process. Fails when something was overtaken by another process
 * ({@link isDuplicate}, {@link isStale}, {@link isAnsweredElsewhere}, {@link isOverdrawn}): to be run again.
 * And when texts of the same people wait that came before ({@link BehindUnplayed}), unless `isInOrder` is
 * false.
 */
export async function processInboundBatch(
  { trx, commit, requireFullBalance, isInOrder = true }: Attempt & { isInOrder?: boolean },
  services: Services,
  accountId: number,
  texts: readonly EnteredText[],
): Promise<Received[]> {
  const now = services.clock.now();
  const [stored, known, facts, guessed] = await Promise.all([
    takeUnplayed(trx, accountId, texts),
    readKnown(trx, accountId, texts, now),
    readFacts(trx, services, accountId),
    readFlows(trx, accountId, lastFlows(services).get(accountId) ?? []),
  ]);
  noteOptOutWords(services, accountId, facts);
  if (isInOrder && known.some(({ isBehind }) => isBehind)) throw new BehindUnplayed();
  texts.forEach(({ unplayedId }, n) => {
    const one = known[n];
    if (one && unplayedId !== undefined && !stored.has(unplayedId)) one.duplicateOf ??= PLAYED_ELSEWHERE;
  });
  const catchAlls = catchAllCampaigns(facts.catchAlls, facts.timeZone, now);
  const allIncoming = texts.flatMap((text, n) =>
    openMessage(text, known[n], optOutWordsOn(facts, text.channelId), catchAlls.get(text.channelId)),
  );
  await addStrangers(trx, services.secrets, accountId, allIncoming, now);
  const flows = await withFlows(trx, services, accountId, allIncoming, guessed);
  for (const incoming of allIncoming) classify(incoming, flows);
  const joining = joinAudience(trx, accountId, allIncoming, now);
  // Before an opt-out or a YES, which lock lists too.
  if (allIncoming.some(mayLockLists)) for (const join of joining.splice(0)) await run(trx, join);
  await keepQuiet(trx, accountId, allIncoming, now);
  await muteLoops(trx, accountId, allIncoming, now);
  const confirmed = await confirm(trx, accountId, allIncoming, now);
  const messages = [...confirmed.messages, ...(await answerReserved(trx, accountId, allIncoming, now))];
  const turns = allIncoming.flatMap((incoming) => turnOf(incoming, flows));
  const { results, writes } = await playTurns(trx, services, accountId, turns, {
    facts,
    before: joining,
    confirmed: confirmed.events,
  });
  messages.push(...results.flatMap((result) => result.messages));
  nameCauses(allIncoming, messages, results);
  await storeForReview(trx, accountId, allIncoming.filter(isDoubtful).map(doubtfulText));
  const queue = await queueStatements(trx, services, accountId, messages, {
    requireFullBalance: requireFullBalance && lastsFor(facts.balance, messages.length),
    mayGoDirectly: 'answers',
  });
  const consents = allIncoming.flatMap((incoming) => textedIn(incoming, flows));
  // The rows that all groups of the account share (day counts, blasts, the balance) come last.
  const [ids, leased] = await commit([
    allIncoming.length > 0 ? inboundStatement(trx, accountId, allIncoming) : null,
    queue?.rows ?? null,
    consentStatement(trx, accountId, consents, now),
    ...writes,
    prolongPauses(trx, accountId, allIncoming.filter(isToTeam), now),
    overridePauses(
      trx,
      accountId,
      allIncoming.filter(({ known, kind }) => known.paused && kind === 'keyword'),
    ),
    answeredStatement(trx, accountId, allIncoming.flatMap(answeredByCatchAll), now),
    ...textsStored.all.map((count) => count(trx, accountId, allIncoming.flatMap(answering))),
    queue?.paid ?? null,
  ]);
  queue?.sendOn(leased ?? []);
  if (results.some(({ calls }) => calls)) services.signals.wake('apiCalls');
  const taken = allIncoming.map(({ campaignId }, n) => ({
    duplicate: false,
    inboundId: ids?.[n] ?? 0,
    campaignId,
  }));
  return known.flatMap(({ duplicateOf }) =>
    duplicateOf === null ? taken.splice(0, 1) : { duplicate: true, inboundId: duplicateOf, campaignId: null },
  );
}

/** The flows that the texts may speak to; those that were not guessed are read now. */
async function withFlows(
  trx: Db,
  services: Services,
  accountId: number,
  allIncoming: readonly InboundMessage[],
  guessed: Flows,
): Promise<Flows> {
  const spokenTo = allIncoming.flatMap(
    ({ known: { keywordCampaign, firstWordCampaign, conversation }, catchAlls }) => [
      ...[keywordCampaign, firstWordCampaign].flatMap((each) => (each === null ? [] : [liveOf(each)])),
      ...catchAlls.map(({ campaignId }) => liveOf(campaignId)),
      ...(conversation === null ? [] : [flowOfSession(conversation.session)]),
    ],
  );
  const wanted = [...new Map(spokenTo.map((each) => [flowKey(each), each])).values()];
  const missing = wanted.filter((each) => !guessed.has(flowKey(each)));
  if (wanted.length > 0) {
    const lastOfAll = lastFlows(services);
    if (lastOfAll.size >= MOST_ACCOUNTS) lastOfAll.clear();
    lastOfAll.set(accountId, wanted.slice(0, MOST_GUESSES));
  }
  if (missing.length === 0) return guessed;
  return new Map([...guessed, ...(await readFlows(trx, accountId, missing))]);
}

function openMessage(
  text: EnteredText,
  known: Known | undefined,
  optOutWords: readonly string[],
  catchAlls: readonly CatchAllCampaign[] = [],
): InboundMessage[] {
  if (!known) throw new Error('A text was read without an answer.');
  if (known.duplicateOf !== null) return [];
  const said = classifyInbound(text.text, optOutWords);
  return [
    {
      ...text,
      known,
      contactId: known.contactId ?? 0,
      kind: 'none',
      campaignId: null,
      said,
      isYes: saysYes(text.text),
      catchAlls,
      catchAll: null,
    },
  ];
}

/** Strangers become contacts. */
async function addStrangers(
  trx: Db,
  secrets: Secrets,
  accountId: number,
  allIncoming: InboundMessage[],
  now: Date,
): Promise<void> {
  const strangers = allIncoming.filter((incoming) => incoming.contactId === 0);
  if (strangers.length === 0) return;
  const phones = strangers.map((incoming) => incoming.phone);
  const contacts = await ensureContacts(trx, secrets, accountId, phones, now);
  const ids = new Map(contacts.map(({ phone, id }) => [phone, id]));
  const stopped = await optedOut(trx, accountId, phones);
  for (const incoming of strangers) {
    incoming.contactId = ids.get(incoming.phone) ?? 0;
    incoming.known.optedOut = stopped.has(incoming.phone);
  }
}

const mayLockLists = ({ kind, isYes }: InboundMessage) => kind === 'stop' || kind === 'start' || isYes;

/**
 * Reserved words first, whatever the flow waits for; then keywords; then the waiting conversation; then first
 * words, so that an answer which begins with a keyword stays an answer. What is left goes to the catch-all,
 * where no conversation is under way. A perhaps of an opt-out is left to a person by these two.
 */
function classify(incoming: InboundMessage, flows: Flows): void {
  const { known, said } = incoming;
  const session = known.conversation?.session;
  const { kind } = said;
  if (kind === 'stop' || kind === 'help' || kind === 'start') incoming.kind = kind;
  else if (kind === 'yes' && known.optedOut) incoming.kind = 'start';
  else if (known.optedOut || known.muted) incoming.kind = 'none';
  else if (known.keywordCampaign !== null && flows.has(flowKey(liveOf(known.keywordCampaign)))) {
    incoming.kind = 'keyword';
    incoming.campaignId = known.keywordCampaign;
  } else if (known.unpaid || known.paused) incoming.kind = 'none';
  else if (session?.waiting?.for === 'reply' && flows.has(flowKey(flowOfSession(session)))) {
    incoming.kind = 'answer';
    incoming.campaignId = session.campaignId;
  } else if (said.kind === 'doubtful') incoming.kind = 'none';
  else if (known.firstWordCampaign !== null && flows.has(flowKey(liveOf(known.firstWordCampaign)))) {
    incoming.kind = 'keyword';
    incoming.campaignId = known.firstWordCampaign;
  } else if (!(session && flows.has(flowKey(flowOfSession(session)))))
    incoming.catchAll =
      incoming.catchAlls.find(({ campaignId }) => flows.has(flowKey(liveOf(campaignId)))) ?? null;
}

/** Whom the catch-all answered lately, or a colleague talks to, is not answered by it. */
async function keepQuiet(
  trx: Db,
  accountId: number,
  allIncoming: readonly InboundMessage[],
  now: Date,
): Promise<void> {
  const asking = allIncoming.flatMap((incoming) => {
    const { channelId, contactId, catchAll: campaign } = incoming;
    return campaign ? [{ incoming, person: { channelId, contactId, campaign } }] : [];
  });
  const isAnswered = await whoIsAnswered(
    trx,
    accountId,
    asking.map(({ person }) => person),
    now,
  );
  asking.forEach(({ incoming }, n) => {
    if (!isAnswered[n]) incoming.catchAll = null;
  });
}

const answeredByCatchAll = ({ channelId, contactId, catchAll }: InboundMessage) =>
  catchAll ? [{ channelId, contactId, whenClosed: catchAll.whenClosed }] : [];

/** What looks like another machine is stored, and answered no more. */
async function muteLoops(
  trx: Db,
  accountId: number,
  allIncoming: readonly InboundMessage[],
  now: Date,
): Promise<void> {
  const doubted = allIncoming.flatMap((incoming) => {
    const { known, kind, channelId, contactId, text, at, catchAll } = incoming;
    const isSpoken = kind === 'keyword' || kind === 'answer';
    const campaignId = isSpoken ? incoming.campaignId : (catchAll?.campaignId ?? null);
    return campaignId !== null && !known.underLoopLimit
      ? [{ incoming, exchange: { channelId, contactId, campaignId, text, at } }]
      : [];
  });
  if (doubted.length === 0) return;
  const muted = await muteMachines(
    trx,
    accountId,
    doubted.map(({ exchange }) => exchange),
    now,
  );
  doubted.forEach(({ incoming }, n) => {
    if (!muted[n]) return;
    incoming.kind = 'none';
    incoming.campaignId = null;
    incoming.catchAll = null;
    incoming.known.muted = true;
  });
}

/**
 * A YES to the question whether somebody wants to be on a list makes a member, before any flow that asked
 * nothing since. In another language than English it may be a keyword, too.
 */
async function confirm(
  trx: Db,
  accountId: number,
  allIncoming: readonly InboundMessage[],
  now: Date,
): Promise<Pick<Confirmed, 'events' | 'messages'>> {
  const yes = allIncoming.filter(
    ({ isYes, kind, known }) => isYes && !known.optedOut && ['none', 'answer', 'keyword'].includes(kind),
  );
  if (yes.length === 0) return { events: [], messages: [] };
  const people = yes.map((incoming) => {
    const { contactId, phone, channelId, text } = incoming;
    const { conversation } = incoming.known;
    const waits = conversation?.session.waiting?.for === 'reply';
    const askedSince = waits ? conversation.updatedAt : null;
    return {
      contactId,
      phone,
      channelId,
      text,
      askedSince,
      sameChannel: incoming.overAddressOf !== undefined,
    };
  });
  const confirmed = await confirmMembers(trx, accountId, people, now);
  for (const incoming of yes) {
    if (!confirmed.contactIds.has(incoming.contactId)) continue;
    incoming.kind = 'confirm';
    incoming.campaignId = null;
    incoming.catchAll = null;
  }
  return confirmed;
}

const isToTeam = ({ known, kind }: InboundMessage) => known.paused && kind !== 'keyword';
/** The keyword of somebody who has opted out: nothing is started by it. */
function askedAfterStop({ kind, known, phone, channelId, text }: InboundMessage): Asked[] {
  const { optedOut: isOut } = known;
  const campaignId = known.keywordCampaign ?? known.firstWordCampaign;
  return kind === 'none' && isOut && campaignId !== null
    ? [{ phone, channelId, campaignId, words: text }]
    : [];
}

const isDoubtful = ({ said, known }: InboundMessage) => said.kind === 'doubtful' && !known.optedOut;
const doubtfulText = ({ channelId, contactId, phone, text, said, at }: InboundMessage) => ({
  channelId,
  contactId,
  phone,
  text,
  matched: said.matched,
  at,
});

/** Texting a keyword for the first time is consent to the channel: the word is the proof. */
function textedIn(
  { kind, known, phone, channelId, campaignId, text }: InboundMessage,
  flows: Flows,
): NewConsent[] {
  if (kind !== 'keyword' || known.inAudience || campaignId === null) return [];
  const campaignVersion = flows.get(flowKey(liveOf(campaignId)))?.version ?? null;
  return [
    {
      phone,
      kind: 'opt-in',
      channelId,
      listId: null,
      campaignId,
      campaignVersion,
      source: 'keyword',
      words: text,
      address: phone,
    },
  ];
}

/** Opts out and in again, and answers reserved words: a STOP once, HELP to anybody. */
async function answerReserved(
  trx: Db,
  accountId: number,
  allIncoming: readonly InboundMessage[],
  now: Date,
): Promise<NewMessage[]> {
  const ofKind = (kind: InboundKind) => allIncoming.filter((incoming) => incoming.kind === kind);
  const [stops, starts, helps] = [ofKind('stop'), ofKind('start'), ofKind('help')];
  const asking = allIncoming.flatMap(askedAfterStop);
  if (stops.length + starts.length + helps.length + asking.length === 0) return [];
  const sender = await first(
    trx,
    sql<AccountContact & { byChannel: Record<string, OwnReplies> }>`
      select a.name, a.contact_info as "contactInfo", a.reserved_replies as replies, coalesce((
        select jsonb_object_agg(ch.id, ch.reserved_replies) from channels ch
        where ch.account_id = ${accountId} and ch.reserved_replies <> '{}'), '{}') as "byChannel"
      from accounts a where a.id = ${accountId}`,
  );
  if (!sender) throw new Error(`There is no account ${accountId}.`);
  // In the language of the word that they wrote, and in the channel's own words where it has some.
  const answer = (kind: ReplyKind, incoming: InboundMessage) => {
    const replies = { ...sender.replies, ...sender.byChannel[incoming.channelId] };
    return system(incoming, reservedReply(kind, { ...sender, replies }, languageOf(incoming.said.matched)));
  };
  const stopped = await recordOptOuts(trx, accountId, stops.map(inOwnWords), now);
  const left = await liftOptOuts(trx, accountId, starts.map(inOwnWords), now);
  const lifted = starts.filter((incoming) => !left.has(incoming.phone));
  const hinted = await noteAsked(trx, accountId, asking, now);
  return [
    ...stops.filter(({ phone }) => stopped.has(phone)).map((incoming) => answer('stop', incoming)),
    ...allIncoming
      .filter(({ phone }) => hinted.has(phone))
      .map((incoming) => system(incoming, startHint(sender))),
    ...lifted.map((incoming) => answer('start', incoming)),
    ...helps.map((incoming) => answer('help', incoming)),
  ];
}

const inOwnWords = ({ phone, contactId, channelId, overAddressOf, text }: InboundMessage) => ({
  phone,
  contactId,
  channelId,
  ...(overAddressOf !== undefined && { overAddressOf }),
  source: 'keyword',
  words: text,
  address: phone,
});

const system = ({ channelId, contactId }: InboundMessage, body: string): NewMessage => ({
  channelId,
  contactId,
  campaignId: null,
  blastId: null,
  stepId: null,
  origin: 'system',
  purpose: 'required',
  body,
  media: null,
});

function turnOf(incoming: InboundMessage, flows: Flows): Turn[] {
  const { kind, known, campaignId, contactId, channelId, phone, text, catchAll } = incoming;
  const timeZone = known.timeZone ?? timeZoneOf(phone);
  const contact = { id: contactId, phone, tags: known.tags ?? {}, timeZone };
  const common = { channelId, contact, reply: true, checked: true };
  // Who begins something begins with what is live; an answer goes on with what its conversation began on.
  const begun = kind === 'keyword' ? campaignId : (catchAll?.campaignId ?? null);
  if (begun !== null) {
    const flow = flows.get(flowKey(liveOf(begun)));
    if (!flow) return [];
    const { published } = flow;
    const session = startSession({ campaignId: begun, published, seed: newSeed(), variables: {} });
    const by = catchAll ? 'catch-all' : 'keyword';
    return [{ ...common, flow, session, event: { type: 'started', by, text }, blastId: null, turnNumber: 0 }];
  }
  if (campaignId === null || !known.conversation) return [];
  const { session, blastId, turn: turnNumber } = known.conversation;
  const flow = flows.get(flowKey(flowOfSession(session)));
  return flow ? [{ ...common, flow, session, event: { type: 'said', text }, blastId, turnNumber }] : [];
}

/**
 * Who may answer a blast with this: a stranger got none, and who answered its conversation before is counted
 * already.
 */
function answering({ kind, at, known: { contactId, conversation } }: InboundMessage): Writer[] {
  if (contactId === null || kind === 'stop') return [];
  const isLater = kind === 'answer' && conversation?.session.lastResponse !== '';
  return isLater ? [] : [{ contactId, at }];
}
