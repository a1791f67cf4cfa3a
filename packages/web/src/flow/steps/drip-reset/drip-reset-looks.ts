import { IconRefresh } from '@tabler/icons-react';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const dripResetLooks: StepLooks<'drip-reset'> = {
  name: wordings.names.dripMarketingResetLoopSecurity,
  label: wordings.kinds.dripMarketingReset,
  help: wordings.kinds.loopSecurityReset,
  icon: IconRefresh,
  group: 'Logic',
  summary: () => wordings.summaries.resetsCounters,
  ...NO_WAYS,
};
