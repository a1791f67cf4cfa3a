export { addSegment, removeSegment, saveSegment } from './changes.ts';
export { segmentPeople } from './compile.ts';
export { contactsInSegment, peopleAmong } from './contacts-in-segment.ts';
export { brokenSegments, missingOf, planOf, segmentMeaning } from './meaning.ts';
export { countPlan } from './segment-count.ts';
export { findSegment, insertSegment, lockSegments, type SavedSegment, segmentsBehind } from './store.ts';
export { holdSegment, SegmentInUse } from './uses.ts';
export { withinTime } from './within-time.ts';
