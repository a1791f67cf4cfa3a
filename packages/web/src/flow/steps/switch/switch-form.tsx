import { Stack, Text } from '@mantine/core';
import type { FormProps } from '../form.ts';
import { CampaignSelect } from '../pickers.tsx';
import { wordings } from '../wordings.ts';

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
