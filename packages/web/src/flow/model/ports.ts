/** The ways that a step can be left by, in their order: each can lead to a step of the author's choice. */
import type { Condition, Step } from '@parley/engine/flow.ts';
import { isQuestion } from '@parley/engine/flow.ts';
import { chooseNext, replaceById } from './intents.ts';
import type { NewWay } from './plan-branch.ts';
import { goesOn } from './references.ts';
import { wordings } from './wordings.ts';

export type StepPort = Pick<NewWay, 'upToThis' | 'isDefault' | 'link'> & {
  /** The same as long as the answer or rule is there. */
  key: string;
  label: string;
  /** The step it leads to by its id; 0: none was chosen. */
  to: number;
  /** The campaign it switches to; 0: none. */
  campaign: number;
  /** Of an answer: its intent, as it is counted. */
  intent: string | null;
};

/** The default comes last; where there is nothing else its label is ''. */
export function portsOf(step: Step): StepPort[] {
  const own = [...ownPorts(step), ...limitPort(step)];
  if (step.type === 'switch') return [plain('switch', '', { campaign: step.switchTo, link: toCampaign })];
  if (!goesOn(step)) return own;
  const label = own.length > 0 ? wordings.references.otherwise : '';
  return [...own, plain('next', label, { to: step.next, isDefault: true, link: toNext })];
}

const plain = (key: string, label: string, part: Partial<StepPort> & Pick<StepPort, 'link'>): StepPort => ({
  key,
  label,
  to: 0,
  campaign: 0,
  intent: null,
  upToThis: [],
  ...part,
});

const toNext = (step: Step, next: number): Step => ({ ...step, next });
/** A switch hands the conversation over, and to no step. */
const toCampaign = (step: Step): Step => step;

function ownPorts(step: Step): StepPort[] {
  if (isQuestion(step))
    return step.intents.map((intent, index) =>
      plain(`answer-${intent.id}`, intent.text || wordings.ports.answer(index + 1), {
        to: intent.next,
        campaign: intent.switchTo,
        intent: intent.text,
        upToThis: step.intents.slice(0, index + 1).map(({ next }) => next),
        link: (from, next) => withAnswer(from, intent.id, next),
      }),
    );
  if (step.type === 'branch')
    return step.conditions.map((rule, index) =>
      plain(`rule-${rule.id}`, rule.description || rule.value || wordings.ports.rule(index + 1), {
        to: rule.next,
        upToThis: step.conditions.slice(0, index + 1).map(({ next }) => next),
        link: (from, next) => withNext(from, rule, next),
      }),
    );
  if (step.type === 'wait' && step.long?.for === 'date')
    return [
      plain('no-date', wordings.ports.noDate, {
        to: step.long.otherwise,
        upToThis: [step.long.otherwise],
        link: withoutDate,
      }),
    ];
  if (step.type === 'api-call')
    return [plain('failure', wordings.ports.ifItFails, { to: step.onError ?? 0, link: onFailure })];
  return [];
}

function limitPort({ loop }: Step): StepPort[] {
  if (loop.max === 0) return [];
  return [
    plain('limit', wordings.references.afterVisits(loop.max), {
      to: loop.step,
      link: (from, step) => ({ ...from, loop: { ...from.loop, step } }),
    }),
  ];
}

function withAnswer(step: Step, id: number, next: number): Step {
  if (!isQuestion(step)) return step;
  const intent = step.intents.find((each) => each.id === id);
  return intent ? { ...step, intents: replaceById(step.intents, chooseNext(intent, next)) } : step;
}

const withNext = (step: Step, { id }: Condition, next: number): Step =>
  step.type === 'branch'
    ? { ...step, conditions: step.conditions.map((rule) => (rule.id === id ? { ...rule, next } : rule)) }
    : step;

const withoutDate = (step: Step, otherwise: number): Step =>
  step.type === 'wait' && step.long?.for === 'date' ? { ...step, long: { ...step.long, otherwise } } : step;

const onFailure = (step: Step, onError: number): Step =>
  step.type === 'api-call' ? { ...step, onError } : step;
