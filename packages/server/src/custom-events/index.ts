export { contactsHeld, type NewCustomEvent, recordCustomEvents } from './store.ts';
