/** How far people got in a campaign, step by step, and who they are. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { date, flag, id, ifGiven, int, oneOf, orElse, text } from './kernel/codec.ts';

const MOST_VERSIONS = 2_000_000_000;

/** What of a step is counted. `went`: by the way from it to another one. */
export const STEP_EVENTS = ['reached', 'waiting', 'answered', 'timed-out', 'opted-out', 'went'] as const;
export type StepEvent = (typeof STEP_EVENTS)[number];

/** Of which days (of the account's zone, both or neither) and which version; 0: of none. */
const asked = {
  campaign: wire('inpBatchId', id),
  version: wire('NUMBER', ifGiven(int(0, MOST_VERSIONS))),
  from: wire('startDate', ifGiven(date)),
  to: wire('endDate', ifGiven(date)),
};
const oneCount = {
  ...asked,
  step: wire('INPPID', id),
  what: wire('WHAT', oneOf(...STEP_EVENTS)),
  /** Of answers: those of one intent; '' those of none; absent: all. */
  intent: wire('INTENT', ifGiven(text(TEXT_LIMITS.message))),
  /** Of a way: where it leads. */
  target: wire('TARGETPID', orElse(int(0), 0)),
};

export const stepCounts = {
  count: call(
    'control-point/StepCounts',
    asked,
    {
      conversations: wire('CONVERSATIONS', int()),
      isPartial: wire('PARTIAL', flag),
      /** Some are from before visits were kept: of those only each contact's latest conversation is known. */
      hasEarlier: wire('EARLIER', flag),
      /** ISO instant of the first that was kept; '' for none. */
      since: wire('SINCE', text(40)),
      /** ISO instant: what was earlier is deleted, as the account keeps answers; '' for nothing. */
      goneBefore: wire('GONEBEFORE', text(40)),
      counts: wire(
        'COUNTS',
        rows({
          step: wire('ID', int()),
          reached: wire('REACHED', int()),
          waiting: wire('WAITING', int()),
          answered: wire('ANSWERED', int()),
          timedOut: wire('TIMEDOUT', int()),
          optedOut: wire('OPTEDOUT', int()),
        }),
      ),
      intents: wire(
        'INTENTS',
        rows({
          step: wire('ID', int()),
          intent: wire('INTENT', text(TEXT_LIMITS.message)),
          count: wire('COUNT', int()),
        }),
      ),
      ways: wire(
        'WAYS',
        rows({ from: wire('ID', int()), to: wire('TARGETPID', int()), count: wire('COUNT', int()) }),
      ),
    },
    {
      about:
        'How often each step of a campaign was reached, answered (INTENTS: by which intent, empty for none), waited for in vain or followed by an opt-out, how many wait there now, and how often conversations went from one step to another: of days (both or neither) and of a version (0: of conversations that began before anything was published). With PARTIAL 1 there are more than could be counted at once. Days say nothing of those who wait now. GONEBEFORE: of the time asked about, what was earlier is deleted, as the account keeps answers (empty: nothing is).',
    },
  ),
  people: call(
    'control-point/ListStepPeople',
    { ...oneCount, start: wire('iDisplayStart', orElse(int(0, 1_000_000), 0)) },
    {
      people: wire(
        'PEOPLE',
        rows({
          contact: wire('ContactAddressId', int()),
          phone: wire('CONTACTSTRING', text(32)),
          times: wire('TIMES', int()),
          at: wire('AT', text(40)),
        }),
      ),
      /** How many people, and how often: the count. */
      total: wire('TOTAL', int()),
      times: wire('TIMES', int()),
    },
    { about: 'Whom a count of StepCounts is of, a page; each once, with how often and when last.' },
  ),
  putOnList: call(
    'control-point/StepPeopleToList',
    {
      ...oneCount,
      /** 0: a new list of this name; later slices name the list. */
      list: wire('inpListId', orElse(int(0), 0)),
      name: wire('ListName', orElse(text(TEXT_LIMITS.name), '')),
      after: wire('inpAfter', orElse(int(0), 0)),
    },
    { list: wire('LISTID', int()), done: wire('DONECOUNT', int()), next: wire('NEXT', int()) },
    {
      about:
        'Puts the people of a count on a list. Many take several calls, each with LISTID and going on after NEXT of the one before; NEXT 0: all are on it.',
    },
  ),
};
