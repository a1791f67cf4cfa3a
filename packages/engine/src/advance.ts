/**
 * The conversation engine: (flow, session, event, context) → (session, effects). Pure: it reads no clock,
 * throws no dice of its own, touches nothing and changes none of its inputs; the host executes the effects
 * in their order.
 */
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { compareInstants } from '@parley/rules/time-zone.ts';
import { compile, following } from './compiled-flow.ts';
import type { Effect } from './effect.ts';
import type { EngineEvent, TurnContext } from './event.ts';
import type { Flow, Step } from './flow.ts';
import type { Session, Waiting } from './session.ts';
import { enterStep, resumeStep } from './steps/index.ts';
import {
  asHeard,
  type Choose,
  drawEvenly,
  end,
  fault,
  forgetAnswer,
  type Move,
  say,
  type Turn,
} from './turn.ts';

/** `entered`: the ids of the steps that this event led into, in their order. */
export type Advanced = { session: Session; effects: Effect[]; entered: number[] };

/** A conversation before its `started` event. `seed`: an integer, the dice of this conversation. */
export function startSession(start: {
  campaignId: number;
  published?: number | undefined;
  seed: number;
  variables: Record<string, string>;
}): Session {
  return {
    v: 2,
    campaignId: start.campaignId,
    ...(start.published !== undefined && { published: start.published }),
    seed: start.seed,
    status: 'active',
    endReason: '',
    waiting: null,
    position: 0,
    retries: {},
    reached: [],
    visits: {},
    answers: {},
    lastResponse: '',
    variables: start.variables,
    draws: 0,
  };
}

/**
 * A conversation in the campaign that it switches to: what its trigger brought along and what was said last
 * stay known there.
 */
export function switchSession(
  session: Session,
  { campaignId, published }: Pick<Flow, 'campaignId' | 'published'>,
  seed: number,
): Session {
  const { variables, lastResponse } = session;
  return { ...startSession({ campaignId, published, seed, variables }), lastResponse };
}

/**
 * Takes one event. An event that the conversation does not wait for changes nothing (a text during an
 * interval, a wake-up that came early or late, anything after the end). At most 100 steps run; past that the
 * conversation ends with a fault.
 */
export function advance(flow: Flow, session: Session, event: EngineEvent, context: TurnContext): Advanced {
  return advanceWith(drawEvenly, flow, session, event, context);
}

/** `advance` with another way to pick among wordings than the dice. */
export function advanceWith(
  choose: Choose,
  flow: Flow,
  session: Session,
  event: EngineEvent,
  context: TurnContext,
): Advanced {
  if (session.status === 'ended') return { session, effects: [], entered: [] };
  if (!isAwaited(session, event)) return { session, effects: [], entered: [] };
  const { waiting } = session;
  if (event.type === 'woke' && waiting && isEarly(waiting, context.now)) return sleepOn(session, waiting);
  const turn: Turn = {
    flow: compile(flow),
    session: {
      ...session,
      waiting: null,
      retries: { ...session.retries },
      visits: { ...session.visits },
      answers: { ...session.answers },
    },
    effects: [],
    entered: [],
    context,
    newTags: new Map(),
    choose,
  };
  if (waiting) resume(turn, waiting, event);
  else begin(turn, event);
  return { session: turn.session, effects: turn.effects, entered: turn.entered };
}

function isAwaited(session: Session, event: EngineEvent): boolean {
  const { waiting } = session;
  if (!waiting) return event.type === 'started' && session.position === 0;
  if (waiting.for === 'reply')
    return event.type === 'said' || (event.type === 'woke' && waiting.until !== null);
  return event.type === (waiting.for === 'time' ? 'woke' : 'answered');
}

function isEarly(waiting: Waiting, now: string): boolean {
  return waiting.for !== 'api' && waiting.until !== null && compareInstants(now, waiting.until) < 0;
}

function sleepOn(session: Session, waiting: Waiting): Advanced {
  const at = waiting.for === 'api' ? null : waiting.until;
  return { session, effects: at === null ? [] : [{ do: 'wakeAt', step: waiting.step, at }], entered: [] };
}

function begin(turn: Turn, event: EngineEvent): void {
  if (event.type === 'started' && event.text !== '') turn.session.lastResponse = event.text;
  run(turn, turn.flow.steps[0] ?? null);
}

function resume(turn: Turn, waiting: Waiting, event: EngineEvent): void {
  const step = turn.flow.byId.get(waiting.step);
  const move = step ? resumeStep(turn, asHeard(turn, step), event) : null;
  if (step && move) run(turn, follow(turn, step, move));
  else run(turn, goOnWithout(turn, waiting, step, event));
}

/**
 * The author deleted or changed the step that the conversation waits at: keep the answer, go on where it
 * stood.
 */
function goOnWithout(turn: Turn, waiting: Waiting, step: Step | undefined, event: EngineEvent): Step | null {
  const { session, flow } = turn;
  if (event.type === 'said') {
    session.lastResponse = event.text;
    session.answers[waiting.step] = { raw: event.text, intent: '', score: '' };
    turn.effects.push({ do: 'recordAnswer', step: waiting.step, raw: event.text, intent: '', score: '' });
  } else if (waiting.for === 'reply') forgetAnswer(session, waiting.step);
  if (step) {
    fault(
      turn,
      waiting.step,
      'The step was changed while this conversation waited at it; it went on behind it.',
    );
    return follow(turn, step, 'next');
  }
  fault(
    turn,
    waiting.step,
    'The step was deleted while this conversation waited at it; it went on in its place.',
  );
  return flow.steps.find((each) => each.position >= session.position) ?? null;
}

/** Runs from a step until the conversation waits or ends; behind the last step it ends. */
function run(turn: Turn, first: Step | null): void {
  let step = first;
  for (let ran = 0; step; ran++) {
    if (ran === ENGINE_LIMITS.stepsPerEvent) {
      fault(turn, step.id, `More than ${ran} steps ran without a pause; the conversation was ended.`);
      end(turn, 'fault');
      return;
    }
    step = follow(turn, step, arrive(turn, step));
  }
  if (turn.session.status === 'active' && !turn.session.waiting) end(turn, 'done');
}

/** Enters a step unless its loop limit sends the conversation elsewhere. */
function arrive(turn: Turn, step: Step): Move {
  const { session } = turn;
  session.position = step.position;
  const heard = asHeard(turn, step);
  const { max, message, step: elsewhere } = heard.loop;
  if (max > 0) {
    const visits = session.visits[step.id] ?? 0;
    if (visits >= max) {
      say(turn, step, message);
      return elsewhere > 0 && turn.flow.byId.has(elsewhere) ? { jump: elsewhere } : end(turn, 'done');
    }
    session.visits[step.id] = visits + 1;
  }
  turn.entered.push(step.id);
  if (!session.reached.includes(step.id)) session.reached = [...session.reached, step.id];
  return enterStep(turn, heard);
}

/**
 * The step that a move leads to; null when the turn is over or no step is left. A jump to a missing step is a
 * fault, and the default holds: first the step's own default next, then the step that follows.
 */
function follow(turn: Turn, step: Step, move: Move): Step | null {
  if (move === 'stay') return null;
  const { byId } = turn.flow;
  if (move !== 'next' && move.jump > 0) {
    const target = byId.get(move.jump);
    if (target) return target;
    fault(turn, step.id, 'This step leads to a step that is gone; the default next was taken.');
  }
  if (step.next > 0) {
    const target = byId.get(step.next);
    if (target) return target;
    fault(turn, step.id, 'The default next step is gone; the step that follows was taken.');
  }
  return following(turn.flow, step);
}
