import { KNOWN_BY_TAGS, PAGE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { contactsInBulk } from './contacts-in-bulk.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, orElse, text } from './kernel/codec.ts';

const list = wire('ListId', id);
const phone = wire('ContactString', text(64));
/** The person's values of the account's first two tags, 'Ada · Boston'; '' without. */
export const displayName = wire('KNOWNAS', text(KNOWN_BY_TAGS * (TEXT_LIMITS.tagValue + 3)));
const memberRow = {
  contact: wire('ContactAddressId_bi', int()),
  phone: wire('ContactString_vch', text(32)),
  contactId: wire('ContactId_bi', int()),
  list: wire('GroupId_bi', int()),
  type: wire('ContactType_int', int()),
  typeId: wire('ContactTypeId', int()),
  optedOut: wire('OPTEDOUT', int()),
  displayName,
};

/** The people of a list. A list id may also be a channel's audience. */
export const contacts = {
  list: call(
    'members/ListMembers',
    {
      list,
      start: wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0)),
      search: wire('iSearchStr', orElse(text(255), '')),
      length: wire('iDisplayLength', orElse(int(1, PAGE_LIMITS.picker), PAGE_LIMITS.pageSize)),
    },
    { start: wire('START', int()), members: wire('MEMBERS', rows(memberRow)) },
    {
      about:
        'A page of a list’s members; iSearchStr is a part of the number, or the beginnings of words of their tags.',
    },
  ),
  add: call(
    'members/addMemberToList',
    { phone, list },
    {
      list: wire('LISTID', int()),
      contactId: wire('CONTACTID', int()),
      phone: wire('CONTACTSTRING', text(32)),
      typeId: wire('CONTACTTYPEID', int()),
      contact: wire('CONTACTADDRESSID', int()),
    },
    { about: 'Adds a number to a list; the number becomes a contact when it is none.' },
  ),
  remove: call('members/deleteMemberFromList', { phone, list }, {}, { about: 'Takes a number off a list.' }),
  copy: call(
    'members/copyMemberToList',
    { phone, target: wire('TargetListId', id) },
    {},
    { about: 'Adds a contact to a further list.' },
  ),
  move: call(
    'members/moveMemberToList',
    { phone, list, target: wire('TargetListId', id) },
    {},
    { about: 'Moves a contact from one list to another.' },
  ),
  timeline: call(
    'members/memberTimeline',
    { contact: wire('ContactAddressId', id), before: wire('inpBefore', orElse(text(40), '')) },
    {
      events: wire(
        'EVENTS',
        rows({
          kind: wire('KIND', text(20)),
          at: wire('AT', text(40)),
          title: wire('TITLE', text(255)),
          detail: wire('DETAIL', text(2000)),
          status: wire('STATUS', text(20)),
        }),
      ),
    },
    { about: 'Messages, consent, clicks, opt-outs and list changes of one contact, newest first.' },
  ),
  erase: call(
    'members/erasePerson',
    {
      contact: wire('ContactAddressId', id),
      phone,
      block: wire('inpBlock', orElse(flag, true)),
    },
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Erases a person for good: number, tags, lists, texts, pictures, answers and clicks; sums of reports stay. ContactString is that person’s number. An opt-out is kept as a keyed hash, and with inpBlock the number is kept as one in any case.',
    },
  ),
  everything: call(
    'members/exportPerson',
    { contact: wire('ContactAddressId', id) },
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'All that is stored of one person, as JSON.' },
  ),
  ...contactsInBulk,
};
