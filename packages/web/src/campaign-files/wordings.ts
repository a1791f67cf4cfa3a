/** What these screens say, by the file that shows it. */

import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { quoted } from '../data/isolated.ts';
import { counted } from '../kit/numbers.tsx';

const mostBytes = `${CAMPAIGN_FILE_LIMITS.bytes / 1024 / 1024} MB`;

export const wordings = {
  title: 'Campaigns from a file',
  importCampaigns: {
    about: 'Bring in a campaign from another account, or flows from RapidPro or TextIt.',
    file: 'Campaign file',
    drop: 'Drop a JSON file here',
    chooseOnPhone: 'Choose a JSON file',
    upTo: `Up to ${mostBytes}`,
    tooLarge: `This file is too large. A file of campaigns can have up to ${mostBytes}.`,
    wrongKind: 'This isn’t a JSON file.',
    whatToChoose:
      'Choose a file you exported with Export as JSON, or an export of RapidPro or TextIt (versions 13 and 14). You’ll see everything it would make before anything is stored.',
    anotherFile: 'Choose another file',
    changed: 'Something changed',
  },
  faults: {
    title: 'This file can’t be imported',
    step: (place: number) => `Step ${place}`,
  },
  preview: {
    found: (campaigns: number) => `${counted(campaigns, 'campaign')} found in {file}`,
    rapidpro: 'From RapidPro or TextIt',
    nothingYet: 'Nothing is stored yet.',
    keywords: 'Set up the keywords',
    keywordsAbout: 'Texting one of them starts its campaign. Those that aren’t free are left out.',
    othersSetThem: 'Members and owners set keywords: the campaigns are imported without them.',
    channel: 'Number for the keywords',
    channelOfFile: 'As the file says',
    most: `Choose up to ${CAMPAIGN_FILE_LIMITS.atOnce} campaigns at a time.`,
    none: 'Choose at least one campaign.',
    start: (campaigns: number) => (campaigns === 1 ? 'Make the Campaign' : `Make ${campaigns} Campaigns`),
  },
  planned: {
    steps: (count: number) => counted(count, 'step'),
    cannot: 'It can’t be imported',
    nameTaken: 'You already have a campaign with this name. Both keep it.',
    keywords: 'Keywords',
    onChannel: (channel: string) => `on ${channel}`,
    keywordLeftOut: (problem: string) => `Left out. ${problem}`,
    noKeywords: 'They’re left out of this import.',
    lists: 'Lists',
    tags: 'Tags',
    isNew: 'new',
    switches: 'Switches to',
    switchTo: (name: string, how: string) => `${quoted(name)}, ${how}`,
    how: {
      self: 'itself',
      file: 'from this file',
      found: 'which you already have',
      missing: 'which you don’t have. Choose another one in the editor.',
    },
    pictures: 'Pictures',
    picturesAbout: (count: number) => `${counted(count, 'picture')}, from the web address in the file`,
    secrets: 'Secrets to fill in',
    secretsAbout: 'They aren’t in the file. Enter them in the editor:',
    secret: (step: number, where: string, name: string) => `step ${step}, ${where} ${quoted(name)}`,
    where: { header: 'header', form: 'form field', address: 'address', body: 'body' },
    unmapped: (count: number) =>
      `${counted(count, 'thing')} won’t come over as ${count === 1 ? 'it was' : 'they were'}`,
    node: 'Place',
    nodeAt: (node: number) => (node === 0 ? 'Whole flow' : `Node ${node}`),
    what: 'What',
    why: 'What becomes of it',
  },
  made: {
    title: (campaigns: number) => `${counted(campaigns, 'campaign')} imported`,
    all: 'Show all campaigns',
    list: 'Imported campaigns',
  },
};
