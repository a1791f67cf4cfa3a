/** One conversation of the past, played by the engine itself: what was said, when, and what came of it. */
import {
  advance,
  type Effect,
  type EngineEvent,
  type Flow,
  type Session,
  startSession,
} from '@parley/engine';
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import type { Dice } from './random.ts';

export type TalkText = { from: 'us' | 'them'; at: Date; text: string; step: number; opening: boolean };
export type PlayedTalk = {
  said: TalkText[];
  answers: { at: Date; step: number; raw: string; intent: string; score: string }[];
  optIns: { at: Date; step: number; list: number; words: string }[];
  /** Where each turn led, from which step (0: the start), and the question that waited in vain. */
  visits: { at: Date; from: number; steps: number[]; timedOut: number | null }[];
  session: Session;
  /** When they opted out; null: they did not. */
  stopped: Date | null;
};

export type Talk = {
  flow: Flow;
  contact: { phone: string; tags: Record<string, string>; timeZone: string };
  /** The keyword they texted, or '' when a blast started it. */
  keyword: string;
  at: Date;
  /** The present: nothing happens after it. */
  until: Date;
  answers: readonly string[];
  dice: Dice;
};

const SECOND = 1_000;

export function playTalk(talk: Talk): PlayedTalk {
  const { flow, contact, dice, until } = talk;
  const played: PlayedTalk = {
    said: [],
    answers: [],
    optIns: [],
    visits: [],
    stopped: null,
    session: startSession({ campaignId: flow.campaignId, seed: dice.between(1, 1_000_000), variables: {} }),
  };
  const left = [...talk.answers];
  let now = talk.at;

  function happen(event: EngineEvent): void {
    const context = { now: now.toISOString(), contact };
    const { waiting } = played.session;
    const advanced = advance(flow, played.session, event, context);
    played.session = advanced.session;
    const timedOut = event.type === 'woke' && waiting?.for === 'reply' ? waiting.step : null;
    if (advanced.entered.length > 0)
      played.visits.push({ at: now, from: waiting?.step ?? 0, steps: advanced.entered, timedOut });
    for (const effect of advanced.effects) keep(effect, event);
  }

  function keep(effect: Effect, event: EngineEvent): void {
    const at = new Date(now.getTime() + SECOND);
    if (effect.do === 'say')
      played.said.push({
        from: 'us',
        at,
        text: effect.text,
        step: effect.step,
        opening: event.type === 'started',
      });
    else if (effect.do === 'recordAnswer') played.answers.push({ ...effect, at: now });
    else if (effect.do === 'optIn')
      played.optIns.push({ at, step: effect.step, list: effect.list, words: effect.words });
    else if (effect.do !== 'wakeAt' && effect.do !== 'end')
      throw new Error(`The story knows no effect "${effect.do}".`);
  }

  function hear(text: string, opening: boolean): void {
    const step = played.session.waiting?.step ?? 0;
    played.said.push({ from: 'them', at: now, text, step, opening });
  }

  if (talk.keyword !== '') hear(talk.keyword, true);
  happen({ type: 'started', by: talk.keyword === '' ? 'blast' : 'keyword', text: talk.keyword });
  for (;;) {
    const { waiting } = played.session;
    if (!waiting || waiting.for === 'api') return played;
    const wakes = waiting.until === null ? null : new Date(waiting.until);
    const answersAt = new Date(now.getTime() + dice.between(20, dice.chance(0.8) ? 300 : 7_200) * SECOND);
    const speaks = waiting.for === 'reply' && left.length > 0 && (wakes === null || answersAt < wakes);
    const next = speaks ? answersAt : wakes;
    if (next === null || next > until) return played;
    now = next;
    if (!speaks) {
      happen({ type: 'woke' });
      continue;
    }
    const text = left.shift() ?? '';
    hear(text, false);
    if (classifyInbound(text).kind === 'stop') {
      played.stopped = now;
      played.session = { ...played.session, status: 'ended', endReason: 'opted-out', waiting: null };
      return played;
    }
    happen({ type: 'said', text });
  }
}
