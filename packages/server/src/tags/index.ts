export { isIndexed, isWho, peopleLike, type Who, whoOf } from './contact-search.ts';
export { displayName } from './display-name.ts';
export { tagNamesChanged } from './hooks.ts';
export { findGone, insertTag, keepFromImports, listTags, setValues, type Tag, tagsByName } from './store.ts';
