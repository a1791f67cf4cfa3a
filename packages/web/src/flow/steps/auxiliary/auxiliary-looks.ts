import { IconForms } from '@tabler/icons-react';
import { common } from '../../../kit/wordings.ts';
import { NO_WAYS, type StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const auxiliaryLooks: StepLooks<'auxiliary'> = {
  name: wordings.names.auxiliaryCampaignItem,
  label: wordings.names.auxiliaryCampaignItem,
  help: wordings.kinds.keywordBlastOrApi,
  icon: IconForms,
  group: 'Connections',
  summary: (step) => (step.panel === 'actions' ? wordings.summaries.keywordBlastAndApi : common.keyword),
  ...NO_WAYS,
};
