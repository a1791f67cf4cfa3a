export { countUpTo, goingRows, type KeptData, keptData, type Old, SLICE } from './kept-data.ts';
export { goneBefore } from './store.ts';
