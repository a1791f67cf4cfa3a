export { listDeleted } from './hooks.ts';
export { addList, removeList, renameOwnList } from './list-changes.ts';
export { countOptedOut, MEMBER_BLOCK_BITS, recountLists } from './member-counts.ts';
export {
  addAsking,
  addConfirmed,
  addMembers,
  enterList,
  leaveLists,
  memberStatement,
  removeMembers,
} from './membership.ts';
export {
  askingWork,
  askOnceMore,
  endAsking,
  markAsked,
  noteLanguage,
  noteOrigins,
  type Origin,
  stopWaiting,
  type Waiting,
} from './pending-members.ts';
export { type PeopleToList, putSliceOnList } from './people-to-list.ts';
export {
  blastsWaitingFor,
  deleteList,
  findList,
  holdLists,
  insertAudience,
  insertList,
  insertLists,
  type List,
  listLists,
  listNames,
  listsByName,
  lockList,
  lockMembersOf,
  renameList,
  saveDoubleOptIn,
} from './store.ts';
