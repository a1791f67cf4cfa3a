/**
 * A host in memory for one contact: applies the engine's effects, with a clock that jumps. The phone preview
 * plays drafts on it, tests play talks on it. It keeps to the host's rules: one conversation at a time,
 * opt-out words before any flow, quiet hours for what answers nobody, further tries of calls that fail.
 */

import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { type HoursRule, windowAt } from '@parley/rules/quiet-hours.ts';
import { addSeconds, compareInstants, toLocalDateTime } from '@parley/rules/time-zone.ts';
import { advance, startSession, switchSession } from './advance.ts';
import { type FailureCause, isTrouble, pauseBeforeRetry } from './call-retries.ts';
import type { Effect } from './effect.ts';
import type { ChannelFacts, ContactFacts, EngineEvent } from './event.ts';
import type { Flow } from './flow.ts';
import type { Answer, Session, Waiting } from './session.ts';

export type ApiCall = Extract<Effect, { do: 'callApi' }>;
/** `status`: of a failure, which says whether the call is made again; 0: nothing came. Absent: it is not. */
export type ApiAnswer = { ok: boolean; text: string; status?: number };

/** The rule of a channel, and where the contact is on the clock: in all these zones a message must fit. */
export type QuietHours = { rule: HoursRule; zones: string[]; state: string | null };

/** What comes next by itself: a wait ends, nobody answers, a held message may go, a call is made again. */
export type Happening = { at: string; what: 'wait' | 'no-reply' | 'held' | 'call' };

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
  /** They hold what answers nobody; absent: nothing is held. */
  quiet?: QuietHours;
  /** The number has opted out already. */
  optedOut?: boolean;
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
  /** Moves the clock, and lets happen what happens meanwhile, at its time. */
  passTime(seconds: number): void;
  /** Null: nothing comes by itself. */
  next(): Happening | null;
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
  #optedOut: boolean;
  /** What quiet hours hold, each until a moment. */
  #held: { entry: TranscriptEntry; until: string }[] = [];
  /** A call that failed and is made again. */
  #retry: { call: ApiCall; failed: number; at: string } | null = null;
  /** The contact has just written: no quiet hours hold the answer. */
  #isAnswer = false;

  constructor(start: MemoryHostStart) {
    this.#start = start;
    this.#keywords = new Map(
      Object.entries(start.keywords ?? {}).map(([word, campaign]) => [normaliseKeyword(word), campaign]),
    );
    this.#tags = { ...start.contact.tags };
    this.#now = start.now;
    this.#seed = start.seed ?? 1;
    this.#optedOut = start.optedOut ?? false;
  }

  // What hosts call belongs to the object itself: they spread it into hosts of their own.
  start = (
    campaignId: number,
    by: Extract<EngineEvent, { type: 'started' }>['by'] = 'preview',
    text = '',
  ): void => {
    if (this.#optedOut) this.#note('This number is opted out: the campaign does not start');
    else if (this.#open(campaignId, null)) {
      this.#isAnswer = false;
      this.#happen({ type: 'started', by, text });
    }
  };

  say = (text: string): void => {
    this.#isAnswer = true;
    this.#transcript.push({ from: 'them', text, step: this.#session?.waiting?.step ?? 0, at: this.#now });
    if (this.#handleReserved(text) || this.#optedOut) return;
    const campaign = this.#keywords.get(normaliseKeyword(text));
    if (campaign === undefined) this.#happen({ type: 'said', text });
    else if (this.#open(campaign, null)) this.#happen({ type: 'started', by: 'keyword', text });
  };

  skipWait = (): boolean => {
    const waiting = this.waiting();
    const until = waiting?.for === 'api' ? this.#retry?.at : waiting?.until;
    if (!until) return false;
    this.#passUntil(until);
    return true;
  };

  passTime = (seconds: number): void => this.#passUntil(addSeconds(this.#now, seconds));

  next = (): Happening | null => {
    const waiting = this.waiting();
    const coming: Happening[] = this.#held.map(({ until }) => ({ at: until, what: 'held' }));
    if (waiting && waiting.for !== 'api' && waiting.until !== null)
      coming.push({ at: waiting.until, what: waiting.for === 'reply' ? 'no-reply' : 'wait' });
    if (this.#retry) coming.push({ at: this.#retry.at, what: 'call' });
    return coming.toSorted((one, other) => compareInstants(one.at, other.at))[0] ?? null;
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

  #passUntil(end: string): void {
    for (let happened = 0; ; happened++) {
      const next = this.next();
      if (!next || compareInstants(next.at, end) > 0) break;
      if (happened === ENGINE_LIMITS.happeningsPerJump) {
        this.#note(`More than ${happened} things happened in this time; the clock stopped here.`);
        return;
      }
      if (compareInstants(next.at, this.#now) > 0) this.#now = next.at;
      if (next.what === 'held') this.#release();
      else if (next.what === 'call') this.#callAgain();
      else {
        this.#isAnswer = false;
        this.#happen({ type: 'woke' });
      }
    }
    this.#now = end;
  }

  /** What was held and may go now. */
  #release(): void {
    const isDue = ({ until }: { until: string }) => compareInstants(until, this.#now) <= 0;
    for (const { entry } of this.#held.filter(isDue)) this.#transcript.push({ ...entry, at: this.#now });
    this.#held = this.#held.filter((each) => !isDue(each));
  }

  #callAgain(): void {
    if (!this.#retry) return;
    const { call, failed } = this.#retry;
    this.#retry = null;
    const answered = this.#makeCall(call, failed);
    if (answered) this.#happen(answered);
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
    if (effect.do === 'callApi') return this.#makeCall(effect, 0);
    if (effect.do === 'switchTo') return this.#switchTo(effect.campaign, effect.step);
    if (effect.do === 'say' || effect.do === 'sendMms') this.#send(effect);
    else this.#keep(effect);
    return null;
  }

  #send(effect: Extract<Effect, { do: 'say' | 'sendMms' }>): void {
    const { text, step } = effect;
    const media = effect.do === 'sendMms' ? { media: effect.media } : {};
    const entry: TranscriptEntry = { from: 'us', text, step, at: this.#now, ...media };
    const { quiet } = this.#start;
    if (!quiet || this.#isAnswer || !this.#hold(entry, quiet)) this.#transcript.push(entry);
  }

  /** Keeps a message until the window opens; false when it is open. */
  #hold(entry: TranscriptEntry, { rule, zones, state }: QuietHours): boolean {
    const window = windowAt({ zones, state, rule: 'account', why: '' }, rule, Date.parse(this.#now));
    if (window.open) return false;
    const until = new Date(window.until).toISOString();
    this.#held.push({ entry, until });
    const local = toLocalDateTime(until, zones[0] ?? this.#start.contact.timeZone).slice(0, 16);
    this.#note(`Held until ${local} on their clock. ${window.why}`, entry.step);
    return true;
  }

  /** What changes the contact or the conversation, and is noted. */
  #keep(effect: Exclude<Effect, { do: 'callApi' | 'switchTo' | 'say' | 'sendMms' }>): void {
    switch (effect.do) {
      case 'setTag':
        this.#tags[effect.tag] = effect.value;
        this.#note(`Tag “${effect.tag}” set to “${effect.value}”`, effect.step);
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

  /** What the conversation hears of a call; null: it failed and is made again. */
  #makeCall(call: ApiCall, failed: number): EngineEvent | null {
    const answer = this.#answerOf(call);
    const { ok, text } = answer;
    const pause = ok ? null : pauseBeforeRetry({ ...call, failed }, causeOf(answer));
    if (pause === null) return { type: 'answered', ok, text };
    this.#note(`The call failed: ${text} It is made again in ${pause} seconds.`, call.step);
    this.#retry = { call, failed: failed + 1, at: addSeconds(this.#now, pause) };
    return null;
  }

  #answerOf(call: ApiCall): ApiAnswer {
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
    this.#retry = null;
    this.#session = left
      ? switchSession(left, { campaignId }, seed)
      : startSession({ campaignId, seed, variables: {} });
    return true;
  }

  #end(endReason: 'fault' | 'opted-out'): void {
    this.#retry = null;
    if (this.#session) this.#session = { ...this.#session, status: 'ended', endReason, waiting: null };
  }

  /** What the words before any flow do; true when the text is done with. */
  #handleReserved(text: string): boolean {
    const { kind } = classifyInbound(text);
    if (kind === 'stop') {
      this.#optedOut = true;
      this.#held = [];
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

/** What a failure counts as, where calls are made again. */
function causeOf({ status }: ApiAnswer): FailureCause | undefined {
  if (status === undefined) return undefined;
  if (status === 0) return 'no-answer';
  return isTrouble(status) ? 'trouble' : undefined;
}

const END_NOTES: Record<string, string> = {
  done: 'The conversation ended',
  expired: 'Nobody answered in time; the conversation ended',
  fault: 'The conversation was ended by a fault',
};
