/**
 * Events a second of the pure engine on one core, beside XState's pure transition of a machine that does the
 * same: asks, keeps two answers, says goodbye. In turns, in one process.
 */
import { advance, type EngineEvent, flowOf, startSession } from '@parley/engine';
import { loadOutside } from '../outside.ts';
import type { Result } from './ground.ts';

const XSTATE_VERSION = '5.33.3';
const CONVERSATIONS = 20_000;
const ROUNDS = 7;
const EVENTS_OF_EACH = 3;

const FLOW = flowOf(1, [
  { type: 'message', text: 'Welcome' },
  { type: 'choice-question', text: 'Tea or coffee?', intents: ['Tea', 'Coffee'] },
  { type: 'open-question', text: 'Your name?' },
  { type: 'final-message', text: 'Thanks, {%answer:3%}: one {%intent:2%}' },
]);
const CONTEXT = {
  now: '2026-11-23T15:00:00.000Z',
  contact: { phone: '+12125550100', timeZone: 'America/New_York', tags: {} },
};
const EVENTS: EngineEvent[] = [
  { type: 'started', by: 'keyword', text: 'drink' },
  { type: 'said', text: 'Coffee' },
  { type: 'said', text: 'Ada' },
];

/** Answers how many texts were said, so that nothing is left out unseen. */
function playOurs(): number {
  let said = 0;
  for (let n = 0; n < CONVERSATIONS; n++) {
    let session = startSession({ campaignId: 1, seed: n, variables: {} });
    for (const event of EVENTS) {
      const after = advance(FLOW, session, event, CONTEXT);
      session = after.session;
      for (const effect of after.effects) if (effect.do === 'say') said += 1;
    }
  }
  return said;
}

type Machine = { readonly config: object };
type Snapshot = { readonly status: string };
type Action = { readonly type: string };
type Said = { context: { drink: string; name: string }; event: { type: string; text: string } };
type XState = {
  setup: (settings: object) => { createMachine: (config: object) => Machine };
  assign: (change: object) => unknown;
  initialTransition: (machine: Machine) => [Snapshot, Action[]];
  transition: (machine: Machine, state: Snapshot, event: object) => [Snapshot, Action[]];
};

/** The same conversation; what it says are actions for the host, as our effects are. */
function machineOf({ setup, assign }: XState): Machine {
  const text = ({ event }: Said) => event.text;
  const isOneOf = (words: string[]) => (said: Said) => words.includes(text(said).trim().toLowerCase());
  const speak = (words: string | ((said: Said) => string)) => ({
    type: 'say',
    params: (said: Said) => ({ text: typeof words === 'string' ? words : words(said) }),
  });
  return setup({
    actions: { say: () => undefined },
    guards: { isTea: isOneOf(['tea', '1', 'a']), isCoffee: isOneOf(['coffee', '2', 'b']) },
  }).createMachine({
    context: { drink: '', name: '' },
    initial: 'idle',
    states: {
      idle: { on: { started: { target: 'drink', actions: [speak('Welcome'), speak('Tea or coffee?')] } } },
      drink: {
        on: {
          said: [
            { guard: 'isTea', target: 'name', actions: [assign({ drink: 'Tea' }), speak('Your name?')] },
            {
              guard: 'isCoffee',
              target: 'name',
              actions: [assign({ drink: 'Coffee' }), speak('Your name?')],
            },
            { target: 'name', actions: [assign({ drink: text }), speak('Your name?')] },
          ],
        },
      },
      name: {
        on: {
          said: {
            target: 'done',
            actions: [
              assign({ name: text }),
              speak(({ context }) => `Thanks, ${context.name}: one ${context.drink}`),
            ],
          },
        },
      },
      done: { type: 'final' },
    },
  });
}

function playXState(xstate: XState, machine: Machine): number {
  let said = 0;
  for (let n = 0; n < CONVERSATIONS; n++) {
    let [state] = xstate.initialTransition(machine);
    for (const event of EVENTS) {
      const [next, actions] = xstate.transition(machine, state, event);
      state = next;
      for (const { type } of actions) if (type === 'say') said += 1;
    }
  }
  return said;
}

/** Events a second of the processor's time, the median of some rounds in turns. */
export function benchEngine(): Result {
  const xstate = loadOutside('xstate', XSTATE_VERSION) as XState;
  const machine = machineOf(xstate);
  const ways = { ours: playOurs, xstate: () => playXState(xstate, machine) };
  const rates = { ours: [] as number[], xstate: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const way of ['ours', 'xstate'] as const) {
      const before = process.cpuUsage();
      const said = ways[way]();
      const { user, system } = process.cpuUsage(before);
      if (said !== CONVERSATIONS * 4) throw new Error(`${way} said ${said} texts.`);
      // The first round warms up.
      if (round > 0) rates[way].push((CONVERSATIONS * EVENTS_OF_EACH * 1e6) / (user + system));
    }
  const [ours, theirs] = [middle(rates.ours), middle(rates.xstate)];
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en-US')}/s`;
  return {
    path: 'events of the pure engine, one core',
    floor: `XState ${XSTATE_VERSION} transition: ${perSecond(theirs)}`,
    ours: perSecond(ours),
    ratio: (ours / theirs).toFixed(2),
    required: '≥ 1',
    met: ours >= theirs,
  };
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
