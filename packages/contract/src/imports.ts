import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, orElse, raw, text } from './kernel/codec.ts';

const list = wire('ListId', id);
const upload = wire('IMPORTID', id);
/** ISO 3166: whose numbers those without a country code are. */
export const country = wire('COUNTRY', text(2));
const chosenCountry = wire('inpCountry', orElse(text(2), ''));
const counts = {
  rows: wire('ROWCOUNT', int()),
  added: wire('NEWCOUNT', int()),
  updated: wire('UPDATEDCOUNT', int()),
  duplicates: wire('DUPLICATECOUNT', int()),
  invalid: wire('INVALIDCOUNT', int()),
  optedOut: wire('OPTOUTCOUNT', int()),
  /** Opted out by a column of the file. OPTOUTCOUNT are those of its people who were before. */
  newOptOuts: wire('NEWOPTOUTCOUNT', int()),
};
const problem = rows({
  row: wire('ROW', int()),
  value: wire('VALUE', text(640)),
  reason: wire('REASON', text(255)),
});

/** Import of contacts from a file, in four steps: upload, dry run, start, progress. */
export const imports = {
  upload: call(
    'imports/uploadFile',
    { list },
    {
      id: wire('IMPORTID', int()),
      columns: wire(
        'COLUMNS',
        rows({
          index: wire('INDEX', int()),
          name: wire('NAME', text(255)),
          samples: wire('SAMPLES', raw<string[]>('list of texts')),
          suggestion: wire('SUGGESTION', text(255)),
        }),
      ),
      rows: wire('ROWCOUNT', int()),
      country,
    },
    {
      shape: 'upload',
      about:
        'Takes a CSV file (field "file") and answers its columns, each with the first values and a TARGET that suits it, and the country of the account; nothing is imported yet.',
    },
  ),
  dryRun: call(
    'imports/dryRun',
    {
      id: upload,
      mapping: wire('MAPPING', rows({ index: wire('INDEX', int()), target: wire('TARGET', text(255)) })),
      country: chosenCountry,
    },
    {
      ...counts,
      abroad: wire('ABROADCOUNT', int()),
      problems: wire('PROBLEMS', problem),
    },
    {
      about:
        "Says what an import would do. TARGET is 'phone', '' (ignore), 'optout' (opted out, unless the cell is empty or says no), 'tag:<id>' or 'newtag:<name>'; inpCountry is the country of numbers without a country code, by itself that of the account; ABROADCOUNT is how many numbers are of other countries; the first 100 faults are listed.",
    },
  ),
  start: call(
    'imports/start',
    {
      id: upload,
      consent: wire('inpConsent', orElse(flag, false)),
      consentNote: wire('inpConsentNote', orElse(text(TEXT_LIMITS.consentNote), '')),
    },
    {},
    {
      about:
        'Starts the import that was last tried. inpConsent 1 attests that its people agreed to get texts, inpConsentNote says how; both are kept with who said so. Without it the import runs, and History says that nobody confirmed it.',
    },
  ),
  progress: call(
    'imports/progress',
    { id: upload },
    {
      state: wire('STATE', text(20)),
      done: wire('DONECOUNT', int()),
      ...counts,
      undoTotal: wire('UNDOTOTAL', int()),
      undone: wire('UNDONECOUNT', int()),
      undoKept: wire('UNDOKEPTCOUNT', int()),
    },
    {
      about:
        'How far an import is, and taking it back. STATE is uploaded, tried, running, done, cancelled, failed, undoing or undone. UNDOKEPTCOUNT: people who stay on the list because they came to it another way, too.',
    },
  ),
  cancel: call(
    'imports/cancel',
    { id: upload },
    {},
    { about: 'Stops an import, or taking it back, between two batches.' },
  ),
  undo: call(
    'imports/undo',
    { id: upload },
    {},
    {
      about:
        'Begins to take back what the import alone gave: memberships, contacts and tag values. Whoever joined the list another way since stays, and whoever opted out stays opted out; imports/progress says how far that is.',
    },
  ),
  errors: call(
    'imports/errorFile',
    { id: upload },
    {},
    {
      method: 'GET',
      shape: 'file',
      confirmed: true,
      about: 'The rows that were not imported, with reasons, as CSV.',
    },
  ),
};
