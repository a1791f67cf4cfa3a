export { sendText } from './send-text.ts';
export { countWaiting } from './thread-list.ts';
