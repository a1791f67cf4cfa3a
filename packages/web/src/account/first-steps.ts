import type { Overview } from '@parley/contract';
import { wordings } from './wordings.ts';

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
    label: wordings.firstSteps.createACampaign,
    about: wordings.firstSteps.pickATemplateThatWorks,
    to: '/campaign/templates',
    action: wordings.firstSteps.chooseATemplate,
  },
  {
    key: 'keyword',
    label: wordings.firstSteps.giveItAKeyword,
    about: wordings.firstSteps.theWordPeopleText,
    to: '/campaign/manage',
    action: wordings.firstSteps.openACampaign,
  },
  {
    key: 'tried',
    label: wordings.firstSteps.tryItOnATest,
    about: wordings.firstSteps.textTheKeyword,
    to: '/tools/phone',
    action: wordings.firstSteps.openTheQaTool,
  },
  {
    key: 'contacts',
    label: wordings.firstSteps.addYourContacts,
    about: wordings.firstSteps.createAListAndImport,
    to: '/lists',
    action: wordings.firstSteps.goToLists,
  },
  {
    key: 'blast',
    label: wordings.firstSteps.sendABlast,
    about: wordings.firstSteps.chooseYourLists,
    to: '/campaign/manage',
    action: wordings.firstSteps.openACampaign,
  },
  {
    key: 'report',
    label: wordings.firstSteps.seeYourResults,
    about: wordings.firstSteps.responsesSubscribersAndOptIns,
    to: '/report',
    action: wordings.firstSteps.openReports,
  },
];

/** The first step that is still to do, or undefined when all are done. */
export function nextStep(done: Overview['done']): FirstStep | undefined {
  return FIRST_STEPS.find(({ key }) => !done[key]);
}
