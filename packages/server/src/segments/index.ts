export { segmentPeople } from './compile.ts';
export { brokenSegments, planOf } from './meaning.ts';
export { insertSegment } from './store.ts';
export { holdSegment } from './uses.ts';
