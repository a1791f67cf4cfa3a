/** What other screens borrow from blasts. */

export { BlastControl } from './blast-control.tsx';
export { ScheduledNotice } from './scheduled-notice.tsx';
export { filterWords, TagFilterEditor } from './tag-filter-editor.tsx';
export { TimeToLive } from './time-to-live.tsx';
