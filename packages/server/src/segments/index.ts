export { addSegment, removeSegment, saveSegment } from './changes.ts';
export { segmentPeople } from './compile.ts';
export { contactsInSegment, peopleAmong } from './contacts-in-segment.ts';
export { brokenSegments, missingOf, planOf } from './meaning.ts';
export { countPlan } from './segment-count.ts';
export { findSegment, insertSegment, lockSegments, type SavedSegment, segmentsBehind } from './store.ts';
export { holdSegment } from './uses.ts';
