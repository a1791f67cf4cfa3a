import { Select, Stack, Text } from '@mantine/core';
import { compareFlows } from '@parley/engine/compare-flows.ts';
import { useState } from 'react';
import { FailedState, LoadingRows } from '../../kit/states.tsx';
import { ChangeList } from './change-list.tsx';
import { plain, useVersion } from './use-flow-versions.ts';
import { wordings } from './wordings.ts';

const words = wordings.versionsDialog;

type VersionChangesProps = { number: number /** How many versions there are. */; newest: number };

/** What a version has that another one had not: the one before it, unless somebody chooses another. */
export function VersionChanges({ number, newest }: VersionChangesProps) {
  const [other, setOther] = useState(number - 1);
  const others = Array.from({ length: newest }, (_, index) => newest - index).filter(
    (each) => each !== number,
  );
  return (
    <Stack gap="xs" mt="xs">
      {others.length > 1 && (
        <Select
          label={words.comparedWith}
          data={others.map((each) => ({ value: String(each), label: words.version(each) }))}
          value={other > 0 ? String(other) : null}
          placeholder={words.nothingBefore}
          onChange={(value) => setOther(Number(value ?? number - 1))}
          allowDeselect={false}
          searchable={others.length > 10}
          w={240}
          maw="100%"
        />
      )}
      <Changes number={number} other={other} />
    </Stack>
  );
}

function Changes({ number, other }: { number: number; other: number }) {
  const after = useVersion(number);
  const before = useVersion(other);
  const error = after.error ?? before.error;
  const retry = () => void Promise.all([after.refetch(), before.refetch()]);
  if (error) return <FailedState title={words.couldntLoad} error={error} onRetry={retry} />;
  if (!after.data || (other > 0 && !before.data)) return <LoadingRows rows={1} />;
  const steps = plain(after.data.steps);
  if (!before.data) return <Text>{words.firstVersion(steps.length)}</Text>;
  return (
    <ChangeList
      changes={compareFlows(plain(before.data.steps), steps)}
      after={steps}
      label={other === number - 1 ? words.changesTo(number) : words.changesSince(number, other)}
    />
  );
}
