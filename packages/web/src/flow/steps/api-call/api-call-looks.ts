import { IconPlugConnected } from '@tabler/icons-react';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const apiCallLooks: StepLooks<'api-call'> = {
  name: wordings.names.apiCall,
  label: wordings.names.apiCall,
  help: wordings.kinds.callAnotherSystem,
  icon: IconPlugConnected,
  group: 'Connections',
  summary: (step) => (step.url === '' ? '' : `${step.verb} ${step.url}${step.path}`),
  ...NO_WAYS,
  jumps: ({ onError = 0 }) => [{ label: wordings.api.ifItFails, to: onError }],
};
