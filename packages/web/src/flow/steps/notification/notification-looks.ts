import { IconBell } from '@tabler/icons-react';
import { oneLine } from '../../model/one-line.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const notificationLooks: StepLooks<'notification'> = {
  name: wordings.names.sendNotificationToList,
  label: wordings.shared.notification,
  help: wordings.names.sendNotificationToList,
  icon: IconBell,
  group: 'Contact',
  summary: (step, names) => [names.list(step.list), oneLine(step.text)].filter(Boolean).join(': '),
  ...NO_WAYS,
};
