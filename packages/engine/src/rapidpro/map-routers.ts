/** Routers of RapidPro’s nodes: questions, rules, the two ways of an API call. */
import { COUNT_LIMITS, ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { blankIntent, blankStep } from '../blank-step.ts';
import type { Condition, Intent, Question, Step, Wait } from '../flow.ts';
import { compilePatterns } from '../pattern.ts';
import { writeToken } from '../tokens.ts';
import { NO_WAIT } from '../wait-time.ts';
import { tokenOfOperand } from './expressions.ts';
import { END, type Mapping, questionId, shortened } from './mapping.ts';
import type { RapidproCase, RapidproNode, RapidproRouter } from './read-export.ts';
import { comparesNumbers, comparisonsOf, isRough, patternOf } from './router-tests.ts';

/** The steps of a router, behind those of the actions; `next`: where the last of all of them leads. */
export type Routed = { steps: Step[]; next: number };

type At = { mapping: Mapping; node: number; router: RapidproRouter };

export function stepsOfRouter(mapping: Mapping, node: number, before: readonly Step[]): Routed {
  const { router, exits, actions } = mapping.flow.nodes[node] as RapidproNode;
  if (!router) return { steps: [], next: mapping.exit(node, exits[0]?.uuid ?? '') };
  const at = { mapping, node, router };
  if (router.type === 'switch' && router.wait === 'msg') return question(at);
  if (router.wait !== '') return onward(at, `A wait for “${router.wait}”`, 'Only texts can be waited for.');
  if (router.type === 'random')
    return onward(at, 'A random split', 'No step draws lots. Everyone takes the first way.', 'first');
  const call = before.find((step) => step.type === 'api-call');
  if (call?.type === 'api-call') return behindCall(at, call);
  if (before.some(({ type }) => type === 'switch')) return behindFlow(at);
  if (actions.some(({ type }) => HAS_OUTCOME.test(String(type))))
    return onward(at, 'What follows by its outcome', 'The action is left out. Everyone takes the last way.');
  return rules(at);
}

/** Actions that are not taken over and have a router for how they ended. */
const HAS_OUTCOME = /^(call_resthook|call_classifier|call_llm|open_ticket|transfer_airtime|send_email)$/;

const first = ({ mapping, node, router }: At) => mapping.exit(node, router.categories[0]?.exit ?? '');
const otherwise = (at: At) => {
  const { mapping, node, router } = at;
  return router.otherwise === '' ? END : mapping.category(node, router.otherwise);
};

function onward(at: At, what: string, why: string, way: 'first' | 'otherwise' = 'otherwise'): Routed {
  at.mapping.note(at.node, what, why);
  return { steps: [], next: way === 'first' ? first(at) : otherwise(at) };
}

/** The first category is that of a call that worked. */
function behindCall(at: At, call: Step & { type: 'api-call' }): Routed {
  const next = first(at);
  const failed = otherwise(at);
  if (failed !== next) call.onError = failed;
  return { steps: [], next };
}

function behindFlow(at: At): Routed {
  const next = first(at);
  if (next !== END || otherwise(at) !== END)
    at.mapping.note(
      at.node,
      'Coming back from another flow',
      'A switch leaves the campaign for good. What follows is in the list of steps, but nobody gets there.',
    );
  return { steps: [], next };
}

/** A question with an answer for each category, or one with rules behind it where numbers are compared. */
function question(at: At): Routed {
  const { mapping, node, router } = at;
  const comparing = router.cases.some(comparesNumbers);
  const step: Question = {
    ...blankStep('open-question'),
    id: questionId(node),
    description: router.resultName.slice(0, TEXT_LIMITS.name).toWellFormed(),
    wait: waitOf(at),
  };
  const after = silenceApart(at, step, comparing ? numberRules(at, step) : null);
  if (comparing) return { ...after, steps: [step, ...after.steps] };
  const intents = intentsOf(at);
  const type = intents.length > 0 ? 'choice-question' : 'open-question';
  if (router.cases.length > 0 && intents.length === 0 && router.categories.length > 1)
    mapping.note(node, 'The answers of this question', 'None of its tests has a counterpart.');
  return { ...after, steps: [{ ...step, type, intents }, ...after.steps] };
}

function numberRules(at: At, step: Question): Routed {
  at.mapping.note(
    at.node,
    'Comparing a number in a reply',
    'The whole reply must be a number here. RapidPro also finds one within a text.',
  );
  return rulesOn(at, writeToken({ kind: 'answer', name: String(step.id), fallback: '' }));
}

/** Where silence has a way of its own, a rules step behind the question tells it from an answer. */
function silenceApart(at: At, step: Question, others: Routed | null): Routed {
  const { mapping, node, router } = at;
  const rest = others ?? { steps: [], next: otherwise(at) };
  if (!router.timeout) return rest;
  const silent = mapping.category(node, router.timeout.category);
  if (others === null && silent === rest.next) return rest;
  const data = writeToken({ kind: 'answer', name: String(step.id), fallback: '' });
  const apart: Step = {
    ...blankStep('branch'),
    id: mapping.newId(),
    conditions: [condition({ data, operator: '=', value: '' }, silent, 'No reply')],
    next: rest.steps[0]?.id ?? rest.next,
  };
  return { steps: [apart, ...rest.steps], next: rest.next };
}

const { waitAmount } = ENGINE_LIMITS;
const UNITS = [
  { unit: 'seconds', seconds: 1 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'hours', seconds: 3_600 },
] as const;

/** The smallest unit that the time fits in; the longest wait where it fits in none. */
function waitOf({ mapping, node, router: { timeout } }: At): Wait {
  if (!timeout) return NO_WAIT;
  const { seconds: given } = timeout;
  const fitting = UNITS.find(({ seconds }) => given <= seconds * waitAmount);
  if (!fitting) {
    mapping.note(
      node,
      `A wait of ${Math.round(given / 3_600)} hours`,
      `A question waits ${waitAmount} hours at most.`,
    );
    return { ...NO_WAIT, unit: 'hours', amount: waitAmount };
  }
  return {
    ...NO_WAIT,
    unit: fitting.unit,
    amount: Math.min(waitAmount, Math.max(1, Math.round(given / fitting.seconds))),
  };
}

/** An answer for each category that has tests, in their order; several tests of one are one pattern. */
function intentsOf(at: At): Intent[] {
  const { mapping, node, router } = at;
  const patterns = usablePatterns(at);
  const known = router.categories.filter(
    ({ uuid }) => uuid !== router.otherwise && uuid !== router.timeout?.category,
  );
  mapping.noteTooMany(node, known.length - COUNT_LIMITS.intents, COUNT_LIMITS.intents, 'answers');
  const intents = known.slice(0, COUNT_LIMITS.intents).flatMap(({ uuid, name, exit }, index): Intent[] => {
    const own = patterns.get(uuid);
    if (!own) mapping.note(node, `The category “${shortened(name)}”`, 'No test leads to it.');
    const text = (name.trim() || `Answer ${index + 1}`).slice(0, TEXT_LIMITS.message).toWellFormed();
    return own
      ? [{ ...blankIntent(index + 1), text, pattern: own.join('|'), next: mapping.exit(node, exit) }]
      : [];
  });
  // Joined they are a little larger than one by one.
  const usable = new Set(compilePatterns(intents).usable.map(({ intent }) => intent));
  return intents.map((intent) => {
    if (intent.pattern === '' || usable.has(intent)) return intent;
    mapping.note(node, `The tests of “${shortened(intent.text)}”`, TOO_LONG);
    return { ...intent, pattern: '' };
  });
}

const TOO_LONG = 'Its patterns are too large together. Teach the answer some phrases.';

/** By category; what cannot be used is noted. A question's patterns are compiled at once: that is bounded. */
function usablePatterns({ mapping, node, router }: At): Map<string, string[]> {
  const candidates = router.cases.map((each) => ({ text: '', pattern: patternOf(each) ?? '', each }));
  const usable = new Set(compilePatterns(candidates).usable.map(({ intent }) => intent));
  const patterns = new Map<string, string[]>();
  for (const candidate of candidates) {
    const { each, pattern } = candidate;
    const own = patterns.get(each.category) ?? [];
    const isTooLong = [...own, pattern].join('|').length > TEXT_LIMITS.pattern;
    if (!usable.has(candidate) || isTooLong)
      mapping.note(
        node,
        testWords(each),
        isTooLong ? TOO_LONG : 'No pattern means the same. Teach the answer some phrases.',
      );
    else if (isRough(each))
      mapping.note(node, testWords(each), 'Only dates and times written with digits are known.');
    patterns.set(each.category, usable.has(candidate) && !isTooLong ? [...own, pattern] : own);
  }
  return patterns;
}

const testWords = ({ type, arguments: given }: RapidproCase) =>
  shortened(`The test ${type}${given.length > 0 ? ` “${given.join('”, “')}”` : ''}`);

/** A split without a wait: by a field, a result or the last reply. */
function rules(at: At): Routed {
  const { mapping, node, router } = at;
  const data = tokenOfOperand(router.operand, mapping.names(node));
  if (data !== null) return rulesOn(at, data);
  const isGroup = router.cases.some(({ type }) => type === 'has_group');
  return isGroup
    ? onward(at, 'A split by group', 'No rule asks which lists somebody is on. Everyone takes the last way.')
    : onward(
        at,
        `A split by ${shortened(router.operand) || 'nothing'}`,
        'No merge token means the same. Everyone takes the last way.',
      );
}

/**
 * Rules in the order of the tests. Where two comparisons must hold at once a rules step of its own makes the
 * second, and both go on with the tests behind it when they fail.
 */
function rulesOn(at: At, data: string): Routed {
  const { mapping, node, router } = at;
  const steps: (Step & { type: 'branch' })[] = [{ ...blankStep('branch'), id: mapping.newId() }];
  const last = otherwise(at);
  let left = 0;
  for (const each of router.cases) {
    const to = mapping.category(node, each.category);
    const alternatives = comparisonsOf(each);
    if (alternatives === null) mapping.note(node, testWords(each), 'No rule means the same.');
    for (const [one, other] of alternatives ?? []) {
      const main = steps.at(-1) as Step & { type: 'branch' };
      if (!one) continue;
      if (main.conditions.length >= COUNT_LIMITS.conditions) {
        left += 1;
        continue;
      }
      const words = nameOf(router, each.category);
      if (!other) {
        main.conditions.push(condition({ data, ...one }, to, words, main.conditions.length + 1));
        continue;
      }
      const behind = { ...blankStep('branch'), id: mapping.newId() };
      const second = {
        ...blankStep('branch'),
        id: mapping.newId(),
        conditions: [condition({ data, ...other }, to, words)],
        next: behind.id,
      };
      main.conditions.push(condition({ data, ...one }, second.id, words, main.conditions.length + 1));
      main.next = behind.id;
      steps.push(second, behind);
    }
  }
  mapping.noteTooMany(node, left, COUNT_LIMITS.conditions, 'rules');
  return withoutEmpty(steps, last);
}

/** Rules steps without a rule are passed over. */
function withoutEmpty(steps: (Step & { type: 'branch' })[], last: number): Routed {
  const end = steps.at(-1) as Step & { type: 'branch' };
  if (end.conditions.length > 0) return { steps, next: last };
  const kept = steps.slice(0, -1).map((step) => ({ ...step, next: step.next === end.id ? last : step.next }));
  return { steps: kept, next: last };
}

const nameOf = ({ categories }: RapidproRouter, category: string) =>
  (categories.find(({ uuid }) => uuid === category)?.name ?? '').slice(0, TEXT_LIMITS.name).toWellFormed();

const condition = (
  compared: Pick<Condition, 'data' | 'operator' | 'value'>,
  next: number,
  description: string,
  id = 1,
): Condition => ({ id, ...compared, next, description });
