import { Stack, Text, TextInput } from '@mantine/core';
import { common } from '../../../kit/wordings.ts';
import { MessageBox } from '../../message-box/message-box.tsx';
import type { FormProps } from '../form.ts';
import { useTextTokens } from '../use-tokens.ts';
import { wordings } from '../wordings.ts';

/** A picture with a text. */
export function MmsForm({ step, edit }: FormProps<'mms'>) {
  const tokens = useTextTokens();
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
