export { type Channel, firstChannel, resolveChannel } from './store.ts';
