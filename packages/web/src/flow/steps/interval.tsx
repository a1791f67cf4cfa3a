import { Stack, Text } from '@mantine/core';
import { waitWords } from '../model/waits.ts';
import type { FormProps } from './form.ts';
import { WaitFields } from './wait-fields.tsx';

/** INTERVAL: waits and goes on. */
export function IntervalForm({ step, edit }: FormProps<'INTERVAL'>) {
  return (
    <Stack gap="sm">
      <WaitFields wait={step.wait} onChange={(wait) => edit({ wait })} />
      <Text c="dimmed">
        {step.wait.unit === 'TODAY'
          ? 'Goes on at that time in the contact’s time zone; at once when it has passed.'
          : waitWords(step.wait) === ''
            ? 'With 0 the conversation goes on at once.'
            : 'Answers that come meanwhile are not lost, but do not end the wait.'}
      </Text>
    </Stack>
  );
}
