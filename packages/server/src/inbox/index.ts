export { countWaiting } from './thread-list.ts';
