import { IconClock } from '@tabler/icons-react';
import { waitWords } from '../../model/waits.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const waitLooks: StepLooks<'wait'> = {
  name: wordings.names.waitInterval,
  label: wordings.names.waitInterval,
  help: wordings.kinds.waitBeforeTheNextStep,
  icon: IconClock,
  group: 'Logic',
  summary: (step) => waitWords(step.wait),
  ...NO_WAYS,
};
