export { countMoved, MEMBER_BLOCK_BITS, recountLists } from './counts.ts';
export { listDeleted } from './hooks.ts';
export {
  deleteList,
  findList,
  insertAudience,
  insertList,
  type List,
  renameList,
  saveDoubleOptIn,
} from './store.ts';
