export { addMembers, ensureContacts, markOptedOut } from './store.ts';
