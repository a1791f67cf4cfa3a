import { counted, formatNumber } from '../kit/numbers.tsx';

const them = (count: number) => (count === 1 ? 'it' : 'them');

/** What the screens of an import say. */
export const wordings = {
  columns: {
    becomes: (column: string) => `What “${column}” becomes`,
    noSamples: 'No values in the first rows',
    samples: 'First values',
    targets: {
      ignore: 'Don’t import',
      phone: 'Phone number',
      optOut: 'Opt-out',
      newTag: 'New tag',
      tags: 'Tags',
    },
    tagName: (column: string) => `Name of the new tag for “${column}”`,
    keepAll: 'Keep all columns as tags',
    country: 'Numbers without a country code are from',
    optOutHint: 'Opts people out, unless the cell is empty or says no. Only they can opt back in.',
    otherFile: 'Another file',
    check: 'Check',
  },
  faults: {
    blankName: 'Enter a name for the new tag.',
    longName: (most: number) => `A tag’s name has at most ${most} characters.`,
    taken: 'Another column goes to this tag already.',
    noPhone: 'Choose the column that holds the phone numbers.',
  },
  check: {
    nothingYet: (rows: number) => ` has ${counted(rows, 'row')}. Nothing is imported yet.`,
    leftOut: (columns: string[]) =>
      `${counted(columns.length, 'column')} of the file ${columns.length === 1 ? 'is' : 'are'} not imported: ${columns.join(', ')}. Go back to keep ${them(columns.length)} as ${columns.length === 1 ? 'a tag' : 'tags'}.`,
    abroad: (count: number, country: string) =>
      `${counted(count, 'number is', 'numbers are')} from outside the country you chose (${country}). Go back if that’s not the right one.`,
    consent: 'These people agreed to get texts from us',
    consentAbout:
      'Texting people who didn’t ask for it is against the law and gets numbers blocked. Your confirmation is kept in History with your name and the time.',
    consentMissing: 'Confirm this before you import.',
    consentNote: 'How did they agree?',
    consentExample: 'For example: sign-up form on our website, spring 2026',
    nobody: 'No row can be imported. Choose the column of phone numbers again, or another file.',
    join: (list: string) => `They join “${list}”.`,
    back: 'Back',
    start: (people: number) => `Import ${counted(people, 'contact')}`,
  },
  optOuts: {
    before: (isFuture: boolean) =>
      ` of them opted out before and ${isFuture ? 'stay' : 'stayed'} opted out: they get no messages.`,
    fresh: (isFuture: boolean) =>
      ` marked as opted out in the file ${isFuture ? 'will be' : 'were'} opted out${isFuture ? ', and stay so even if you undo the import' : ''}.`,
  },
  undo: {
    title: 'Undo this import?',
    confirm: 'Undo the import',
    about:
      'Memberships, new contacts and tag values of this import are taken back. Whoever has joined, opted in or texted a keyword since stays. Opt-outs stay, too: only the person can lift them.',
    done: 'The memberships, contacts and tag values of this import are as they were before it.',
    kept: (count: number) =>
      ` ${formatNumber(count)} ${count === 1 ? 'person' : 'people'} stayed on the list, because they came to it another way, too.`,
  },
  checkFile: {
    theFirstOfRows: (count: number, all: number) =>
      `The first ${formatNumber(count)} of ${formatNumber(all)} rows that are left out`,
    rowsThatAreLeftOut: 'Rows that are left out',
    allAsCsv: 'All as CSV',
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
    csvFile: 'CSV file',
    reading: (name: string, size: string) => `Reading ${name} (${size})…`,
    dropACsvFileHere: 'Drop a CSV file here',
    nothingIsImportedYet: 'Nothing is imported yet.',
    upToRows: (importRows: number) => `Up to ${formatNumber(importRows)} rows`,
    oneRowForEachPerson: (noListName: boolean, listName: string) =>
      `One row for each person${noListName ? '' : ` who joins “${listName}”`}, with a column of phone numbers. Other columns can become tags. You’ll see what happens before anything is imported. Only import people who agreed to hear from you.`,
    thisFileIsTooLarge: 'This file is too large. You can import up to 50 MB at a time.',
    chooseOneFile: 'Choose one file at a time.',
    thisIsntACsvFile: 'This isn’t a CSV file. Save your contacts as CSV and choose that file.',
    kb: (math: number) => `${math} KB`,
    mb: (bytes: string) => `${bytes} MB`,
  },
  importContacts: {
    listMembers: 'List Members',
    list: 'list',
    stepsOfTheImport: 'Steps of the import',
  },
  runningImport: {
    couldntLoadTheImport: 'Couldn’t load the import',
    thisImportWasntStarted: 'This import wasn’t started',
    nothingFromThisFile: 'Nothing from this file was imported.',
    takingTheImportIntoBack: (listName: string) => `Taking the import into “${listName}” back`,
    importingInto: (listName: string) => `Importing into “${listName}”`,
    undo: 'Undo',
    import: 'Import',
    youCanLeaveThisPage: 'You can leave this page; it keeps going. If you cancel, you can continue later.',
    youCanLeaveThisPageSentence: 'You can leave this page; the import keeps going.',
    imported: 'Imported',
    onNow: (added: number, list: string) =>
      `${counted(added, 'person of the file is', 'people of the file are')} on “${list}” now.`,
    cancelled: 'Cancelled',
    theUndoWasStopped: (undone: number, undoTotal: number) =>
      `The undo was stopped: ${formatNumber(undone)} of ${formatNumber(undoTotal)} people are back to how they were. Undo again to finish.`,
    theImportWasStoppedAfter: (done: number, rows: number) =>
      `The import was stopped after ${formatNumber(done)} of ${counted(rows, 'row')}. What’s already imported stays unless you undo it.`,
    theImportFailed: 'The import failed',
    itStoppedAfterOfUndo: (done: number, rows: number) =>
      `It stopped after ${formatNumber(done)} of ${counted(rows, 'row')}. Undo it and upload the file again.`,
    undone: 'Undone',
    showTheMembers: 'Show the members',
    rowsLeftOutCsv: 'Rows left out (CSV)',
    importAnotherFile: 'Import another file',
  },
  shared: {
    chooseAFile: 'Choose a file',
  },
} as const;
