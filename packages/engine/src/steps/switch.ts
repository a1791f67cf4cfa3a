import { checkCampaign } from '../check-fields.ts';
import { fault, switchTo } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/** Switches to another campaign. */
export const switchCampaign: StepKind<'switch'> = {
  blank: { switchTo: 0 },
  enter(turn, step) {
    if (step.switchTo > 0) return switchTo(turn, step, step.switchTo);
    fault(turn, step.id, 'This step names no campaign; the conversation went on.');
    return 'next';
  },
  texts: () => NO_TEXTS,
  exits: (step) => ({ ...ONWARD, goesOn: step.switchTo <= 0 }),
  redirect: () => ({}),
  references: (step) => ({ ...NO_REFERENCES, campaigns: [step.switchTo] }),
  check: (step, against) => checkCampaign(step, step.switchTo, against),
  rests: () => 'never',
  traits: { ...PLAIN, forks: true },
};
