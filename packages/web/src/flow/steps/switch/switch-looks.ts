import { IconArrowsShuffle } from '@tabler/icons-react';
import type { StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const switchLooks: StepLooks<'switch'> = {
  name: wordings.names.switchContext,
  label: wordings.names.switchContext,
  help: wordings.kinds.goOnInAnotherCampaign,
  icon: IconArrowsShuffle,
  group: 'Logic',
  summary: (step, names) => names.campaign(step.switchTo) ?? '',
  jumps: () => [],
  switches: (step) => [{ label: '', to: step.switchTo }],
};
