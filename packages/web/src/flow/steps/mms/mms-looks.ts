import { IconPhoto } from '@tabler/icons-react';
import { oneLine } from '../../model/one-line.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const mmsLooks: StepLooks<'mms'> = {
  name: wordings.names.mms,
  label: wordings.names.mms,
  help: wordings.kinds.sendAPicture,
  icon: IconPhoto,
  group: 'Conversation',
  summary: (step) => oneLine(step.text),
  ...NO_WAYS,
};
