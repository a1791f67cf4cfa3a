import { Stack, Text } from '@mantine/core';
import { waitWords } from '../../model/waits.ts';
import type { FormProps } from '../form.ts';
import { WaitFields } from '../wait-fields.tsx';
import { wordings } from '../wordings.ts';

/** Waits and goes on. */
export function WaitForm({ step, edit }: FormProps<'wait'>) {
  return (
    <Stack gap="sm">
      <WaitFields wait={step.wait} onChange={(wait) => edit({ wait })} />
      <Text c="dimmed">
        {step.wait.unit === 'today'
          ? wordings.interval.continuesAtThatTime
          : waitWords(step.wait) === ''
            ? wordings.interval.n0MeansTheConversationContinues
            : wordings.interval.repliesThatComeInMeanwhile}
      </Text>
    </Stack>
  );
}
