import { counted } from '../kit/numbers.tsx';
import { lowerFirst } from './schedule.ts';

export const wordings = {
  scheduledTitle: 'Scheduled to go out',
  /** `when`: 'Mon, Nov 23, 2026 at 9:00 AM EST'; `taken`: the same, where the texts are taken earlier than some people get them. */
  scheduledOne: (when: string, people: number, taken: string | null) =>
    `${when}, to ${counted(people, 'person', 'people')} so far${taken === null ? '' : `; texts are taken ${lowerFirst(taken)}`}`,
  scheduledNote: 'The blast sends these texts as they are at that time. Changes you make before then count.',
  mayChange:
    'The blast looks again when it starts: texts, lists, filters, and opt-outs count as they are then, so the number of people and the credits may change.',
  /** `taken`: 'Today at 2:00 PM EST'; null: that moment has passed. */
  mayChangeLocal: (taken: string | null) =>
    taken === null
      ? 'Somewhere in the world it is that time already, so texts, lists, and filters are taken as they are now. Only the hour differs from contact to contact; opt-outs count until the last moment.'
      : `The blast looks again ${lowerFirst(taken)}, when the first time zone in the world reaches that time: texts, lists, filters, and opt-outs count as they are then, for everybody, so the number of people and the credits may change.`,
  notStartedTitle: 'This blast could not start',
  notStarted: 'Nothing was sent. Fix this, then resume the blast, or cancel it.',
  pausedTitle: 'This blast paused itself',
  paused: 'The reasons are below. Resume it when the cause is mended; what failed is not sent again.',
  cancelledTitle: 'This blast was cancelled',
  optsInSilentlyTitle: 'It adds people to a list before they have said anything',
  optsInSilently:
    'They are on the list, but have not opted in: it records no consent and counts no opt-in. Ask a question before the opt-in step.',
  /** `when`: 'Today at 9:00 AM EST' */
  starts: (when: string) => `Starts ${when}`,
};
