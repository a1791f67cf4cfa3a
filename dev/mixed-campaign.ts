/** A campaign of every kind of step, of any length: for measurements of the editor. */
import { blankIntent, blankStep } from '../packages/engine/src/blank-step.ts';
import type { Step } from '../packages/engine/src/flow.ts';
import { writeToken } from '../packages/engine/src/tokens.ts';

const answerOf = (step: number) => writeToken({ kind: 'answer', name: String(step), fallback: '' });

/** A walk that is asked after, noted and told of; `id`: of its first step. */
const stepsOfRound = (id: number): Step[] => [
  {
    ...blankStep('choice-question'),
    text: 'Did you go for a walk today? Answer yes, not yet or no.',
    description: `walk ${id}`,
    intents: ['Yes, I did', 'Not yet', 'No'].map((text, nth) => ({
      ...blankIntent(nth + 1),
      text,
      next: id + 1 + nth,
    })),
  },
  { ...blankStep('message'), text: 'Well done! It is on your card.', next: id + 4 },
  { ...blankStep('message'), text: 'There is still time. Ten minutes count.', next: id + 4 },
  { ...blankStep('message'), text: 'No problem, your streak rests for a day.' },
  { ...blankStep('open-question'), text: 'How did it feel? A word or two will do.' },
  { ...blankStep('tag'), tag: 'mood', value: answerOf(id + 4) },
  {
    ...blankStep('branch'),
    conditions: [1, 2].map((nth) => ({
      id: nth,
      operator: '=' as const,
      data: answerOf(id),
      value: nth === 1 ? 'Yes, I did' : 'No',
      next: id + 6 + nth,
      description: '',
    })),
  },
  {
    ...blankStep('mms'),
    text: 'This is where you walked.',
    media: 'https://pictures.example/walk.jpg',
    next: id + 9,
  },
  { ...blankStep('message'), text: 'Tomorrow is a day, too. Shoes stand by the door?' },
  { ...blankStep('api-call'), url: 'https://walks.example', path: `/days/${id}` },
  { ...blankStep('opt-in') },
  { ...blankStep('notification'), text: 'Somebody has walked.' },
  { ...blankStep('auxiliary'), panel: 'actions' },
  {
    ...blankStep('wait'),
    wait: { unit: 'hours', amount: 20, hour: 9, minute: 0, dateTime: '' },
  },
];

/** Rounds, as many as fit; then what starts anew, leads elsewhere and ends. */
export function mixedCampaign(count: number): Step[] {
  const steps: Step[] = [];
  while (steps.length < count - 3) steps.push(...stepsOfRound(steps.length + 1));
  return [
    ...steps.slice(0, count - 3),
    blankStep('drip-reset'),
    { ...blankStep('final-message'), text: 'That was it! Thank you for walking with us.' },
    blankStep('switch'),
  ].map((step, index) => ({ ...step, id: index + 1, position: index + 1 }));
}
