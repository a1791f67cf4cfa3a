import { SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { KeywordPanel } from '../../../keyword/index.ts';
import { LoadingCards } from '../../../kit/states.tsx';
import { common } from '../../../kit/wordings.ts';
import { useFlow } from '../../store/use-flow.ts';
import type { FormProps } from '../form.ts';
import { wordings } from '../wordings.ts';

/**
 * The wizard brings calendars along, the builder what is known of phone numbers: the editor does without
 * until somebody opens the tab.
 */
const BlastControl = lazy(() =>
  import('../../../blasts/index.ts').then((module) => ({ default: module.BlastControl })),
);
const ApiBuilder = lazy(() =>
  import('../../../api-trigger/index.ts').then((module) => ({ default: module.ApiBuilder })),
);

const AUX_TYPES = [
  { value: 'keyword', label: common.keyword },
  { value: 'actions', label: wordings.aux.actions },
];

/** What belongs to a campaign beside its steps, at hand in the flow; does nothing in a conversation. */
export function AuxiliaryForm({ step, edit }: FormProps<'auxiliary'>) {
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={wordings.aux.type}
        data={AUX_TYPES}
        value={step.panel === 'actions' ? 'actions' : 'keyword'}
        onChange={(panel) => edit({ panel: panel === 'actions' ? 'actions' : 'keyword' })}
      />
      {step.panel === 'actions' ? <AuxTabs /> : <Embedded>{keyword}</Embedded>}
    </Stack>
  );
}

const keyword = (campaign: number) => <KeywordPanel campaign={campaign} />;

const TABS = [
  { value: 'keyword', label: common.keyword, show: keyword },
  { value: 'blast', label: common.blast, show: (campaign: number) => <BlastControl campaign={campaign} /> },
  { value: 'api', label: wordings.aux.api, show: (campaign: number) => <ApiBuilder campaign={campaign} /> },
];

/**
 * A tab is built when it is looked at: the blast wizard asks the server much. Its choices outlive it (they
 * are kept per campaign).
 */
function AuxTabs() {
  return (
    <Tabs defaultValue="keyword" keepMounted={false}>
      <Tabs.List>
        {TABS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ value, show }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Embedded>{show}</Embedded>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Embedded({ children }: { children: (campaign: number) => ReactNode }) {
  const { campaign, isTemplate } = useFlow();
  if (isTemplate) return <Text c="dimmed">{wordings.aux.campaignsMadeFromThisTemplate}</Text>;
  return <Suspense fallback={<LoadingCards cards={1} height={240} />}>{children(campaign)}</Suspense>;
}
