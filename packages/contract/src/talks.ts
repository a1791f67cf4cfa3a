/** The simulator of the flow editor: whom a flow is tried as, and the talks that are kept as tests. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import { displayName } from './contacts.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, name, orElse, text } from './kernel/codec.ts';

const batch = wire('inpBatchId', id);
const talk = wire('inpTalkId', id);
const talkName = wire('TalkName', name(TALK_LIMITS.name));
const talkText = wire('inpTalk', text(TALK_LIMITS.text));

/** Quiet hours of the account’s first channel that is no simulator, in the form of channels/sendingRules. */
const quietHours = {
  quiet: wire('QUIET', flag),
  from: wire('QUIETFROM', int(0, 23)),
  to: wire('QUIETTO', int(1, 24)),
  byState: wire('QUIETSTATES', flag),
};

/** The DETAIL of a refusal to publish because a talk goes another way. */
export const FAILING_TALK = 'talks';

export const talks = {
  list: call(
    'talks/listTalks',
    { campaign: batch },
    {
      talks: wire(
        'TALKS',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(TALK_LIMITS.name)),
          text: wire('TALK', text(TALK_LIMITS.text)),
        }),
      ),
    },
    {
      fails: 'Failed Load',
      about:
        'The talks that a campaign keeps as tests, in the order in which they were kept. TALK is the text that npm run talk plays, without the flow.',
    },
  ),
  add: call(
    'talks/addTalk',
    { campaign: batch, name: talkName, text: talkText },
    { id: wire('NEWTALKID', int()) },
    {
      about:
        'Keeps a talk as a test of a campaign. A phone number in it is replaced by one that is free for fiction. Refused with DETAIL inpTalk when it cannot be read.',
    },
  ),
  rename: call('talks/renameTalk', { talk, name: talkName }, {}, { about: 'Renames a kept talk.' }),
  replace: call(
    'talks/replaceTalk',
    { talk, text: talkText },
    {},
    { about: 'Puts another talk in the place of a kept one, under its name.' },
  ),
  remove: call('talks/deleteTalk', { talk }, {}, { about: 'Deletes a kept talk.' }),
  people: call(
    'talks/findPeople',
    { search: wire('iSearchStr', orElse(text(255), '')) },
    {
      people: wire(
        'PEOPLE',
        rows({
          contact: wire('ContactAddressId', int()),
          phone: wire('ContactString_vch', text(32)),
          displayName,
          optedOut: wire('OPTEDOUT', flag),
        }),
      ),
    },
    {
      about: `Contacts to try a flow as, newest first, ${TALK_LIMITS.people} at most; iSearchStr is a part of the number, or the beginnings of words of their tags.`,
    },
  ),
  person: call(
    'talks/loadPerson',
    { contact: wire('ContactAddressId', id) },
    {
      phone: wire('CONTACTSTRING', text(32)),
      /** The zone that waits go by; quiet hours hold in all of ZONES. */
      timeZone: wire('TIMEZONE', text(64)),
      zones: wire('ZONES', text(200)),
      state: wire('STATE', text(2)),
      ...quietHours,
      optedOut: wire('OPTEDOUT', flag),
      /** Until when they paused messages; empty where they did not. */
      pausedUntil: wire('PAUSEDUNTIL', text(40)),
      /** How they agreed last, and when; empty: nothing is on record. */
      consentSource: wire('CONSENTSOURCE', text(40)),
      consentAt: wire('CONSENTAT', text(40)),
      tags: wire(
        'TAGS',
        rows({ name: wire('TAG', text(255)), value: wire('VALUE', text(TEXT_LIMITS.tagValue)) }),
      ),
    },
    {
      about:
        'What a conversation with a contact goes by: tags, time zone, quiet hours, opt-out and consent. Nothing is written or sent.',
    },
  ),
  hours: call('talks/loadHours', {}, quietHours, {
    about: 'The quiet hours that hold for somebody of the account’s own time zone.',
  }),
};
