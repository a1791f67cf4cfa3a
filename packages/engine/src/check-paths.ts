/**
 * The flow check on the ways through a flow: steps nobody comes to, and conversations that nobody gets out
 * of.
 */
import { type CompiledFlow, compile } from './compiled-flow.ts';
import type { AccountHoldings, Report } from './finding.ts';
import { type Flow, isQuestion, type Question, type Step } from './flow.ts';
import { defaultExit } from './flow-branches.ts';
import { allExits, ownExits, reachable } from './flow-graph.ts';
import { restsAt, stepExits, stepTraits } from './steps/index.ts';
import { isWait } from './wait-time.ts';

/** What holds for the whole flow, computed once. */
export type FlowPaths = {
  /** Steps that a conversation can come to. */
  reached: ReadonlySet<Step>;
  /** Reached steps from which no way leads to an end. */
  trapped: ReadonlySet<Step>;
  /** Steps that can be deleted without anybody noticing. */
  spare: ReadonlySet<Step>;
};

export function flowPathsOf(flow: CompiledFlow): FlowPaths {
  const reached = reachable(flow, (step) => allExits(flow, step));
  return { reached, trapped: trappedIn(flow, reached), spare: spareIn(flow, reached) };
}

/** Whether conversations come here, and get on from here. */
export function checkPaths(
  flow: CompiledFlow,
  { reached, trapped, spare }: FlowPaths,
  step: Step,
  report: Report,
): void {
  if (!reached.has(step))
    report(
      'warning',
      step,
      'unreachable',
      'No one can reach this step: nothing leads here.',
      spare.has(step) ? { do: 'remove', step: step.id } : undefined,
    );
  else if (loopsWithoutPause(flow, step))
    report(
      'warning',
      step,
      'endless-loop',
      'This step loops back to itself without waiting for a reply or a set time. The conversation would be stopped after 100 steps.',
    );
  else if (step.next === step.id && step.loop.max === 0 && step.type !== 'final-message')
    report(
      'warning',
      step,
      'self-jump',
      'This step leads to itself, so contacts come back again and again. Choose another next step or limit the visits.',
    );
  else if (trapped.has(step) && isFirst(flow, trapped, step))
    report('warning', step, 'no-end', 'From here the conversation never ends: every path leads back.');
  if (reached.has(step) && isQuestion(step) && !isWait(step.wait) && defaultExit(flow, step))
    report(
      'warning',
      step,
      'no-timeout',
      'This question waits forever. Whoever doesn’t reply never gets further, and whatever they text days later is taken as the answer.',
      { do: 'end-on-silence', step: step.id },
    );
  if (reached.has(step) && isQuestion(step) && endsInSilence(flow, step))
    report(
      'warning',
      step,
      'dead-end',
      'Nothing is said after a reply here. Add a reply or a final message so people know they were heard.',
    );
}

/** What follows when a call fails: the fix stands behind a call that something follows. */
export function checkErrorPath(flow: CompiledFlow, step: Step, report: Report): void {
  if (step.type !== 'api-call' || step.onError || step.url.trim() === '') return;
  report(
    'warning',
    step,
    'no-error-path',
    'Nothing is set for when this call fails: people go on as if it had worked. Choose where they go then.',
    defaultExit(flow, step) ? { do: 'add-error-path', step: step.id } : undefined,
  );
}

/** Steps that nobody comes to, that nothing leads to, and that another step repeats: nobody misses them. */
function spareIn(flow: CompiledFlow, reached: ReadonlySet<Step>): Set<Step> {
  if (reached.size === flow.steps.length) return new Set();
  const ledTo = new Set(
    flow.steps.flatMap((step) => {
      const { jumps, byReply } = stepExits(step);
      return [step.next, step.loop.step, ...jumps, ...byReply];
    }),
  );
  const alike = Map.groupBy(flow.steps, contentOf);
  return new Set(
    [...alike.values()]
      .filter(({ length }) => length > 1)
      .flat()
      .filter((step) => !reached.has(step) && !ledTo.has(step.id)),
  );
}

const contentOf = ({ id: _, position: __, ...content }: Step) => JSON.stringify(content);

/**
 * An opt-in needs an act of the person: of steps that a conversation comes to before any answer, unless it
 * begins with a keyword.
 */
export function checkConsent(flow: CompiledFlow, account: AccountHoldings, report: Report): void {
  if (account.isTexted !== false) return;
  for (const step of silentOptIns(flow))
    report(
      'warning',
      step,
      'no-consent',
      'People get here before they’ve said anything. They’re added to the list, but that’s not consent and doesn’t count as an opt-in. Ask a question first, or give this campaign a keyword.',
    );
}

/**
 * Whether people come to an opt-in step before they have said anything, where the campaign writes to them
 * first: they have not consented.
 */
export const optsInSilently = (flow: Flow): boolean => silentOptIns(compile(flow)).length > 0;

const silentOptIns = (flow: CompiledFlow): Step[] =>
  [...reachable(flow, (each) => silentExits(flow, each))].filter((step) => stepTraits(step).needsConsent);

/** Where somebody gets who says nothing. */
export function silentExits(flow: CompiledFlow, step: Step): Step[] {
  return stepExits(step).inSilence ? ownExits(flow, step) : [];
}

/** One finding for a trap, on its first step. */
function isFirst(flow: CompiledFlow, trapped: ReadonlySet<Step>, step: Step): boolean {
  return flow.steps.find((each) => trapped.has(each)) === step;
}

function trappedIn(flow: CompiledFlow, reached: ReadonlySet<Step>): Set<Step> {
  const leadingHere = new Map<Step, Step[]>();
  for (const step of reached)
    for (const exit of allExits(flow, step)) {
      const known = leadingHere.get(exit);
      if (known) known.push(step);
      else leadingHere.set(exit, [step]);
    }
  const trapped = new Set(reached);
  const ahead = [...reached].filter((step) => canEndAt(flow, step));
  for (let step = ahead.pop(); step; step = ahead.pop()) {
    if (!trapped.delete(step)) continue;
    ahead.push(...(leadingHere.get(step) ?? []));
  }
  return trapped;
}

/** Whether a conversation can end, or leave the campaign, at this step. */
function canEndAt(flow: CompiledFlow, step: Step): boolean {
  if (step.loop.max > 0 && step.loop.step === 0) return true;
  return defaultExit(flow, step) === null || stepExits(step).mayEnd;
}

/**
 * Whether somebody who answers may hear nothing more: an answer without a reply, and no step on the default
 * way that says something.
 */
function endsInSilence(flow: CompiledFlow, question: Question): boolean {
  const goesOnSilently =
    question.intents.length === 0 || question.intents.some(takesDefault) || !question.required;
  if (!goesOnSilently) return false;
  const seen = new Set<Step>();
  for (let step = defaultExit(flow, question); step; step = defaultExit(flow, step)) {
    if (seen.has(step) || !isSilent(step)) return false;
    seen.add(step);
  }
  return true;
}

const takesDefault = ({ next, response, switchTo }: Question['intents'][number]) =>
  next === 0 && response === '' && switchTo === 0;

function isSilent(step: Step): boolean {
  return step.loop.max === 0 && stepTraits(step).isSilent;
}

/** Whether a step can come back to itself with nothing between that waits, ends, or bounds the visits. */
function loopsWithoutPause(flow: CompiledFlow, start: Step): boolean {
  const seen = new Set<Step>();
  const ahead = pauses(start) ? [] : ownExits(flow, start);
  for (let step = ahead.pop(); step; step = ahead.pop()) {
    if (step === start) return true;
    if (seen.has(step) || pauses(step)) continue;
    seen.add(step);
    ahead.push(...ownExits(flow, step));
  }
  return false;
}

function pauses(step: Step): boolean {
  return step.loop.max > 0 || !stepExits(step).goesOn || restsAt(step) !== 'never';
}
