import { CUSTOM_EVENT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { int, text } from './kernel/codec.ts';

const months = wire('inpMonths', int(1, CUSTOM_EVENT_LIMITS.mostMonths));

/** How long an account keeps what other systems tell it of people. */
export const customEvents = {
  kept: call(
    'account/customEventsKept',
    {},
    { months: wire('MONTHS', int()), count: wire('COUNT', int()), oldest: wire('OLDEST', text(40)) },
    { about: 'How many months events of other systems are kept, how many there are, and the oldest moment.' },
  ),
  preview: call(
    'account/previewCustomEventsKept',
    { months },
    {
      count: wire('COUNT', int()),
      months: wire('GOES', rows({ month: wire('MONTH', text(7)), count: wire('COUNT', int()) })),
    },
    { quiet: true, about: 'What would be deleted if events were kept for inpMonths, by months. Nothing is.' },
  ),
  save: call(
    'account/saveCustomEventsKept',
    { months },
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Keeps events of other systems for inpMonths; earlier ones are deleted within hours, and are not taken any more.',
    },
  ),
};
