import type { Overview } from '@parley/contract';

export type FirstStep = {
  key: keyof Overview['done'];
  label: string;
  about: string;
  to: string;
  action: string;
};

/** The Quick Start in its order; each step completes itself when it has happened in the account. */
export const FIRST_STEPS: FirstStep[] = [
  {
    key: 'campaign',
    label: 'Make a campaign',
    about: 'Pick a template, a whole conversation that works, and change its words.',
    to: '/campaign/templates',
    action: 'Choose a template',
  },
  {
    key: 'keyword',
    label: 'Give it a keyword',
    about: 'The word that people text to start it. You find Keyword in the menu of the editor.',
    to: '/campaign/manage',
    action: 'Open a campaign',
  },
  {
    key: 'tried',
    label: 'Try it on a test phone',
    about: 'Text the keyword in the QA Tool and talk to your campaign. Nobody else sees it.',
    to: '/tools/phone',
    action: 'Open the QA Tool',
  },
  {
    key: 'contacts',
    label: 'Bring your contacts',
    about: 'Make a list and import a CSV file, or add single numbers.',
    to: '/lists',
    action: 'Go to lists',
  },
  {
    key: 'blast',
    label: 'Send a blast',
    about: 'Choose lists, look at who will get it and what it costs, then send it.',
    to: '/campaign/manage',
    action: 'Open a campaign',
  },
  {
    key: 'report',
    label: 'See what came of it',
    about: 'Responses, subscribers and opt-ins on one report.',
    to: '/report',
    action: 'Open reports',
  },
];

/** The first step that is still to do, or undefined when all are done. */
export function nextStep(done: Overview['done']): FirstStep | undefined {
  return FIRST_STEPS.find(({ key }) => !done[key]);
}
