import { SegmentedControl, Stack } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { common } from '../../../kit/wordings.ts';
import type { FormProps } from '../form.ts';
import { TagSelect } from '../pickers.tsx';
import { TokenInput } from '../token-input.tsx';
import { wordings } from '../wordings.ts';

/** Stores the last response, or a given value, in a tag. */
export function TagForm({ step, edit }: FormProps<'tag'>) {
  const [given, setGiven] = useState(step.value !== '');
  const choose = (source: string) => {
    setGiven(source === 'value');
    if (source === 'response' && step.value !== '') edit({ value: '' });
  };
  return (
    <Stack gap="sm">
      <TagSelect value={step.tag} onChange={(tag) => edit({ tag })} />
      <SegmentedControl
        aria-label={wordings.tag.whatToStore}
        data={[
          { value: 'response', label: wordings.tag.storeTheLastResponse },
          { value: 'value', label: wordings.tag.specifyAValue },
        ]}
        value={given || step.value !== '' ? 'value' : 'response'}
        onChange={choose}
      />
      {(given || step.value !== '') && (
        <TokenInput
          label={common.value}
          value={step.value}
          onChange={(value) => edit({ value }, 'after-pause')}
          maxLength={TEXT_LIMITS.tagValue}
        />
      )}
    </Stack>
  );
}
