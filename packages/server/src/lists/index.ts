export { findList, type List } from './store.ts';
