/** The short forms. */
import { Stack, Text, TextInput } from '@mantine/core';
import { common } from '../../kit/wordings.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import type { FormProps } from './form.ts';
import { CampaignSelect } from './pickers.tsx';
import { useTokens } from './use-tokens.ts';
import { wordings } from './wordings.ts';

/** A picture with a text. */
export function MmsForm({ step, edit }: FormProps<'mms'>) {
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

/** A reset has no settings. */
export function ResetForm() {
  return <Text c="dimmed">{wordings.small.nothingToSetUp}</Text>;
}

/** The campaign to go on in. */
export function SwitchForm({ step, edit }: FormProps<'switch'>) {
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
