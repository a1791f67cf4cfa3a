import { quoted } from '../data/isolated.ts';
import { counted, formatNumber } from '../kit/numbers.tsx';

const them = (count: number) => (count === 1 ? 'it' : 'them');

/** What the screens of an import say. */
export const wordings = {
  columns: {
    becomes: (column: string) => `What ${quoted(column)} becomes`,
    noSamples: 'Empty in the first rows',
    samples: 'First values',
    targets: {
      ignore: 'Don’t import',
      phone: 'Phone number',
      optOut: 'Opt-out',
      newTag: 'New tag',
      tags: 'Tags',
    },
    tagName: (column: string) => `Name of the new tag for ${quoted(column)}`,
    keepAll: 'Keep all columns as tags',
    country: 'Country for numbers without a country code',
    optOutHint: 'Opts people out unless the cell is empty or says no. Only they can opt back in.',
    check: 'Check',
  },
  faults: {
    blankName: 'Enter a name for the new tag.',
    longName: (most: number) => `Use up to ${most} characters for a tag’s name.`,
    taken: 'Another column already uses this tag.',
    noPhone: 'Choose the column with the phone numbers.',
  },
  check: {
    nothingYet: (rows: number) => `{file} has ${counted(rows, 'row')}. Nothing is imported yet.`,
    leftOut: (columns: string[]) =>
      `${counted(columns.length, 'column')} of the file ${columns.length === 1 ? 'is' : 'are'} not imported: ${columns.join(', ')}. Go back to keep ${them(columns.length)} as ${columns.length === 1 ? 'a tag' : 'tags'}.`,
    abroad: (count: number, country: string) =>
      `${counted(count, 'number is', 'numbers are')} from outside the country you chose (${country}). Go back if that’s not the right one.`,
    consent: 'These people agreed to get texts from us',
    consentAbout:
      'Texting people who didn’t agree to it is against the law and gets numbers blocked. We keep your confirmation in History, with your name and the time.',
    consentMissing: 'Confirm this before you import.',
    consentNote: 'How did they agree?',
    consentExample: 'For example: sign-up form on our website, spring 2026',
    nobody: 'There’s nothing to import. Check the column with the phone numbers, or choose another file.',
    join: (list: string) => `They’ll join ${quoted(list)}.`,
    back: 'Back',
    start: (people: number) => `Import ${counted(people, 'contact')}`,
  },
  optOuts: {
    before: (isFuture: boolean) =>
      `{count} of them opted out before and ${isFuture ? 'stay' : 'stayed'} opted out: they get no messages.`,
    fresh: (isFuture: boolean) =>
      `{count} marked as opted out in the file ${isFuture ? 'will be' : 'were'} opted out${isFuture ? ', and stay so even if you undo the import' : ''}.`,
  },
  undo: {
    title: 'Undo this import?',
    confirm: 'Undo the import',
    about:
      'This removes the memberships, new contacts, and tag values from this import. Anyone who has joined, opted in, or texted a keyword since then stays. Opt-outs stay, too: only the person can opt back in.',
    done: 'Memberships, contacts, and tag values are back to how they were before the import.',
    kept: (count: number) =>
      ` ${formatNumber(count)} ${count === 1 ? 'person' : 'people'} stayed on the list, because they came to it another way, too.`,
  },
  checkFile: {
    theFirstOfRows: (count: number, all: number) =>
      `First ${formatNumber(count)} of ${formatNumber(all)} rows left out`,
    rowsThatAreLeftOut: 'Rows left out',
    allAsCsv: 'Download all (CSV)',
    row: 'Row',
    why: 'Why',
  },
  chooseColumns: {
    rows: (rows: number) => counted(rows, 'row'),
  },
  counts: {
    new: 'New',
    becomeContacts: 'become contacts',
    becameContacts: 'became contacts',
    updated: 'Updated',
    contactsAlready: 'contacts already',
    duplicates: 'Duplicates',
    inTheFileTwice: 'in the file twice',
    invalid: 'Invalid',
    leftOut: 'left out',
  },
  dropFile: {
    sendAgain: (name: string) => `Send ${quoted(name)} again`,
    goOn: 'Continue',
    goOnWith: (name: string) => `Continue with ${name}`,
    csvFile: 'CSV file',
    dropACsvFileHere: 'Drop a CSV file here',
    chooseACsvFile: 'Choose a CSV file',
    upToRows: (importRows: number) => `Up to ${formatNumber(importRows)} rows`,
    oneRowForEachPerson: (noListName: boolean, listName: string) =>
      `One row for each person${noListName ? '' : ` who joins ${quoted(listName)}`}, with a column of phone numbers. Other columns can become tags. You’ll see what happens before anything is imported. Only import people who agreed to hear from you.`,
    thisFileIsTooLarge: 'This file is too large. You can import up to 50 MB at a time.',
    thisIsntACsvFile: 'This isn’t a CSV file. Save your contacts as CSV and choose that file.',
  },
  importContacts: {
    nothingGoesIntoIt: 'Nothing was imported, and nothing can go into it any more.',
    chooseAnotherList: 'Choose another list',
    listMembers: 'List Members',
    list: 'list',
    stepsOfTheImport: 'Steps of the import',
    file: 'File',
    columns: 'Columns',
    check: 'Check',
    import: 'Import',
  },
  runningImport: {
    couldntLoadTheImport: 'Couldn’t load the import',
    thisImportWasntStarted: 'This import wasn’t started',
    nothingFromThisFile: 'Nothing from this file was imported.',
    takingTheImportIntoBack: (listName: string) => `Undoing the import into ${quoted(listName)}`,
    importingInto: (listName: string) => `Importing into ${quoted(listName)}`,
    undo: 'Undo',
    import: 'Import',
    youCanLeaveThisPage: 'You can leave this page; it keeps going. If you cancel, you can continue later.',
    youCanLeaveThisPageSentence: 'You can leave this page; the import keeps going.',
    imported: 'Imported',
    onNow: (added: number, list: string) =>
      `${counted(added, 'person of the file is', 'people of the file are')} on ${quoted(list)} now.`,
    cancelled: 'Canceled',
    theUndoWasStopped: (undone: number, undoTotal: number) =>
      `The undo was stopped: ${formatNumber(undone)} of ${formatNumber(undoTotal)} people are back to how they were. Undo again to finish.`,
    theImportWasStoppedAfter: (done: number, rows: number) =>
      `The import was stopped after ${formatNumber(done)} of ${counted(rows, 'row')}. What’s already imported stays unless you undo it.`,
    theImportFailed: 'The import failed',
    itStoppedAfterOfUndo: (done: number, rows: number) =>
      `It stopped after ${formatNumber(done)} of ${counted(rows, 'row')}. Undo it and upload the file again.`,
    goneWithItsList: 'This import is gone with its list',
    itEndedWhenTheListWas: (done: number, rows: number) =>
      `It ended when the list was deleted, after about ${formatNumber(done)} of ${counted(rows, 'row')}. People already imported stay your contacts.`,
    itsPeopleStayYourContacts: 'People who were imported stay your contacts.',
    undone: 'Undone',
    showTheMembers: 'Show the members',
    rowsLeftOutCsv: 'Rows left out (CSV)',
    importAnotherFile: 'Import another file',
  },
} as const;
