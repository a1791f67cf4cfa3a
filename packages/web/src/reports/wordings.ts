/** What the screens of this folder say; the words of the specification stand where they are used. */
import { quoted } from '../data/isolated.ts';
import { formatNumber } from '../kit/numbers.tsx';

export const wordings = {
  campaignReports: {
    title: 'Campaign reports',
    about:
      'Every campaign has its own report. Create a custom one to put the numbers you check every week on one page.',
    one: 'Responses, subscribers, and opt-ins',
    couldntLoadYourCampaigns: 'Couldn’t load your campaigns',
  },
  unpaidNotice: {
    title: (count: number) =>
      count === 1
        ? '1 reply didn’t go out: you were out of credits'
        : `${formatNumber(count)} replies didn’t go out: you were out of credits`,
    ofOne: 'This campaign, on the dates shown. Replies still on hold go out once you add credits.',
    ofAll: 'All campaigns, on the dates shown. Replies still on hold go out once you add credits.',
  },
  keptNotice: {
    since: (day: string) =>
      `Lists and answers begin on ${day}: your account doesn’t keep older ones. Counts by day still have them.`,
    sinceOfSegment: (day: string) =>
      `These figures begin on ${day}: your account doesn’t keep older answers and clicks, and a segment’s are counted from them. The figures of everyone still have the days before.`,
  },
  addMetric: {
    pickAMetric: 'Pick A Metric',
    whatKindOfDataWill: 'What kind of data will it be?',
    pickADatapoint: 'Pick A Datapoint',
    whichOneDoWeWant: 'Which one do we want to see?',
    pickAName: 'Pick A Name',
    whatWillWeName: 'What will we name it?',
    coversTheWholeAccount: (title: string) =>
      `${quoted(title)} covers the whole account. Nothing to choose here.`,
    name: 'Name',
    of: (step: number, count: number) => `${step} of ${count}`,
    aNumber: 'A number',
    aTable: 'A table',
    aChartOverTime: 'A chart over time',
    metric: 'Metric',
    theresNoneYet: 'There’s none yet. You can continue; the tile stays empty for now.',
    search: 'Search',
    searchSentence: 'Search...',
    datapoint: 'Datapoint',
    moreSearchToFind: (count: number) => `${count} more. Search to find them.`,
    nothingMatches: 'Nothing matches.',
    next: 'Next',
  },
  dateRange: {
    dateRange: (value: string) => `Date range, ${value}`,
    backToTheLastMonth: 'Back to the last month',
    dialogLabel: 'Date range',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
  },
  limitsNotice: {
    onlyPeopleIn: (name: string) => `Only people who are in ${quoted(name)} now.`,
    changed: 'The segment was changed on {day}, after this report was saved.',
    chooseAnother: 'No figures are shown until you choose another segment or show everyone.',
  },
  range: {
    lastDays: (days: number) => `Last ${days} days`,
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
  recencyNotice: {
    asOf: 'These figures are as of {moment}. What came since then will appear here soon.',
  },
  reportEditor: {
    customReportTool: 'Custom Report Tool',
    editModeOn: 'Edit Mode On',
    editModeOff: 'Edit Mode Off',
    addAMetric: 'Add a metric',
    buildYourReport: 'Build your report',
    startEditing: 'Start editing',
    eachTileShowsANumber:
      'Each tile shows a number, a table, or a chart. Choose what it counts and for which campaign, then drag tiles where you want them.',
    reportBuilder: 'Report Builder',
    discardTheChanges: 'Discard the changes?',
    discard: 'Discard',
    theTilesYouAddedWill: 'The tiles you added will be removed.',
    theReportGoesBack: 'The report goes back to its last saved version.',
    notSavedYet: 'Not saved yet. Kept in this browser until you save.',
    keepEditing: 'Keep editing',
    discardChanges: 'Discard changes',
    youHaveEarlierUnsavedChanges: 'You have earlier unsaved changes. Anything you change now replaces them.',
    youHaveUnsavedChanges: 'You have unsaved changes.',
    reportSaved: 'Report Saved!',
    debugJson: 'Debug JSON',
    theReportAsJson: 'The report as JSON',
  },
  reportGrid: {
    cannotGo: (title: string, way: string) => `${title} can’t move ${way}.`,
    isDeleted: (title: string) => `${title} deleted.`,
  },
  reportList: {
    noReportsYet: 'No reports yet',
    aReportIsAPage:
      'A report is a page of tiles: who replied, and how replies and opt-ins change over time. Put the numbers you check every week on one page.',
    reportDeleted: 'Report deleted',
    createANewReport: 'Create A New Report',
    couldntLoadYourReports: 'Couldn’t load your reports',
    deleteThisReport: 'Delete this report?',
    itsLayoutWill: (title: string) => `${quoted(title)} and its layout will be removed. The data stays.`,
  },
  reportPages: {
    reportInSentence: 'report',
    allReports: 'All reports',
  },
  routes: {
    reportBuilder: 'Report builder',
  },
  saveReport: {
    onlyPeopleIn: (name: string) => `Saved for people in ${quoted(name)} only.`,
    saveYourReport: 'Save Your Report',
    reportName: 'Report Name',
    description: 'Description',
    replaceTheirs: 'Replace theirs',
    saveAsANewReport: 'Save as a new report',
    canBeSavedAsNew: 'What you made is still here: save it as a new report.',
  },
  shared: {
    close: 'Close',
    reportList: 'Report List',
    report: 'Report',
  },
  tileFrame: {
    notOfPeople: 'Not limited to the segment: this doesn’t count people.',
    deleteOf: (title: string) => `Delete ${title}`,
    moveLeft: 'Move left',
    moveRight: 'Move right',
    wider: 'Wider',
    narrower: 'Narrower',
    taller: 'Taller',
    shorter: 'Shorter',
    moveOrResize: (title: string) => `Move or resize ${title}`,
  },
};
