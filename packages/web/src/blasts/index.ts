/** What other screens borrow from blasts. */

export { BlastControl } from './blast-control.tsx';
export { BlastSummary } from './blast-summary.tsx';
export { credits, people, reachedBy, reviewForm } from './review.ts';
export { isSendable, ReviewStep } from './review-step.tsx';
export { startLine, startOf } from './schedule.ts';
export { ScheduledNotice } from './scheduled-notice.tsx';
export { filterWords, TagFilterEditor } from './tag-filter-editor.tsx';
export { TimeToLive } from './time-to-live.tsx';
export { useFixedBlast, type Wizard } from './use-wizard.ts';
export { lowerFirst } from './wordings.ts';
