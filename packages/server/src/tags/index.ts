export { isIndexed, isWho, peopleLike, type Who, whoOf } from './contact-search.ts';
export { displayName } from './display-name.ts';
export { tagDeleted, tagNamesChanged } from './hooks.ts';
export { noTag } from './routes.ts';
export { findGone, insertTag, listTags, type Tag, tagsByName } from './store.ts';
