export { segmentPeople } from './compile.ts';
export { planOf } from './meaning.ts';
export { insertSegment } from './store.ts';
