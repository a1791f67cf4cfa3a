import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, oneOf, orElse, text } from './kernel/codec.ts';

/** How an opt-out reached us. The first ones come by themselves, the others are recorded by hand. */
export const OPT_OUT_SOURCES = [
  'keyword',
  'carrier',
  'review',
  'upload',
  'import',
  'preferences',
  'phone',
  'mail',
  'email',
  'person',
  'web',
  'other',
] as const;
/** Long lists are counted up to here. */
export const COUNTED = 10_000;
/** Those that a person may record. */
export const HAND_SOURCES = ['phone', 'mail', 'email', 'person', 'web', 'other'] as const;

const page = {
  start: wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0)),
  search: wire('iSearchStr', orElse(text(255), '')),
  length: wire('iDisplayLength', orElse(int(1, PAGE_LIMITS.picker), PAGE_LIMITS.pageSize)),
};
const phone = wire('CONTACTSTRING', text(32));
const contact = wire('ContactAddressId', int());
const channelName = wire('CHANNEL', text(255));
const at = wire('AT', text(40));
/** Counted up to {@link COUNTED}: a longer list needs no exact figure. */
const total = wire('COUNT', int());

/** Numbers that get nothing more, what may be an opt-out, and conversations that were muted. */
export const suppression = {
  list: call(
    'optouts/listOptOuts',
    page,
    {
      total,
      optOuts: wire(
        'OPTOUTS',
        rows({
          phone,
          contact,
          source: wire('SOURCE', text(40)),
          words: wire('WORDS', text(4000)),
          note: wire('NOTE', text(1000)),
          channelName,
          scope: wire('SCOPE', text(20)),
          by: wire('USER', text(255)),
          at,
          /** The keyword that the person has texted since, and its campaign. */
          askedWords: wire('ASKEDWORDS', text(4000)),
          askedCampaign: wire('ASKEDBATCHID', int()),
          askedCampaignName: wire('ASKEDNAME', text(255)),
          askedAt: wire('ASKED_DT', text(40)),
        }),
      ),
    },
    { about: 'The opt-out list, newest first; iSearchStr is a part of the number or of the words.' },
  ),
  record: call(
    'optouts/recordOptOut',
    {
      phone: wire('inpContactString', text(64)),
      source: wire('inpSource', orElse(oneOf(...HAND_SOURCES), 'other' as const)),
      note: wire('inpNote', orElse(text(1000), '')),
    },
    {},
    {
      about:
        'Records an opt-out that came by phone, mail, in person …; inpNote is what was said or where it is filed.',
    },
  ),
  upload: call(
    'optouts/uploadNumbers',
    {
      isLog: wire('inpCarrierLog', orElse(flag, false)),
      country: wire('inpCountry', orElse(text(2), '')),
    },
    {
      added: wire('NEWCOUNT', int()),
      known: wire('KNOWNCOUNT', int()),
      invalid: wire('INVALIDCOUNT', int()),
      problems: wire('PROBLEMS', rows({ row: wire('ROW', int()), value: wire('VALUE', text(640)) })),
      others: wire('OTHERCOUNT', int()),
      doubtful: wire('DOUBTFUL', rows({ row: wire('ROW', int()), value: wire('VALUE', text(640)) })),
    },
    {
      shape: 'upload',
      about:
        'Opts out every number of a CSV file (field “file”, the first cell of each row that holds one), or none if there are too many rows. inpCountry is the country of numbers without a country code, by itself that of the account. inpCarrierLog 1: the file is a log of texts with a column for the sender and one for the text; only who wrote STOP, or the like, last is opted out, and DOUBTFUL lists what a person should read.',
    },
  ),
  exportAll: call(
    'optouts/exportOptOuts',
    {},
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'The whole opt-out list as CSV.' },
  ),
  doubtful: call(
    'optouts/listDoubtful',
    { start: page.start, length: page.length },
    {
      total,
      texts: wire(
        'TEXTS',
        rows({
          id: wire('ID', int()),
          phone,
          contact,
          text: wire('TEXT', text(4000)),
          matched: wire('MATCHED', text(255)),
          channelName,
          at,
        }),
      ),
    },
    { about: 'Incoming texts that may be opt-outs and wait for a decision, newest first.' },
  ),
  decide: call(
    'optouts/decideDoubtful',
    { id: wire('inpTextId', id), decision: wire('inpDecision', oneOf('opt-out', 'not-opt-out')) },
    {},
    { about: 'Decides a doubtful text: the number is opted out, or the text was none.' },
  ),
  muted: call(
    'optouts/listMuted',
    { start: page.start, length: page.length },
    {
      total,
      muted: wire(
        'MUTED',
        rows({
          phone,
          contact,
          channel: wire('SRID', int()),
          channelName,
          messages: wire('MESSAGES', int()),
          at,
          until: wire('UNTIL', text(40)),
        }),
      ),
    },
    {
      about:
        'Conversations that are muted because two machines seem to talk, and when each is answered again.',
    },
  ),
  unmute: call(
    'optouts/unmute',
    { contact: wire('ContactAddressId', id), channel: wire('ChannelId', id) },
    {},
    { sends: true, about: 'Answers a muted contact again.' },
  ),
};
