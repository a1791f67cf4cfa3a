import { IconMessage } from '@tabler/icons-react';
import { common } from '../../../kit/wordings.ts';
import { oneLine } from '../../model/one-line.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const messageLooks: StepLooks<'message'> = {
  name: common.message,
  label: common.message,
  help: wordings.kinds.sendATextAndGo,
  icon: IconMessage,
  group: 'Conversation',
  summary: (step) => oneLine(step.text),
  ...NO_WAYS,
};
