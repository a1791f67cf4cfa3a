import { IconFlag } from '@tabler/icons-react';
import { oneLine } from '../../model/one-line.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const finalMessageLooks: StepLooks<'final-message'> = {
  name: wordings.names.finalMessage,
  label: wordings.names.finalMessage,
  help: wordings.kinds.sendALastText,
  icon: IconFlag,
  group: 'Conversation',
  summary: (step) => oneLine(step.text),
  ...NO_WAYS,
};
