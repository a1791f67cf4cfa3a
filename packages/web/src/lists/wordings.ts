import { quoted } from '../data/isolated.ts';
import { counted } from '../kit/numbers.tsx';

/** What these screens say, by the file that shows it. */
export const wordings = {
  listManager: {
    added: (name: string) => `${quoted(name)} added`,
    newList: 'New list',
    listOptions: 'List Options',
    segments: 'Segments',
    lists: 'lists',
    list: 'list',
    searchLists: 'Search Lists...',
    noListsYet: 'No lists yet',
    aListIsAGroup:
      'A list is a group of people you send to. Create one, then import a CSV file or add numbers one by one. Campaigns add people who opt in.',
  },
  listRow: {
    deleted: (name: string) => `${quoted(name)} deleted`,
    member: 'member',
    members: 'members',
    optedOut: 'opted out',
    renameList: 'Rename List',
    areYouSureYouWant: 'Are you sure you want to delete this list?',
    theListAndItsWill: (name: string, count: number) =>
      `The list ${quoted(name)} and its ${counted(count, 'membership')} will be removed. This can’t be undone. The people stay in your contacts.`,
    thisListIsInUse: 'This list is in use',
    theyNeedItToWork: 'They need it to work. Choose another list there first.',
  },
  shared: {
    listManager: 'List Manager',
  },
} as const;
