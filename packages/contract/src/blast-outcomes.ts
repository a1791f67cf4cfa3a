import { call, rows, wire } from './kernel/call.ts';
import { id, int, oneOf, orElse, text } from './kernel/codec.ts';

/** What can have become of a person of a blast's audience. `not queued`: left out when the blast began. */
export const OUTCOMES = [
  'not queued',
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'unknown',
  'skipped',
] as const;
export type BlastOutcome = (typeof OUTCOMES)[number];

const start = wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0));
const search = wire('iSearchStr', orElse(text(64), ''));
const blast = wire('inpBlastId', id);
const bucket = {
  blast,
  status: wire('inpStatus', oneOf(...OUTCOMES)),
  reason: wire('inpReason', orElse(text(1000), '')),
  code: wire('inpCode', orElse(text(100), '')),
};

/** Who got a blast and who did not, and how its variants compare. */
export const blastOutcomes = {
  people: call(
    'blast/blastPeople',
    { ...bucket, start, search },
    {
      people: wire(
        'PEOPLE',
        rows({
          contact: wire('ContactAddressId', int()),
          phone: wire('CONTACTSTRING', text(32)),
          campaign: wire('BATCHID', int()),
          at: wire('AT', text(40)),
          until: wire('UNTIL', text(40)),
        }),
      ),
    },
    { about: 'The people of one row of blastReasons, a page; iSearchStr is a part of the number.' },
  ),
  exportPeople: call(
    'blast/exportPeople',
    bucket,
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'The people of one row of blastReasons as CSV.' },
  ),
  variants: call(
    'blast/blastVariants',
    { blast },
    {
      variants: wire(
        'VARIANTS',
        rows({
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
          people: wire('PEOPLE', int()),
          reached: wire('REACHED', int()),
          replied: wire('REPLIED', int()),
          clicked: wire('CLICKED', int()),
          optedOut: wire('OPTEDOUT', int()),
        }),
      ),
    },
    {
      about:
        'The campaigns of an A/B blast compared: people who answered, clicked and opted out within seven days of their message. REACHED is what the shares are of.',
    },
  ),
};
