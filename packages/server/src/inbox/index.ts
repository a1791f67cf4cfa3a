export { countWaiting } from './threads.ts';
