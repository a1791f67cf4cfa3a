import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { common } from '../../kit/wordings.ts';
import { titleOf } from '../steps/looks.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import { showCard } from './ui-state.ts';
import { wordings } from './wordings.ts';

type MoveStepsProps = {
  opened: boolean;
  onClose: () => void;
  keys: readonly string[];
  /** '3 steps' */
  count: string;
};

/** No step has such a key. */
const BEGINNING = '0';

/** Asks where the selected steps go. */
export function MoveSteps({ opened, onClose, keys, count }: MoveStepsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={wordings.moveSteps.move(count)}>
      <Place onClose={onClose} keys={keys} />
    </Modal>
  );
}

function Place({ onClose, keys }: Pick<MoveStepsProps, 'onClose' | 'keys'>) {
  const { flow } = useFlow();
  const others = useFlowState(useShallow(({ entries }) => entries.filter(({ key }) => !keys.includes(key))));
  const [above, setAbove] = useState(BEGINNING);
  const move = () => {
    flow.moveBelow(keys, above === BEGINNING ? '' : above);
    if (keys[0]) showCard(keys[0]);
    onClose();
  };
  return (
    <Stack gap="md">
      <Select
        label={wordings.moveSteps.putThemBelow}
        data={[
          { value: BEGINNING, label: wordings.moveSteps.theBeginning },
          ...others.map(({ key, step }) => ({ value: key, label: `${step.position}. ${titleOf(step)}` })),
        ]}
        value={above}
        onChange={(value) => setAbove(value ?? BEGINNING)}
        allowDeselect={false}
        searchable
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button onClick={move}>{wordings.moveSteps.moveNow}</Button>
      </Group>
    </Stack>
  );
}
