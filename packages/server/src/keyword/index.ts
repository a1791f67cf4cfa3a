export { putKeyword } from './store.ts';
