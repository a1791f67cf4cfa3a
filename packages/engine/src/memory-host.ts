/**
 * A host in memory for one contact: applies the engine's effects, with a clock that can be skipped. The
 * phone preview plays drafts on it, tests play talks on it. It keeps to the host's rules: one conversation at
 * a time, opt-out words before any flow.
 */

import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { advance, startSession, switchSession } from './advance.ts';
import type { Effect } from './effect.ts';
import type { ChannelFacts, ContactFacts, EngineEvent } from './event.ts';
import type { Flow } from './flow.ts';
import type { Answer, Session, Waiting } from './session.ts';

export type ApiCall = Extract<Effect, { do: 'callApi' }>;
export type ApiAnswer = { ok: boolean; text: string };

export type MemoryHostStart = {
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
  /** Answers API calls; those without an answer are noted and answered empty. */
  callApi?: (call: ApiCall) => ApiAnswer | null;
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

export type MemoryHost = {
  /** Starts a campaign; an active conversation ends. */
  start(campaignId: number, by?: Extract<EngineEvent, { type: 'started' }>['by'], text?: string): void;
  /** The contact writes. */
  say(text: string): void;
  /**
   * Moves the clock to the end of the present wait and wakes the conversation; false when nothing waits for a
   * time.
   */
  skipWait(): boolean;
  transcript(): readonly TranscriptEntry[];
  /** Tags and lists opted into; of the last conversation its answers by step id, and what else it knows. */
  variables(): {
    tags: Record<string, string>;
    answers: Record<string, Answer>;
    known: Record<string, string>;
    lists: number[];
  };
  /** The last conversation, null before the first. */
  session(): Session | null;
  waiting(): Waiting | null;
  now(): string;
};

/** Makes a host. Campaigns are taken as they are; replacing one means making a new one. */
export const createMemoryHost = (start: MemoryHostStart): MemoryHost => new MemoryWorld(start);

class MemoryWorld implements MemoryHost {
  readonly #start: MemoryHostStart;
  readonly #keywords: ReadonlyMap<string, number>;
  readonly #transcript: TranscriptEntry[] = [];
  readonly #tags: Record<string, string>;
  readonly #lists = new Set<number>();
  #now: string;
  #seed: number;
  #session: Session | null = null;
  #optedOut = false;

  constructor(start: MemoryHostStart) {
    this.#start = start;
    this.#keywords = new Map(
      Object.entries(start.keywords ?? {}).map(([word, campaign]) => [normaliseKeyword(word), campaign]),
    );
    this.#tags = { ...start.contact.tags };
    this.#now = start.now;
    this.#seed = start.seed ?? 1;
  }

  // What hosts call belongs to the object itself: they spread it into hosts of their own.
  start = (
    campaignId: number,
    by: Extract<EngineEvent, { type: 'started' }>['by'] = 'preview',
    text = '',
  ): void => {
    if (this.#optedOut) this.#note('This number is opted out: the campaign does not start');
    else if (this.#open(campaignId, null)) this.#happen({ type: 'started', by, text });
  };

  say = (text: string): void => {
    this.#transcript.push({ from: 'them', text, step: this.#session?.waiting?.step ?? 0, at: this.#now });
    if (this.#handleReserved(text) || this.#optedOut) return;
    const campaign = this.#keywords.get(normaliseKeyword(text));
    if (campaign === undefined) this.#happen({ type: 'said', text });
    else if (this.#open(campaign, null)) this.#happen({ type: 'started', by: 'keyword', text });
  };

  skipWait = (): boolean => {
    const waiting = this.waiting();
    if (!waiting || waiting.for === 'api' || waiting.until === null) return false;
    this.#now = waiting.until;
    this.#happen({ type: 'woke' });
    return true;
  };

  transcript = (): readonly TranscriptEntry[] => this.#transcript;
  session = (): Session | null => this.#session;
  waiting = (): Waiting | null => this.#session?.waiting ?? null;
  now = (): string => this.#now;
  variables = () => ({
    tags: { ...this.#tags },
    answers: { ...this.#session?.answers },
    known: { ...this.#session?.variables },
    lists: [...this.#lists],
  });

  #note(text: string, step = 0): void {
    this.#transcript.push({ from: 'note', text, step, at: this.#now });
  }

  /**
   * One event from outside, with all that follows from it at once: results of calls, switches of campaign.
   */
  #happen(first: EngineEvent): void {
    let event: EngineEvent | null = first;
    for (let switches = 0, calls = 0; event; ) {
      const follow = this.#turn(event);
      if (follow?.type === 'answered' && ++calls > ENGINE_LIMITS.callsPerEvent) {
        this.#note(
          `More than ${ENGINE_LIMITS.callsPerEvent} API calls followed each other; the conversation was ended.`,
        );
        this.#end('fault');
        return;
      }
      if (follow?.type === 'started' && ++switches > ENGINE_LIMITS.switchesPerEvent) {
        this.#note(
          `More than ${ENGINE_LIMITS.switchesPerEvent} campaigns switched to each other; the conversation was ended.`,
        );
        this.#end('fault');
        return;
      }
      event = follow;
    }
  }

  /** Runs one event and applies its effects; the event that follows at once, or null. */
  #turn(event: EngineEvent): EngineEvent | null {
    const { campaigns, contact, channel } = this.#start;
    const flow = this.#session && campaigns[this.#session.campaignId];
    if (!this.#session || !flow) return null;
    const { session, effects } = advance(flow, this.#session, event, {
      now: this.#now,
      contact: { ...contact, tags: { ...this.#tags } },
      ...(channel && { channel }),
    });
    this.#session = session;
    let follow: EngineEvent | null = null;
    for (const effect of effects) follow = this.#apply(effect) ?? follow;
    return follow;
  }

  #apply(effect: Effect): EngineEvent | null {
    if (effect.do === 'callApi') return { type: 'answered', ...this.#answerCall(effect) };
    if (effect.do === 'switchTo') return this.#switchTo(effect.campaign, effect.step);
    if (effect.do === 'say' || effect.do === 'sendMms') this.#send(effect);
    else this.#keep(effect);
    return null;
  }

  #send(effect: Extract<Effect, { do: 'say' | 'sendMms' }>): void {
    const { text, step } = effect;
    const media = effect.do === 'sendMms' ? { media: effect.media } : {};
    this.#transcript.push({ from: 'us', text, step, at: this.#now, ...media });
  }

  /** What changes the contact or the conversation, and is noted. */
  #keep(effect: Exclude<Effect, { do: 'callApi' | 'switchTo' | 'say' | 'sendMms' }>): void {
    switch (effect.do) {
      case 'setTag':
        this.#tags[effect.tag] = effect.value;
        this.#note(`Tag "${effect.tag}" set to "${effect.value}"`, effect.step);
        break;
      case 'optIn':
        this.#lists.add(effect.list);
        this.#note(`Added to list ${effect.list}`, effect.step);
        break;
      case 'notify':
        this.#note(`To list ${effect.list}: ${effect.text}`, effect.step);
        break;
      case 'resetDrip':
        this.#note('Loop counters and drip state cleared', effect.step);
        break;
      case 'fault':
        this.#note(effect.message, effect.step);
        break;
      case 'end':
        this.#note(END_NOTES[effect.reason] ?? 'The conversation ended');
        break;
      case 'recordAnswer':
      case 'wakeAt':
        break;
    }
  }

  #answerCall(call: ApiCall): ApiAnswer {
    const answer = this.#start.callApi?.(call);
    if (answer) return answer;
    this.#note(`API call to ${call.url} (not made in the preview)`, call.step);
    return { ok: true, text: '' };
  }

  #switchTo(campaign: number, step: number): EngineEvent | null {
    this.#note(`Goes on in campaign ${campaign}`, step);
    return this.#open(campaign, this.#session) ? { type: 'started', by: 'switch', text: '' } : null;
  }

  /**
   * Puts a fresh conversation in the place of the present one, or goes on from the one left; false when there
   * is no such campaign.
   */
  #open(campaignId: number, left: Session | null): boolean {
    if (!this.#start.campaigns[campaignId]) {
      this.#note(`There is no campaign ${campaignId} here`);
      return false;
    }
    const seed = this.#seed++;
    this.#session = left
      ? switchSession(left, { campaignId }, seed)
      : startSession({ campaignId, seed, variables: {} });
    return true;
  }

  #end(endReason: 'fault' | 'opted-out'): void {
    if (this.#session) this.#session = { ...this.#session, status: 'ended', endReason, waiting: null };
  }

  /** What the words before any flow do; true when the text is done with. */
  #handleReserved(text: string): boolean {
    const { kind } = classifyInbound(text);
    if (kind === 'stop') {
      this.#optedOut = true;
      if (this.#session?.status === 'active') this.#end('opted-out');
      this.#note('Opted out: nothing more is sent to this number');
    } else if (kind === 'start' || (kind === 'yes' && this.#optedOut)) {
      this.#optedOut = false;
      this.#note('Opted in again');
    } else if (kind === 'help') this.#note('The account’s name and contact are sent');
    else return false;
    return true;
  }
}

const END_NOTES: Record<string, string> = {
  done: 'The conversation ended',
  expired: 'Nobody answered in time; the conversation ended',
  fault: 'The conversation was ended by a fault',
};
