export { knownAs } from './known-as.ts';
export { keepFromImports, listTags, type Tag, tagsByName } from './store.ts';
export { isIndexed, isWho, peopleLike, type Who, whoOf } from './who.ts';
