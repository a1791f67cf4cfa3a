export { tagNamesChanged } from './hooks.ts';
export { knownAs } from './known-as.ts';
export { findGone, insertTag, keepFromImports, listTags, setValues, type Tag, tagsByName } from './store.ts';
export { isIndexed, isWho, peopleLike, type Who, whoOf } from './who.ts';
