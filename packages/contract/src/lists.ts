import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, record, rows, wire } from './kernel/call.ts';
import { id, int, name, orElse, text } from './kernel/codec.ts';
import { ordering } from './tags.ts';

const list = wire('ListId', id);
const listRow = {
  id: wire('ID', int()),
  name: wire('NAME', text(255)),
  count: wire('COUNT', int()),
  optOuts: wire('OPTOUTCOUNT', int()),
  index: wire('NEWINDEX', int()),
};

/** Subscriber lists. */
export const lists = {
  list: call(
    'lists/lists',
    {
      filter: wire('ListFilters', orElse(text(255), '')),
      search: wire('iSearchStr', orElse(text(255), '')),
    },
    { lists: wire('LISTS', rows(listRow)) },
    {
      about: 'All lists in their order, with counts; ListFilters and iSearchStr are substrings of the name.',
    },
  ),
  reorder: call(
    'lists/ReorderListList',
    { lists: ordering('ListArray') },
    {},
    { about: 'Stores a new order of the lists.' },
  ),
  remove: call('lists/deleteList', { list }, {}, { about: 'Deletes a list; its members stay contacts.' }),
  add: call(
    'lists/addList',
    { name: wire('ListName', name(TEXT_LIMITS.name)) },
    { id: wire('NEWListID', int()) },
    { about: 'Adds a list.' },
  ),
  rename: call(
    'lists/renameList',
    { list, name: wire('ListName', name(TEXT_LIMITS.name)) },
    {},
    { about: 'Renames a list.' },
  ),
  info: call(
    'lists/loadListInfo',
    { list },
    { info: wire('LISTINFO', record(listRow)) },
    {
      about: 'One list with its counts.',
    },
  ),
};
