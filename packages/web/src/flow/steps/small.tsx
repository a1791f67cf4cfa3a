/** The short forms. */
import { Stack, Text, TextInput } from '@mantine/core';
import { MessageBox } from '../message-box/message-box.tsx';
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
