/**
 * What holds of any flow and any events. `npm test` asks it of a few hundred conversations, `npm run
 * properties` of 10,000, with flows of 40 steps.
 */
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Advanced,
  advance,
  createMemoryHost,
  type Effect,
  type EngineEvent,
  type Flow,
  flowOf,
  type Session,
  STEP_TYPES,
  type StepShorthand,
  type StoredSession,
  startSession,
  switchSession,
  type TurnContext,
  upgradeSession,
} from './index.ts';

const RUNS = Number(process.env.ENGINE_RUNS ?? 200);
const STEPS = Number(process.env.ENGINE_STEPS ?? 12);
const EVENTS = 40;
/** A run of a property may be given up by nobody: the whole of it has as long as it needs. */
const PATIENCE_MS = 3_600_000;

const START = '2026-03-02T15:00:00.000Z';
const CONTACT = {
  phone: '+15555550100',
  timeZone: 'America/New_York',
  tags: { Town: 'Oslo', Due: '2026-03-09' } as Record<string, string>,
};
const CHANNEL = { linkBase: 'https://l.example', carriesMms: false };

// Flows: every field that leads somewhere or says something, and steps that are not there.

const id = fc.integer({ min: 0, max: STEPS + 1 });
const few = fc.integer({ min: 0, max: 3 });
const text = fc.constantFrom(
  '',
  ' ',
  'Hello',
  'Hi {%Name|you%}, {%town%}',
  '{%answer:1%} {%intent:2|nothing%}',
  'See https://a.example/{%Town%} and {%link:preferences%}',
  '{%%} {% {%answer:%}',
);
const said = fc.oneof(
  fc.constantFrom(
    'yes',
    'Yes please',
    'no',
    'not yes',
    '1',
    'b',
    '',
    '👍',
    '{%Town%}',
    'maybe later',
    '__proto__',
  ),
  fc.string({ maxLength: 30 }),
);
const wait = fc.record({
  unit: fc.constantFrom('seconds' as const, 'minutes' as const, 'hours' as const, 'today' as const),
  amount: fc.integer({ min: 0, max: 60 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.constantFrom(0, 30),
  dateTime: fc.constantFrom('', '', '2026-03-03 09:00:00', '2020-01-01 00:00:00', '2026-03-08 02:30:00'),
});
const long = fc.oneof(
  fc.constant(null),
  fc.record({ for: fc.constantFrom('days' as const, 'weeks' as const), amount: few }),
  fc.record({
    for: fc.constant('date' as const),
    days: fc.integer({ min: -9, max: 9 }),
    hour: fc.constant(9),
    minute: fc.constant(0),
    otherwise: id,
  }),
);
const action = fc.oneof(fc.record({ next: id }), fc.record({ response: text }), fc.record({ switchTo: few }));
const intent = fc
  .record({
    text: fc.constantFrom('Yes', 'No', 'Maybe', '', '3', '👍'),
    score: fc.constantFrom('', '5'),
    phrases: fc.array(fc.constantFrom('sure', 'not today', 'yes please'), { maxLength: 3 }),
    pattern: fc.constantFrom('', '', '^y', '(a+)+$', '(?=x)', '(', '.{0,999}'),
  })
  .chain((fields) => action.map((does) => ({ ...fields, ...does })));
const worded = { text, alternatives: fc.array(text, { maxLength: 3 }), shortLinks: fc.boolean() };
const OWN: Record<StepShorthand['type'], fc.Arbitrary<object>> = {
  message: fc.record(worded),
  'final-message': fc.record(worded),
  'choice-question': question(),
  'open-question': question(),
  branch: fc.record({
    conditions: fc.array(
      fc.record({
        operator: fc.constantFrom('=', 'LIKE', '<', '>=' as const),
        data: fc.constantFrom('{%answer:1%}', '{%Town%}', 'a', ''),
        value: fc.constantFrom('yes', 'Oslo', ''),
        next: id,
      }),
      { maxLength: 3 },
    ) as fc.Arbitrary<object[]>,
  }),
  wait: fc.record({ wait, long, tag: fc.constantFrom('', 'Due', 'Town') }),
  tag: fc.record({ tag: fc.constantFrom('', 'Town', 'Name'), value: text }),
  'opt-in': fc.record({ list: few }),
  notification: fc.record({ list: few, text }),
  mms: fc.record({ text, media: fc.constantFrom('', 'https://a.example/b.png', 'nonsense') }),
  'drip-reset': fc.record({}),
  auxiliary: fc.record({}),
  switch: fc.record({ switchTo: few }),
  'api-call': fc.record({
    url: fc.constantFrom('', 'https://a.example', 'not an address'),
    body: text,
    resultAction: fc.constantFrom('send', 'store'),
    onError: id,
    retries: few,
    picks: fc.constantFrom(undefined, [{ id: 1, path: '$.a', name: 'A', inTag: true }]),
  }),
};

function question(): fc.Arbitrary<object> {
  return fc.record({
    ...worded,
    intents: fc.array(intent, { maxLength: 4 }),
    threshold: fc.constantFrom(undefined, 30, 70, 100),
    wait,
    retries: few,
    onExpiry: fc.constantFrom('next', 'end'),
    required: fc.boolean(),
    validate: fc.boolean(),
    errorText: text,
  });
}

const step: fc.Arbitrary<StepShorthand> = fc
  .constantFrom(...STEP_TYPES)
  .chain((type) =>
    fc
      .tuple(fc.record({ next: id, loop: fc.record({ max: few, step: id, message: text }) }), OWN[type])
      .map(([common, own]) => ({ type, ...common, ...own }) as StepShorthand),
  );
const steps = fc.array(step, { minLength: 1, maxLength: STEPS, size: 'max' });

/** `lets`: the present wait passes, or some minutes do. */
type Happening = EngineEvent | { type: 'lets'; minutes: number | null };
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: said.map((words): Happening => ({ type: 'said', text: words })), weight: 4 },
  { arbitrary: fc.constant<Happening>({ type: 'lets', minutes: null }), weight: 3 },
  fc.integer({ min: 0, max: 5000 }).map((minutes): Happening => ({ type: 'lets', minutes })),
  fc.constantFrom<Happening>(
    { type: 'started', by: 'blast', text: '' },
    { type: 'woke' },
    { type: 'answered', ok: true, text: '{"a":"b"}' },
    { type: 'answered', ok: false, text: 'no answer' },
  ),
);
const happenings = fc.array(happening, { maxLength: EVENTS });

const check = (property: fc.IRawProperty<unknown>) =>
  fc.assert(property, { numRuns: RUNS, endOnFailure: true });

/** Frozen through and through: a change of an input throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

type Turn = { before: Session; event: EngineEvent; context: TurnContext; after: Advanced };

/** Plays a flow, edited to another one half-way; `between` is what storing a session makes of it. */
function play(
  flows: { first: Flow; second: Flow },
  events: readonly Happening[],
  between: (session: Session) => Session = (session) => session,
): Turn[] {
  const turns: Turn[] = [];
  let now = START;
  let session = startSession({ campaignId: 1, seed: 7, variables: { Name: 'Ada' } });
  for (const [index, each] of [
    { type: 'started', by: 'api', text: 'hi' } as Happening,
    ...events,
  ].entries()) {
    if (each.type === 'lets') now = later(now, session, each.minutes);
    const event: EngineEvent = each.type === 'lets' ? { type: 'woke' } : each;
    const context = frozen({ now, contact: CONTACT, channel: CHANNEL });
    const flow = index * 2 > events.length ? flows.second : flows.first;
    const before = frozen(between(session));
    const after = advance(flow, before, event, context);
    turns.push({ before, event, context, after });
    session = after.session;
  }
  return turns;
}

function later(now: string, { waiting }: Session, minutes: number | null): string {
  if (minutes !== null) return new Date(Date.parse(now) + minutes * 60_000).toISOString();
  const until = waiting && waiting.for !== 'api' ? waiting.until : null;
  return until !== null && until > now ? until : now;
}

const flowsOf = ([first, second]: [StepShorthand[], StepShorthand[]]) => ({
  first: frozen(flowOf(1, first)),
  second: frozen(flowOf(1, second, 2)),
});
const edited = fc.tuple(steps, steps).map(flowsOf);

/** A step says a text and three faults at most, beside one for each pattern of the question asked. */
const MOST_EFFECTS = ENGINE_LIMITS.stepsPerEvent * 4 + 10;
const SPEAKS: readonly Effect['do'][] = ['say', 'sendMms', 'notify', 'callApi'];
const LEAVES: readonly Effect['do'][] = ['end', 'switchTo'];

/** As a release stored it that knew neither versions nor which steps were entered. */
function asFirstStored({ reached: _, ...session }: Session): StoredSession {
  return JSON.parse(JSON.stringify({ ...session, v: 1 }));
}

describe('any flow and any events', { timeout: PATIENCE_MS }, () => {
  it('end each turn waiting or ended, with effects that are bounded, and silence behind the end', () =>
    check(
      fc.property(edited, happenings, (flows, events) => {
        for (const { before, context, after } of play(flows, events)) {
          const { session, effects } = after;
          expect(session.status === 'ended' ? session.waiting === null : session.waiting !== null).toBe(true);
          expect(effects.length).toBeLessThanOrEqual(MOST_EFFECTS);
          if (before.status === 'ended') expect(after).toEqual({ session: before, effects: [], entered: [] });
          const kinds = effects.map((effect) => effect.do);
          const left = kinds.findIndex((kind) => LEAVES.includes(kind));
          if (left >= 0) expect(kinds.slice(left + 1).some((kind) => SPEAKS.includes(kind))).toBe(false);
          expect(left >= 0).toBe(before.status === 'active' && session.status === 'ended');
          for (const effect of effects)
            if (effect.do === 'wakeAt') {
              expect(session.waiting).toMatchObject({ until: effect.at });
              expect(Date.parse(effect.at)).toBeGreaterThan(Date.parse(context.now));
            }
        }
      }),
    ));

  it('are the same each time, with sessions that were stored in between', () =>
    check(
      fc.property(edited, happenings, (flows, events) => {
        const once = play(flows, events);
        const again = play(flows, events, (session) => JSON.parse(JSON.stringify(session)));
        expect(again.map(({ after }) => after)).toEqual(once.map(({ after }) => after));
      }),
    ));

  it('go on alike from sessions that an earlier release stored', () =>
    check(
      fc.property(edited, happenings, (flows, events) => {
        const now = play(flows, events);
        const upgraded = play(flows, events, (session) => upgradeSession(asFirstStored(session)));
        expect(upgraded.map(({ after }) => after.effects)).toEqual(now.map(({ after }) => after.effects));
        for (const [index, { after }] of upgraded.entries())
          expect(now[index]?.after.session.reached).toEqual(expect.arrayContaining(after.session.reached));
      }),
    ));
});

/** What is sent by a host that stores each session, and takes what happens one turn at a time. */
function sentTurnByTurn(flows: Record<number, Flow>, events: readonly Happening[]): string[] {
  const sent: string[] = [];
  const tags = { ...CONTACT.tags };
  let now = START;
  let seed = 1;
  let stored = JSON.stringify(startSession({ campaignId: 1, seed: seed++, variables: {} }));
  let calls = 0;
  let switches = 0;
  const fail = () => {
    stored = JSON.stringify({ ...JSON.parse(stored), status: 'ended', endReason: 'fault', waiting: null });
  };
  const turn = (event: EngineEvent): void => {
    const before = upgradeSession(JSON.parse(stored));
    const flow = flows[before.campaignId];
    if (!flow) return;
    const { session, effects } = advance(flow, before, event, {
      now,
      contact: { ...CONTACT, tags: { ...tags } },
    });
    stored = JSON.stringify(session);
    for (const effect of effects) {
      if (effect.do === 'say' || effect.do === 'sendMms') sent.push(effect.text);
      else if (effect.do === 'setTag') tags[effect.tag] = effect.value;
      else if (effect.do === 'callApi') {
        calls += 1;
        if (calls > ENGINE_LIMITS.callsPerEvent) fail();
        else turn({ type: 'answered', ok: true, text: '' });
      } else if (effect.do === 'switchTo') {
        const next = flows[effect.campaign];
        if (!next) continue;
        stored = JSON.stringify(switchSession(session, next, seed++));
        switches += 1;
        if (switches > ENGINE_LIMITS.switchesPerEvent) fail();
        else turn({ type: 'started', by: 'switch', text: '' });
      }
    }
  };
  const happen = (event: EngineEvent) => {
    calls = 0;
    switches = 0;
    turn(event);
  };
  happen({ type: 'started', by: 'preview', text: '' });
  for (const event of events) {
    if (event.type === 'said') happen(event);
    if (event.type !== 'lets') continue;
    const { waiting } = JSON.parse(stored) as Session;
    if (!waiting || waiting.for === 'api' || waiting.until === null) continue;
    now = waiting.until;
    happen({ type: 'woke' });
  }
  return sent;
}

describe('the host in memory', { timeout: PATIENCE_MS }, () => {
  const campaigns = fc
    .tuple(steps, steps)
    .map(([one, two]): Record<number, Flow> => ({ 1: flowOf(1, one), 2: flowOf(2, two) }));
  const sentOf = (host: ReturnType<typeof createMemoryHost>) =>
    host.transcript().filter(({ from }) => from === 'us');

  it('sends what a host sends that stores each session', () =>
    check(
      fc.property(campaigns, happenings, (flows, events) => {
        const host = createMemoryHost({ campaigns: flows, contact: CONTACT, now: START });
        host.start(1);
        // Words that are looked at before any flow are another property's.
        const plain = events.filter(
          (event) => event.type !== 'said' || !/^\W*(stop|start|yes|no|help|end|quit)/i.test(event.text),
        );
        for (const event of plain) {
          if (event.type === 'said') host.say(event.text);
          else if (event.type === 'lets') host.skipWait();
        }
        expect(sentOf(host).map((entry) => entry.text)).toEqual(sentTurnByTurn(flows, plain));
      }),
    ));

  it('sends nothing to who opted out, whatever happens, until they opt in again', () =>
    check(
      fc.property(campaigns, happenings, happenings, (flows, events, after) => {
        const host = createMemoryHost({
          campaigns: flows,
          contact: CONTACT,
          now: START,
          keywords: { JOIN: 2 },
        });
        const happen = (event: Happening) => {
          if (event.type === 'said') host.say(event.text);
          else if (event.type === 'lets') host.skipWait();
          else if (event.type === 'started') host.start(1);
        };
        host.start(1);
        for (const event of events) happen(event);
        host.say('STOP');
        const before = sentOf(host).length;
        const isOptIn = (event: Happening) => event.type === 'said' && /start|yes|unstop/i.test(event.text);
        for (const event of after) if (!isOptIn(event)) happen(event);
        host.say('join');
        expect(sentOf(host).length).toBe(before);
        expect(host.session()).toMatchObject({ status: 'ended' });
      }),
    ));
});
