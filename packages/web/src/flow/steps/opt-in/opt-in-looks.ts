import { IconUserCheck } from '@tabler/icons-react';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const optInLooks: StepLooks<'opt-in'> = {
  name: wordings.names.captureOptIn,
  label: wordings.names.captureOptIn,
  help: wordings.kinds.addTheContact,
  icon: IconUserCheck,
  group: 'Contact',
  summary: (step, names) => names.list(step.list) ?? '',
  ...NO_WAYS,
};
