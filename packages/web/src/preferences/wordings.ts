/** What these screens say, by the file that shows it. */
import { quoted } from '../data/isolated.ts';

export const wordings = {
  shared: {
    preferencePage: 'Preference page',
  },
  preferenceEditor: {
    about: 'Where people choose which texts they get, take a break, or stop.',
    couldntLoad: 'Couldn’t load your preference page',
    saved: 'Preference page saved',
    what: 'the preference page',
  },
  offeredLists: {
    heading: 'Lists people can choose',
    none: 'None yet: the page only lets people pause or stop.',
    means: 'People see the public name, never your own name for the list.',
    publicName: (list: string) => `Public name of ${quoted(list)}`,
    remove: (list: string) => `Don’t offer ${quoted(list)}`,
    add: 'Offer another list',
    choose: 'Choose a list',
    deleted: 'deleted list',
  },
  linkHelp: {
    heading: 'Put it in a text',
    means:
      'In any text of a campaign, choose Personalize, then Preference page. Everyone gets a link of their own.',
    token: 'Token',
    works: 'Each link works for 60 days and is for one person. Nothing changes until they press a button.',
  },
} as const;
