/** The short forms. */
import { Button, Group, SegmentedControl, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { KeywordPanel } from '../../keyword/index.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import { useFlow } from '../store/use-flow.ts';
import type { FormProps } from './form.ts';
import { CampaignSelect } from './pickers.tsx';
import { useTokens } from './use-tokens.ts';

/** MMS: a picture with a text. */
export function MmsForm({ step, edit }: FormProps<'MMS'>) {
  const tokens = useTokens();
  return (
    <Stack gap="sm">
      <TextInput
        label="Picture address"
        description="A link to a JPEG, PNG or GIF. Channels without MMS send it as a link."
        placeholder="https://"
        type="url"
        value={step.media}
        onChange={(event) => edit({ media: event.currentTarget.value }, 'after-pause')}
        maxLength={2000}
      />
      {/^https?:\/\//.test(step.media) && (
        <Text size="xs" c="dimmed">
          The phone beside shows the address where contacts see the picture.
        </Text>
      )}
      <MessageBox
        label="Text"
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
      />
    </Stack>
  );
}

/** RESET has no settings. */
export function ResetForm() {
  return (
    <Text c="dimmed">
      Nothing to set. When a conversation comes here, its visit counters (Loop Security) and the contact’s
      progress in this campaign’s drip start afresh.
    </Text>
  );
}

/** BATCHCP: the campaign to go on in. */
export function SwitchForm({ step, edit }: FormProps<'BATCHCP'>) {
  return (
    <Stack gap="xs">
      <CampaignSelect
        label="Go on in campaign"
        value={step.switchTo}
        onChange={(switchTo) => edit({ switchTo })}
      />
      <Text c="dimmed">This conversation ends here and the other campaign starts from its first step.</Text>
    </Stack>
  );
}

const AUX_TYPES = [
  { value: 'KEYWORD', label: 'Keyword' },
  { value: 'ACTIONS', label: 'Actions' },
];

/** AUX: shortcuts to what belongs to a campaign beside its steps; does nothing in a conversation. */
export function AuxForm({ step, edit }: FormProps<'AUX'>) {
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Type"
        data={AUX_TYPES}
        value={step.aux === 'ACTIONS' ? 'ACTIONS' : 'KEYWORD'}
        onChange={(aux) => edit({ aux })}
      />
      {step.aux === 'ACTIONS' ? <AuxTabs /> : <AuxKeyword />}
    </Stack>
  );
}

function AuxTabs() {
  return (
    <Tabs defaultValue="keyword">
      <Tabs.List>
        <Tabs.Tab value="keyword">Keyword</Tabs.Tab>
        <Tabs.Tab value="blast">Blast</Tabs.Tab>
        <Tabs.Tab value="api">API</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="keyword" pt="sm">
        <AuxKeyword />
      </Tabs.Panel>
      <Tabs.Panel value="blast" pt="sm">
        <AuxLink to="blast" label="Open Blast Control" />
      </Tabs.Panel>
      <Tabs.Panel value="api" pt="sm">
        <AuxLink to="api" label="Open API Builder" />
      </Tabs.Panel>
    </Tabs>
  );
}

function AuxKeyword() {
  const { campaign, isTemplate } = useFlow();
  if (isTemplate) return <Text c="dimmed">{IN_A_TEMPLATE}</Text>;
  return <KeywordPanel campaign={campaign} />;
}

const IN_A_TEMPLATE = 'Campaigns made from this template have this here.';

function AuxLink({ to, label }: { to: 'blast' | 'api'; label: string }) {
  const { campaign, isTemplate } = useFlow();
  const path = to === 'blast' ? `/blast/${campaign}` : `/campaign/${to}/${campaign}`;
  if (isTemplate) return <Text c="dimmed">{IN_A_TEMPLATE}</Text>;
  return (
    <Group>
      <Button component={Link} to={path} variant="default">
        {label}
      </Button>
    </Group>
  );
}
