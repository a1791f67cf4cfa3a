export { contactsHeld, keptEvents, type NewCustomEvent, recordCustomEvents } from './store.ts';
