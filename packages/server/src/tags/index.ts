export { isIndexed, isWho, peopleLike, type Who, whoOf } from './contact-search.ts';
export { displayName } from './display-name.ts';
export {
  BLANKS,
  FULL_DATE,
  IS_DATE,
  IS_NUMBER,
  meetsAll,
  meetsFilter,
  onFolded,
  resolveFilters,
  type StoredFilter,
  type TagCondition,
  tagValue,
} from './filters.ts';
export { tagDeleted, tagNamesChanged } from './hooks.ts';
export { noTag } from './routes.ts';
export { findTag, insertTag, insertTags, listTags, type Tag, tagsByName } from './store.ts';
export { addTag, removeTag, renameOwnTag } from './tag-changes.ts';
