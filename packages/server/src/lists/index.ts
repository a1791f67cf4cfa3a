export { countOptedOut, MEMBER_BLOCK_BITS, recountLists } from './counts.ts';
export { listDeleted } from './hooks.ts';
export { addConfirmed, addMembers, enterList, leaveLists, removeMembers, stopWaiting } from './membership.ts';
export {
  deleteList,
  findList,
  insertAudience,
  insertList,
  type List,
  renameList,
  saveDoubleOptIn,
} from './store.ts';
