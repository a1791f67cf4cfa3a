import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, name, orElse, parseJson, text } from './kernel/codec.ts';

const filter = (field: string) => wire(field, orElse(text(255), ''));
const places = rows({ id: wire('ID', id), index: wire('NEWINDEX', orElse(int(0, 1_000_000), undefined)) });
/**
 * The order of a list as the screen shows it: items with ID and NEWINDEX, or in their order; bare ids are
 * items, too.
 */
export const ordering = (field: string) =>
  wire(field, {
    ...places,
    decode: (raw) => {
      const list = parseJson(raw);
      return places.decode(Array.isArray(list) ? list.map(asItem) : list);
    },
  } satisfies typeof places);
const asItem = (item: unknown) => (item !== null && typeof item === 'object' ? item : { ID: item });

/** Tags: the account's own fields of a contact. */
export const tags = {
  list: call(
    'tags/taglist',
    { filter: filter('TagFilters') },
    {
      tags: wire(
        'TAGS',
        rows({ id: wire('ID', int()), name: wire('TAG', text(255)), index: wire('NEWINDEX', int()) }),
      ),
    },
    { about: 'All tags in their order.' },
  ),
  reorder: call(
    'tags/ReorderTagList',
    { tags: ordering('TagArray') },
    {},
    { about: 'Stores a new order of the tags.' },
  ),
  ofContact: call(
    'tags/TagListWithData',
    { filter: filter('inpFilter'), contact: wire('ContactAddressId', id) },
    {
      phone: wire('CONTACTSTRING', text(32)),
      tags: wire(
        'TAGS',
        rows({
          id: wire('ID', int()),
          name: wire('TAG', text(255)),
          index: wire('NEWINDEX', int()),
          value: wire('VALUE', text(TEXT_LIMITS.tagValue)),
        }),
      ),
    },
    { about: 'Every tag with one contact’s value.' },
  ),
  values: call(
    'tags/tagValues',
    { tag: wire('Tag', text(255)) },
    { values: wire('VALUES', rows({ value: wire('VALUE', text(TEXT_LIMITS.tagValue)) })) },
    {
      about:
        'The most frequent values of a tag among the newest contacts, 50 at most: to choose one for a filter.',
    },
  ),
  setValue: call(
    'tags/updateTag',
    {
      contact: wire('ContactAddressId', id),
      tag: wire('Tag', text(255)),
      value: wire('Value', text(TEXT_LIMITS.tagValue)),
    },
    {},
    { about: 'Stores one contact’s value of a tag, named by its name.' },
  ),
  remove: call('tags/deleteTag', { tag: wire('TagId', id) }, {}, { about: 'Deletes a tag and its values.' }),
  add: call(
    'tags/addTag',
    { name: wire('TagName', name(TEXT_LIMITS.tagName)) },
    { id: wire('NEWTAGID', int()) },
    { about: 'Adds a tag.' },
  ),
  rename: call(
    'tags/renameTag',
    { tag: wire('TagId', id), name: wire('TagName', name(TEXT_LIMITS.tagName)) },
    {},
    { about: 'Renames a tag; values stay, references to the old name stop working.' },
  ),
};
