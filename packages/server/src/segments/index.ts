export { segmentPeople } from './compile.ts';
export { contactsInSegment } from './contacts-in-segment.ts';
export { brokenSegments, missingOf, planOf } from './meaning.ts';
export { insertSegment } from './store.ts';
export { holdSegment } from './uses.ts';
