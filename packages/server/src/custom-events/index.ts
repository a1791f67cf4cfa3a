export { knownContacts, type NewCustomEvent, recordCustomEvents } from './store.ts';
