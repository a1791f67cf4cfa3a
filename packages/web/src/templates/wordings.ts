/** What these screens say, by the file that shows it. */
import { quoted } from '../data/isolated.ts';

export const wordings = {
  createFromTemplate: {
    creatingNewCampaign: 'Creating New Campaign',
    noCampaignWasCreated: 'No campaign was created',
    parley: (title: string) => `${title} · Parley`,
    chooseAnotherTemplate: 'Choose another template',
    addObjectFailed: (error: string) => `Add Object Failed: ${error}`,
    theServerNamedNoNew: 'The server didn’t return a new campaign.',
  },
  ownTemplateMenu: {
    deleted: (name: string) => `${quoted(name)} deleted`,
    renameTemplate: 'Rename Template',
    templateName: 'Template Name',
    deleteThisTemplate: 'Delete this template?',
    nobodyFindsIt: 'Nobody can create a campaign from it any more. Campaigns made from it stay as they are.',
    editTemplate: 'Edit template',
  },
  routes: {
    templates: 'Templates',
  },
  templatePicker: {
    chooseATemplate: 'Choose a template',
    everyTemplateIsAComplete:
      'Every template is a complete conversation. Change the words, steps, and order to fit you.',
    searchTemplates: 'Search Templates...',
    failedLoad: 'Failed Load',
    yourTemplates: 'Your templates',
    fromAFile: 'From a file',
    fromParley: 'From Parley',
    yourTextsWillCome: (accountName: string) => `Your texts will come from ${quoted(accountName)}`,
    thatsYourAccountName:
      'That’s your account name. Customers see it in templates and in the reply to HELP. {rename} first.',
    giveItYourBusinesssName: 'Give it your business’s name',
  },
} as const;
