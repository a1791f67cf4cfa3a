import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { date, idList, int, oneOf, orElse, text } from './kernel/codec.ts';

/**
 * What a person may say about a message that nobody can know about. `again`: send it once more, at the risk
 * of a second copy.
 */
export const DECISIONS = ['sent', 'not-sent', 'again'] as const;

const start = wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0));
const search = wire('iSearchStr', orElse(text(64), ''));
/** Which unconfirmed messages; a blast of 0 means all. */
const which = {
  blast: wire('inpBlastId', orElse(int(0), 0)),
  search,
  kind: wire('inpKind', orElse(oneOf('all', 'blast', 'single'), 'all' as const)),
  from: wire('startDate', orElse(date, '')),
  to: wire('endDate', orElse(date, '')),
};

/** Messages that nobody knows the fate of. */
export const unconfirmed = {
  inDoubt: call(
    'delivery/listInDoubt',
    { ...which, start },
    {
      total: wire('COUNT', int()),
      messages: wire(
        'MESSAGES',
        rows({
          id: wire('ID', int()),
          contact: wire('ContactAddressId', int()),
          phone: wire('CONTACTSTRING', text(32)),
          text: wire('TEXT', text(4000)),
          reason: wire('REASON', text(1000)),
          at: wire('AT', text(40)),
          credits: wire('CREDITS', int()),
          blast: wire('BLASTID', int()),
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
        }),
      ),
    },
    {
      about:
        'Messages that may or may not have been sent, newest first: of one blast, or of the account; narrowed by a part of the number, by kind, and by the days on which they were tried.',
    },
  ),
  exportInDoubt: call(
    'delivery/exportInDoubt',
    which,
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'What listInDoubt lists, as CSV.' },
  ),
  settle: call(
    'delivery/settleInDoubt',
    {
      messages: wire('inpMessageIds', idList(PAGE_LIMITS.picker)),
      decision: wire('inpDecision', oneOf(...DECISIONS)),
    },
    { settled: wire('SETTLED', int()) },
    {
      sends: true,
      about:
        'Settles messages in doubt by a person’s decision: sent, not-sent (the credits return) or again. What a receipt has settled meanwhile is left alone.',
    },
  ),
  settleAll: call(
    'delivery/settleAllInDoubt',
    {
      ...which,
      count: wire('inpCount', int(0)),
      decision: wire('inpDecision', oneOf(...DECISIONS)),
    },
    { settled: wire('SETTLED', int()) },
    {
      sends: true,
      about:
        'Settles all that listInDoubt lists. inpCount is the COUNT that the person was shown: refused when there are more by now.',
    },
  ),
};
