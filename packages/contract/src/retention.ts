import { RETENTION } from '@parley/rules/retention-limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, int, oneOf, text, zeroOr } from './kernel/codec.ts';

/** What piles up in an account, each kept for a time of its own. */
export const KEPT_KINDS = [
  'texts',
  'messages',
  'answers',
  'clicks',
  'links',
  'pictures',
  'simulator',
  'history',
] as const;
export type DataKind = (typeof KEPT_KINDS)[number];

const kind = oneOf(...KEPT_KINDS);
const chosen = {
  kind: wire('inpDataKind', kind),
  months: wire('inpMonths', zeroOr(1, RETENTION.mostMonths)),
};

/** How long an account keeps what piles up. */
export const retention = {
  kept: call(
    'account/dataKept',
    {},
    {
      kinds: wire(
        'KINDS',
        rows({
          kind: wire('KIND', kind),
          months: wire('MONTHS', int()),
          least: wire('LEAST', int()),
          since: wire('SINCE', text(40)),
        }),
      ),
    },
    {
      about:
        'For how many months each kind of data is kept (0: for ever), the fewest months there may be, and since when it is there (empty: since the beginning).',
    },
  ),
  preview: call(
    'account/previewDataKept',
    chosen,
    {
      count: wire('COUNT', int()),
      more: wire('MORE', flag),
      before: wire('BEFORE', text(40)),
    },
    {
      quiet: true,
      about:
        'What would go if a kind were kept for inpMonths: how many (MORE: at least so many), and from before when. Nothing does.',
    },
  ),
  save: call(
    'account/saveDataKept',
    chosen,
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Keeps a kind of data for inpMonths (0: for ever). What is earlier is deleted for good, in the background.',
    },
  ),
};
