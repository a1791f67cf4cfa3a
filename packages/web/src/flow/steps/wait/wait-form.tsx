import { NativeSelect, Stack, Text } from '@mantine/core';
import { waitWords } from '../../model/waits.ts';
import type { FormProps } from '../form.ts';
import { WaitFields } from '../wait-fields.tsx';
import { wordings } from '../wordings.ts';
import { chooseLong, LONG_KINDS, type LongKind, LongWaitFields } from './long-wait-fields.tsx';

/** Waits and goes on. */
export function WaitForm(props: FormProps<'wait'>) {
  const { step, edit } = props;
  const { long, wait } = step;
  return (
    <Stack gap="sm">
      <NativeSelect
        label={wordings.longWait.waitFor}
        data={LONG_KINDS}
        value={long?.for ?? 'short'}
        onChange={(event) => edit({ long: chooseLong(event.currentTarget.value as LongKind) })}
      />
      {long ? (
        <LongWaitFields {...props} long={long} />
      ) : (
        <>
          <WaitFields wait={wait} onChange={(changed) => edit({ wait: changed })} />
          <Text c="dimmed">
            {wait.unit === 'today'
              ? wordings.interval.continuesAtThatTime
              : waitWords(wait) === ''
                ? wordings.interval.n0MeansTheConversationContinues
                : wordings.interval.repliesThatComeInMeanwhile}
          </Text>
        </>
      )}
    </Stack>
  );
}
