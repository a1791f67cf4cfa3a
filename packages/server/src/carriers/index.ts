export { connectionStates } from './connections.ts';
