import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  advance,
  type ContactFacts,
  type EngineEvent,
  flowOf,
  STEP_TYPES,
  type StepShorthand,
  startSession,
} from './index.ts';

/**
 * The case table of one step type. A turn's event is `start` (the text that started it), `say`, `wake` (at
 * this instant) or `answered`; `steps` replaces the flow first, as an author's edit does. `effects` are
 * matched one by one, their named fields only.
 */
type Turn = {
  steps?: StepShorthand[];
  start?: string;
  say?: string;
  wake?: string;
  answered?: { ok: boolean; text: string };
  effects: object[] | 'ends with';
  last?: object[];
  session?: object;
};
type Case = {
  name: string;
  steps: StepShorthand[];
  contact?: Partial<ContactFacts>;
  variables?: Record<string, string>;
  turns: Turn[];
};

const START = '2026-03-02T15:00:00Z';

describe.each(STEP_TYPES)('%s', (type) => {
  const cases: Case[] = JSON.parse(readFileSync(new URL(`cases/${type}.json`, import.meta.url), 'utf8'));

  it('has cases that use it', () => {
    expect(cases.some(({ steps }) => steps.some((step) => step.type === type))).toBe(true);
  });

  it.each(cases)('$name', ({ steps, contact, variables, turns }) => {
    let flow = frozen(flowOf(1, steps));
    let session = startSession({ campaignId: 1, seed: 7, variables: variables ?? {} });
    for (const turn of turns) {
      if (turn.steps) flow = frozen(flowOf(1, turn.steps));
      const facts = { phone: '+15555550100', timeZone: 'America/New_York', tags: {}, ...contact };
      const context = frozen({ now: turn.wake ?? START, contact: facts });
      const { session: next, effects } = advance(flow, frozen(session), eventOf(turn), context);
      if (turn.effects === 'ends with')
        expect(effects.slice(-(turn.last ?? []).length)).toMatchObject(turn.last ?? []);
      else expect(effects).toMatchObject(turn.effects);
      const stored = JSON.parse(JSON.stringify(next));
      expect(stored).toEqual(next);
      if (turn.session) expect(stored).toMatchObject(turn.session);
      session = stored;
    }
  });
});

function eventOf(turn: Turn): EngineEvent {
  if (turn.start !== undefined) return { type: 'started', by: 'keyword', text: turn.start };
  if (turn.say !== undefined) return { type: 'said', text: turn.say };
  return turn.answered ? { type: 'answered', ...turn.answered } : { type: 'woke' };
}

/** Frozen through and through: a change of an input throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
