/** What other screens borrow from segments. */

export { SaveAsSegment } from './save-as-segment.tsx';
export { SegmentSelect, useSegments } from './segment-select.tsx';
