import { PAGE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, wire } from './kernel/call.ts';
import { flag, id, idList, int, orElse, text } from './kernel/codec.ts';

const list = wire('ListId', id);

/**
 * Whom a change is for: the members named, or all of the list. All of a long list take several calls, each
 * going on after NEXT of the one before.
 */
const whom = {
  list,
  contacts: wire('ContactAddressIds', orElse(idList(PAGE_LIMITS.picker), [] as number[])),
  all: wire('inpAll', orElse(flag, false)),
  after: wire('inpAfter', orElse(int(0), 0)),
};
/** Who is not on the list is left out of the count. NEXT 0: nobody is left. */
const done = { done: wire('DONECOUNT', int()), next: wire('NEXT', int()) };
const target = wire('TargetListId', id);

/** Several members of a list at once. */
export const contactsInBulk = {
  copyMany: call('members/copyMembers', { ...whom, target }, done, {
    about: 'Adds members of a list to a further list.',
  }),
  moveMany: call('members/moveMembers', { ...whom, target }, done, {
    about: 'Moves members of a list to another list.',
  }),
  removeMany: call('members/deleteMembers', whom, done, { about: 'Takes members off a list.' }),
  tagMany: call(
    'members/tagMembers',
    { ...whom, tag: wire('Tag', text(255)), value: wire('Value', text(TEXT_LIMITS.tagValue)) },
    done,
    {
      about:
        'Stores one value of a tag, named by its name, for members of a list; an empty value removes it.',
    },
  ),
  exportList: call(
    'members/exportMembers',
    { list },
    {},
    {
      method: 'GET',
      shape: 'file',
      confirmed: true,
      about: 'All members of a list with their tags, as CSV that can be imported again.',
    },
  ),
};
