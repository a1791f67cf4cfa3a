import { IconClock } from '@tabler/icons-react';
import { stepWaitWords } from '../../model/waits.ts';
import type { StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const waitLooks: StepLooks<'wait'> = {
  name: wordings.names.waitInterval,
  label: wordings.names.waitInterval,
  help: wordings.kinds.waitBeforeTheNextStep,
  icon: IconClock,
  group: 'Logic',
  summary: stepWaitWords,
  jumps: ({ long }) =>
    long?.for === 'date' ? [{ label: wordings.longWait.noDate, to: long.otherwise }] : [],
  switches: () => [],
};
