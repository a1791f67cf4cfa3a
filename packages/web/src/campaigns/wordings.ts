/** What the screens of this folder say; the words of the specification stand where they are used. */
import { quoted } from '../data/isolated.ts';
import { counted, formatNumber } from '../kit/numbers.tsx';

export const wordings = {
  firstSteps: { title: 'Quick Start', putAway: 'Hide Quick Start' },
  askedAfterStop: (count: number) =>
    count === 1
      ? '1 person who opted out texted the keyword'
      : `${formatNumber(count)} people who opted out texted the keyword`,
  runs: (count: number) => counted(count, 'automata run'),
  automata: 'See totals',
  runsOf: (name: string) => `Runs of ${quoted(name)}`,
  allCampaigns: 'Show all campaigns',
  broken: 'Live, but a step has an error',
  reached: (count: number) => `${counted(count, 'person', 'people')} started it in the last 7 days`,
  faults: (count: number) => `${counted(count, 'problem')} in the last 7 days`,
  addCampaignTile: {
    aCampaignIsAText:
      'A campaign is a text conversation: it greets, asks, listens, and replies. Start from a template and make it yours. Nothing goes out until you say so.',
  },
  campaignCard: {
    noKeyword: 'No keyword',
    keywords: (all: readonly string[]) => `${all.length === 1 ? 'Keyword' : 'Keywords'}: ${all.join(', ')}`,
    catchAllOf: (channels: readonly string[]) => `Answers unmatched texts on ${channels.join(', ')}`,
    closedOf: (channels: readonly string[]) => `Answers outside opening hours on ${channels.join(', ')}`,
    andKeywords: (others: readonly string[]) => `and ${others.join(', ')}`,
    youreAlmostThere: "You're almost there!",
    duplicated: (name: string) => `${quoted(name)} duplicated`,
    restored: (name: string) => `${quoted(name)} restored`,
    deleted: (name: string) => `${quoted(name)} deleted`,
    guidedTourEdit: 'Guided Tour Edit',
    advancedFlowEdit: 'Advanced Flow Edit',
    reports: 'Reports',
    duplicate: 'Duplicate',
    restore: 'Restore',
    deleteThisCampaign: 'Delete this campaign?',
    anyKeywordsOrActiveApi: (id: number) =>
      `Any keywords or active API calls using this campaign id (${id}) will also be disabled when this campaign is deleted.`,
    ofItNotDoneYet: (blasts: number) => `${counted(blasts, 'blast')} not finished yet`,
    anythingNotSentYet: 'Anything not sent yet is canceled, and restoring the campaign won’t bring it back.',
    thisCampaignIsInUse: 'This campaign is in use',
    theyCantSend: 'They can’t send it or switch to it until you restore it.',
  },
  campaignList: {
    campaignLists: 'Campaign Lists',
    searchCampaigns: 'Search Campaigns...',
    whichCampaigns: 'Which campaigns',
    active: 'Active',
    deleted: 'Deleted',
    couldntLoadYourCampaigns: 'Couldn’t load your campaigns',
    campaign: 'campaign',
    noDeletedCampaigns: 'No deleted campaigns',
    campaignsYouDelete: 'Campaigns you delete can be restored here.',
  },
  shared: {
    addCampaign: 'Add Campaign',
  },
  sendMark: {
    paused: 'Paused',
    sentOn: (day: string) => `Sent ${day}`,
    sendingPercent: (percent: number) => `Sending, ${percent}%`,
  },
};
