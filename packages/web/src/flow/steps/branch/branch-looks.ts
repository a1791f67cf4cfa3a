import { IconGitBranch } from '@tabler/icons-react';
import type { StepLooks } from '../step-looks.ts';
import { wordings } from '../wordings.ts';

export const branchLooks: StepLooks<'branch'> = {
  name: wordings.names.rulesEngine,
  label: wordings.names.rulesEngine,
  help: wordings.kinds.branchByRules,
  icon: IconGitBranch,
  group: 'Logic',
  summary: ({ conditions: { length } }) => (length === 0 ? '' : wordings.summaries.rules(length)),
  jumps: ({ conditions }) =>
    conditions.map(({ description, value, next }, index) => ({
      label: description || value || wordings.summaries.rule(index + 1),
      to: next,
    })),
  switches: () => [],
};
