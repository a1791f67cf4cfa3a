import { counted } from '../kit/numbers.tsx';

export const wordings = {
  scheduledTitle: 'Scheduled to go out',
  /** `when`: 'Mon, Nov 23, 2026 at 9:00 AM EST' */
  scheduledOne: (when: string, people: number) => `${when}, to ${counted(people, 'person', 'people')} so far`,
  scheduledNote: 'The blast sends these texts as they are at that time. Changes you make before then count.',
  mayChange:
    'The blast looks again when it starts: texts, lists, filters, and opt-outs count as they are then, so the number of people and the credits may change.',
  notStartedTitle: 'This blast could not start',
  notStarted: 'Nothing was sent. Fix this, then resume the blast, or cancel it.',
  pausedTitle: 'This blast paused itself',
  paused: 'The reasons are below. Resume it when the cause is mended; what failed is not sent again.',
  cancelledTitle: 'This blast was cancelled',
  /** `when`: 'Today at 9:00 AM EST' */
  starts: (when: string) => `Starts ${when}`,
};
