/** The short forms. */
import { Stack, Text, TextInput } from '@mantine/core';
import { common } from '../../kit/wordings.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import type { FormProps } from './form.ts';
import { CampaignSelect } from './pickers.tsx';
import { useTokens } from './use-tokens.ts';
import { wordings } from './wordings.ts';

/** MMS: a picture with a text. */
export function MmsForm({ step, edit }: FormProps<'MMS'>) {
  const tokens = useTokens();
  return (
    <Stack gap="sm">
      <TextInput
        label={wordings.small.pictureAddress}
        description={wordings.small.aLinkToAJpeg}
        placeholder={wordings.small.https}
        type="url"
        value={step.media}
        onChange={(event) => edit({ media: event.currentTarget.value }, 'after-pause')}
        maxLength={2000}
      />
      {/^https?:\/\//.test(step.media) && (
        <Text size="xs" c="dimmed">
          {wordings.small.thePhonePreviewShows}
        </Text>
      )}
      <MessageBox
        label={common.text}
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
      />
    </Stack>
  );
}

/** RESET has no settings. */
export function ResetForm() {
  return <Text c="dimmed">{wordings.small.nothingToSetUp}</Text>;
}

/** BATCHCP: the campaign to go on in. */
export function SwitchForm({ step, edit }: FormProps<'BATCHCP'>) {
  return (
    <Stack gap="xs">
      <CampaignSelect
        label={wordings.small.goOnInCampaign}
        value={step.switchTo}
        onChange={(switchTo) => edit({ switchTo })}
      />
      <Text c="dimmed">{wordings.small.thisConversationEnds}</Text>
    </Stack>
  );
}
