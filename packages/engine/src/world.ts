/**
 * A world in memory for one contact: applies the engine's effects, with a clock that can be skipped. The phone preview plays drafts
 * on it, tests play talks on it. It keeps to the host's rules: one conversation at a time, opt-out words before any flow.
 */
import { classifyInbound, normaliseKeyword } from '@parley/rules/keyword.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { advance, startSession, switchSession } from './advance.ts';
import type { Effect } from './effect.ts';
import type { ChannelFacts, ContactFacts, EngineEvent } from './event.ts';
import type { Flow } from './flow.ts';
import type { Answer, Session, Waiting } from './session.ts';

export type ApiCall = Extract<Effect, { do: 'callApi' }>;
export type ApiAnswer = { ok: boolean; text: string };

export type WorldStart = {
  campaigns: Readonly<Record<number, Flow>>;
  contact: ContactFacts;
  /** ISO instant. */
  now: string;
  /** Dice of the first conversation; later ones count on from it. */
  seed?: number;
  /** Campaigns by keyword. */
  keywords?: Readonly<Record<string, number>>;
  /** Short links are written where it is known. */
  channel?: ChannelFacts;
  /** Answers API calls; without it they are noted and answered empty. */
  callApi?: (call: ApiCall) => ApiAnswer;
};

/** `them`: the contact wrote it, `us`: we sent it, `note`: what happened beside. */
export type TranscriptEntry = {
  from: 'them' | 'us' | 'note';
  text: string;
  /** The step's id, 0 for none. */
  step: number;
  at: string;
  media?: string;
};

export type World = {
  /** Starts a campaign; an active conversation ends. */
  start(campaignId: number, by?: Extract<EngineEvent, { type: 'started' }>['by'], text?: string): void;
  /** The contact writes. */
  say(text: string): void;
  /** Moves the clock to the end of the present wait and wakes the conversation; false when nothing waits for a time. */
  skipWait(): boolean;
  transcript(): readonly TranscriptEntry[];
  /** What was stored: tags, answers of the last conversation by step id, lists opted into. */
  variables(): { tags: Record<string, string>; answers: Record<string, Answer>; lists: number[] };
  /** The last conversation, null before the first. */
  session(): Session | null;
  waiting(): Waiting | null;
  now(): string;
};

/** Makes a world. Campaigns are taken as they are; replacing one means making a new world. */
export function createWorld(start: WorldStart): World {
  const { campaigns, callApi } = start;
  const keywords = new Map(
    Object.entries(start.keywords ?? {}).map(([word, campaign]) => [normaliseKeyword(word), campaign]),
  );
  const transcript: TranscriptEntry[] = [];
  const tags = { ...start.contact.tags };
  const lists = new Set<number>();
  let now = start.now;
  let seed = start.seed ?? 1;
  let session: Session | null = null;
  let optedOut = false;

  const note = (text: string, step = 0) => transcript.push({ from: 'note', text, step, at: now });

  /** One event from outside, with all that follows from it at once: results of calls, switches of campaign. */
  function happen(first: EngineEvent): void {
    let event: EngineEvent | null = first;
    for (let switches = 0; event; ) {
      const follow = turn(event);
      if (follow?.type === 'started' && ++switches > ENGINE_LIMITS.switchesPerEvent) {
        note(
          `More than ${ENGINE_LIMITS.switchesPerEvent} campaigns switched to each other; the conversation was ended.`,
        );
        if (session) session = { ...session, status: 'ended', endReason: 'fault', waiting: null };
        return;
      }
      event = follow;
    }
  }

  const channel = start.channel ? { channel: start.channel } : {};

  /** Runs one event and applies its effects; the event that follows at once, or null. */
  function turn(event: EngineEvent): EngineEvent | null {
    const flow = session && campaigns[session.campaignId];
    if (!session || !flow) return null;
    const context = { now, contact: { ...start.contact, tags: { ...tags } }, ...channel };
    const advanced = advance(flow, session, event, context);
    session = advanced.session;
    let follow: EngineEvent | null = null;
    for (const effect of advanced.effects) follow = apply(effect) ?? follow;
    return follow;
  }

  function apply(effect: Effect): EngineEvent | null {
    switch (effect.do) {
      case 'say':
        transcript.push({ from: 'us', text: effect.text, step: effect.step, at: now });
        return null;
      case 'sendMms':
        transcript.push({ from: 'us', text: effect.text, step: effect.step, at: now, media: effect.media });
        return null;
      case 'setTag':
        tags[effect.tag] = effect.value;
        note(`Tag "${effect.tag}" set to "${effect.value}"`, effect.step);
        return null;
      case 'optIn':
        lists.add(effect.list);
        note(`Added to list ${effect.list}`, effect.step);
        return null;
      case 'notify':
        note(`To list ${effect.list}: ${effect.text}`, effect.step);
        return null;
      case 'resetDrip':
        note('Loop counters and drip state cleared', effect.step);
        return null;
      case 'fault':
        note(effect.message, effect.step);
        return null;
      case 'end':
        note(END_NOTES[effect.reason] ?? 'The conversation ended');
        return null;
      case 'callApi':
        return { type: 'answered', ...answerCall(effect) };
      case 'switchTo':
        return switchTo(effect.campaign, effect.step);
      case 'recordAnswer':
      case 'wakeAt':
        return null;
    }
  }

  function answerCall(call: ApiCall): ApiAnswer {
    if (callApi) return callApi(call);
    note(`API call to ${call.url} (not made in the preview)`, call.step);
    return { ok: true, text: '' };
  }

  function switchTo(campaign: number, step: number): EngineEvent | null {
    note(`Goes on in campaign ${campaign}`, step);
    return open(campaign, session) ? { type: 'started', by: 'switch', text: '' } : null;
  }

  /** Puts a fresh conversation in the place of the present one, or goes on from the one left; false when there is no such campaign. */
  function open(campaignId: number, left: Session | null): boolean {
    if (!campaigns[campaignId]) {
      note(`There is no campaign ${campaignId} here`);
      return false;
    }
    session = left
      ? switchSession(left, campaignId, seed++)
      : startSession({ campaignId, seed: seed++, variables: {} });
    return true;
  }

  /** What the words before any flow do; true when the text is done with. */
  function handleReserved(text: string): boolean {
    const { kind } = classifyInbound(text);
    if (kind === 'stop') {
      optedOut = true;
      if (session?.status === 'active')
        session = { ...session, status: 'ended', endReason: 'opted-out', waiting: null };
      note('Opted out: nothing more is sent to this number');
    } else if (kind === 'start' || (kind === 'yes' && optedOut)) {
      optedOut = false;
      note('Opted in again');
    } else if (kind === 'help') note('The account’s name and contact are sent');
    else return false;
    return true;
  }

  return {
    start(campaignId, by = 'preview', text = '') {
      if (optedOut) note('This number is opted out: the campaign does not start');
      else if (open(campaignId, null)) happen({ type: 'started', by, text });
    },
    say(text) {
      transcript.push({ from: 'them', text, step: session?.waiting?.step ?? 0, at: now });
      if (handleReserved(text) || optedOut) return;
      const campaign = keywords.get(normaliseKeyword(text));
      if (campaign !== undefined) {
        if (open(campaign, null)) happen({ type: 'started', by: 'keyword', text });
      } else happen({ type: 'said', text });
    },
    skipWait() {
      const waiting = session?.waiting;
      if (!waiting || waiting.for === 'api' || waiting.until === null) return false;
      now = waiting.until;
      happen({ type: 'woke' });
      return true;
    },
    transcript: () => transcript,
    variables: () => ({ tags: { ...tags }, answers: { ...session?.answers }, lists: [...lists] }),
    session: () => session,
    waiting: () => session?.waiting ?? null,
    now: () => now,
  };
}

const END_NOTES: Record<string, string> = {
  done: 'The conversation ended',
  expired: 'Nobody answered in time; the conversation ended',
  fault: 'The conversation was ended by a fault',
};
