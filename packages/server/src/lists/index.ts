export { countMoved, MEMBER_BLOCK_BITS, recountLists } from './counts.ts';
export { listDeleted } from './hooks.ts';
export { deleteList, findList, insertList, type List, saveDoubleOptIn } from './store.ts';
