/** What other screens borrow from segments. */

export { CountedPeople } from './count-panel.tsx';
export { EventProperties } from './event-properties.tsx';
export { SaveAsSegment } from './save-as-segment.tsx';
export { namedSegment, SegmentFilter } from './segment-filter.tsx';
export { SegmentSelect, useSegments } from './segment-select.tsx';
export { ListOfPeopleDialog } from './snapshot-dialog.tsx';
export { firstDetails, type PropertyDraft } from './tree-draft.ts';
export { useCount } from './use-count.ts';
export { UselessSegment } from './useless-segment.tsx';
