/** Runs the engine for a batch of turns, in memory: what is to be stored and sent comes back as data. */

import {
  advance,
  type ChannelFacts,
  type Effect,
  type EngineEvent,
  type Flow,
  type PlacedLink,
  type Session,
  switchSession,
} from '@parley/engine';
import { ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { CatchAllOfChannel } from '../catch-all/index.ts';
import type { NewEvent, StepVisit } from '../events/index.ts';
import type { NewMessage, Purpose } from '../messages/index.ts';
import type { Turn } from './turn.ts';

export type ApiRequest = Extract<Effect, { do: 'callApi' }>;

/** What became of one turn. */
export type TurnOutcome = {
  turn: Turn;
  /** Of the campaign that the conversation is in now, perhaps another than at the start. */
  flow: Flow;
  session: Session;
  messages: NewMessage[];
  request: ApiRequest | null;
  faults: string[];
};

/** The rarer effects of all turns of a batch, to be applied together. */
export type RareEffects = {
  played: TurnOutcome[];
  events: NewEvent[];
  visits: StepVisit[];
  tags: { contactId: number; tag: string; value: string; step: number; played: TurnOutcome }[];
  optIns: {
    list: number;
    step: number;
    words: string;
    campaign: number;
    version: number;
    played: TurnOutcome;
  }[];
  notices: { list: number; step: number; text: string; links: readonly PlacedLink[]; played: TurnOutcome }[];
};

/** Flows by campaign id; campaigns that are gone are not in it. */
export type LoadFlows = (campaignIds: number[]) => Promise<ReadonlyMap<number, Turn['flow']>>;

/** A turn on its way: the next event, and where it wants to switch to. */
type Running = TurnOutcome & {
  event: EngineEvent;
  tagsByName: Record<string, string>;
  zone: string;
  channel: ChannelFacts;
  target: number;
};

/** What turns need to know of their account. */
export type AccountFacts = {
  timeZone: string;
  /** What it may spend, as of a moment ago; 0 when it has no balance. */
  balance: number;
  /** Replies wait for credits. */
  hasUnpaid: boolean;
  /** Names of tags by id. */
  tags: Readonly<Record<string, string>>;
  /** Channels whose carrier takes no pictures. */
  textOnly: readonly number[];
  /** Channels whose texts go to test phones. */
  simulated: readonly number[];
  /** Further words that opt out. */
  optOutWords: readonly string[];
  /** Further ones of single channels, by their ids. */
  channelOptOutWords: Readonly<Record<string, readonly string[]>>;
  /** What answers on which channel where nothing else does. */
  catchAlls: readonly CatchAllOfChannel[];
  /** What short links begin with. */
  linkBase: string;
};

const ORIGINS = {
  keyword: 'keyword',
  'catch-all': 'catch-all',
  blast: 'blast',
  automata: 'blast',
  api: 'trigger',
  preview: 'test',
  switch: 'flow',
} as const;

/**
 * Plays every turn to where its conversation waits or ends, following switches of campaign (at most 10 for
 * one event).
 */
export async function runEngine(
  turns: readonly Turn[],
  account: AccountFacts,
  now: Date,
  loadFlows: LoadFlows,
): Promise<RareEffects> {
  const batch: RareEffects = { played: [], events: [], visits: [], tags: [], optIns: [], notices: [] };
  const at = now.toISOString();
  let running = turns.map((turn) => begin(turn, account));
  batch.played.push(...running);
  for (const each of running) noteErrors(batch, each, each.turn.flow, now);
  for (let switches = 1; running.length > 0; switches++) {
    for (const each of running) step(batch, each, at, now);
    const leaving = running.filter((each) => each.target > 0);
    if (leaving.length === 0) break;
    if (switches > ENGINE_LIMITS.switchesPerEvent) {
      for (const each of leaving) endRing(batch, each, now);
      break;
    }
    const flows = await loadFlows([...new Set(leaving.map((each) => each.target))]);
    running = leaving.filter((each) => enter(batch, each, flows.get(each.target), now));
  }
  return batch;
}

function begin(turn: Turn, account: AccountFacts): Running {
  const { flow, session, event, contact } = turn;
  const tagsByName: Record<string, string> = {};
  for (const id in contact.tags) {
    const name = account.tags[id];
    if (name !== undefined) tagsByName[name] = contact.tags[id] ?? '';
  }
  const zone = contact.timeZone ?? account.timeZone;
  const { linkBase, textOnly } = account;
  const channel = { linkBase, carriesMms: !textOnly.includes(turn.channelId) };
  return {
    turn,
    flow,
    session,
    event,
    tagsByName,
    zone,
    channel,
    target: 0,
    messages: [],
    request: null,
    faults: [],
  };
}

function step(batch: RareEffects, each: Running, at: string, now: Date): void {
  const { turn, tagsByName, zone, channel } = each;
  each.target = 0;
  const before = each.session;
  const { session, effects, entered } = advance(each.flow, each.session, each.event, {
    now: at,
    contact: { tags: tagsByName, timeZone: zone, phone: turn.contact.phone },
    channel,
  });
  each.session = session;
  noteVisit(batch, each, { waiting: before.waiting, entered }, now);
  for (const effect of effects) apply(batch, each, effect, now);
}

function apply(batch: RareEffects, each: Running, effect: Effect, now: Date): void {
  const { turn, flow } = each;
  switch (effect.do) {
    case 'say':
      each.messages.push(messageOf(each, effect.step, effect.text, null, effect.links));
      return;
    case 'sendMms':
      each.messages.push(messageOf(each, effect.step, effect.text, effect.media, effect.links));
      return;
    case 'setTag': {
      const value = effect.value.slice(0, TEXT_LIMITS.tagValue).toWellFormed();
      each.tagsByName[effect.tag] = value;
      const { id: contactId } = turn.contact;
      batch.tags.push({ contactId, tag: effect.tag, value, step: effect.step, played: each });
      return;
    }
    case 'optIn':
      batch.optIns.push({
        list: effect.list,
        step: effect.step,
        words: effect.words,
        campaign: flow.campaignId,
        version: flow.version,
        played: each,
      });
      return;
    case 'notify':
      batch.notices.push({
        list: effect.list,
        step: effect.step,
        text: effect.text,
        links: effect.links ?? [],
        played: each,
      });
      return;
    case 'callApi':
      each.request = effect;
      return;
    case 'switchTo':
      each.target = effect.campaign;
      return;
    case 'recordAnswer':
      batch.events.push({
        ...eventOf(each, 'response', effect.step, now),
        raw: effect.raw,
        intent: effect.intent,
        score: effect.score,
      });
      return;
    case 'fault':
      recordFault(batch, each, effect.step, effect.message, now);
      return;
    // The session holds them: the end, the moment of waking, and with its counters all drip state of this
    // contact.
    case 'end':
    case 'wakeAt':
    case 'resetDrip':
      return;
  }
}

/** Where the turn led, and whether a question waited in vain; one that is asked again still waits. */
function noteVisit(
  batch: RareEffects,
  each: Running,
  { waiting, entered }: { waiting: Session['waiting']; entered: readonly number[] },
  now: Date,
): void {
  const { session, turn, event } = each;
  const gaveUp = event.type === 'woke' && waiting?.for === 'reply' && session.waiting !== waiting;
  const isAskedAgain = entered.length === 0 && session.waiting?.step === waiting?.step;
  const timedOut = gaveUp && !isAskedAgain ? waiting.step : null;
  if (entered.length === 0 && timedOut === null) return;
  batch.visits.push({
    campaignId: session.campaignId,
    contactId: turn.contact.id,
    at: now,
    version: session.published ?? 0,
    from: waiting?.step ?? 0,
    steps: entered,
    timedOut,
  });
}

function messageOf(
  each: Running,
  step: number,
  body: string,
  media: string | null,
  links: readonly PlacedLink[] = [],
): NewMessage {
  const { turn } = each;
  const started = turn.event.type === 'started';
  const byEvent = started && (turn.automatonStartId ?? null) !== null;
  const own = turn.isSend ? 'wait' : 'flow';
  const origin = byEvent ? 'automata' : turn.event.type === 'started' ? ORIGINS[turn.event.by] : own;
  return {
    channelId: turn.channelId,
    contactId: turn.contact.id,
    campaignId: each.flow.campaignId,
    // Only the opening belongs to the blast's own messages.
    blastId: started ? turn.blastId : null,
    stepId: step,
    origin,
    purpose: purposeOf(turn, origin),
    body: body.toWellFormed(),
    media,
    links,
    ...(turn.checked && { checked: { phone: turn.contact.phone } }),
  };
}

const IN_CONVERSATION: ReadonlySet<string> = new Set(['flow', 'wait', 'keyword', 'catch-all']);

function purposeOf({ reply }: Turn, origin: NewMessage['origin']): Purpose {
  if (origin === 'test') return 'test';
  if (!IN_CONVERSATION.has(origin)) return 'message';
  return reply ? 'answer' : 'conversation';
}

function eventOf(each: TurnOutcome, kind: NewEvent['kind'], step: number, now: Date): NewEvent {
  return {
    campaignId: each.flow.campaignId,
    kind,
    at: now,
    contactId: each.turn.contact.id,
    phone: each.turn.contact.phone,
    blastId: each.turn.blastId ?? undefined,
    stepId: step,
    version: each.session.published ?? 0,
  };
}

/** Records bad flow data of a turn: in its result, and as an event of the campaign. */
export function recordFault(
  batch: RareEffects,
  each: TurnOutcome,
  step: number,
  message: string,
  now: Date,
): void {
  each.faults.push(message);
  batch.events.push({ ...eventOf(each, 'fault', step, now), raw: message });
}

/** Somebody begins a campaign that its check finds errors in: counted, so that its author learns of it. */
function noteErrors(batch: RareEffects, each: Running, { finished }: Turn['flow'], now: Date): void {
  if (finished !== false || each.event.type !== 'started' || each.event.by === 'preview') return;
  batch.events.push(eventOf(each, 'broken', 0, now));
}

/** Goes on in the target campaign; false when that campaign is gone. */
function enter(batch: RareEffects, each: Running, flow: Turn['flow'] | undefined, now: Date): boolean {
  if (!flow) {
    recordFault(batch, each, 0, `Campaign ${each.target}, to be switched to, is gone.`, now);
    return false;
  }
  each.flow = flow;
  each.session = switchSession(each.session, flow, each.session.seed + 1);
  each.event = { type: 'started', by: 'switch', text: '' };
  noteErrors(batch, each, flow, now);
  return true;
}

function endRing(batch: RareEffects, each: Running, now: Date): void {
  recordFault(
    batch,
    each,
    0,
    `More than ${ENGINE_LIMITS.switchesPerEvent} campaigns switched to each other; the conversation was ended.`,
    now,
  );
  each.session = { ...each.session, status: 'ended', endReason: 'fault', waiting: null };
}
