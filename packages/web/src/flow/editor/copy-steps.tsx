import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { showInfo } from '../../data/toasts.ts';
import { common } from '../../kit/wordings.ts';
import { STEP_LOOKS, titleOf } from '../steps/looks.ts';
import { useClipboard } from '../store/clipboard.ts';
import { useSteps } from '../store/use-flow.ts';
import { wordings } from './wordings.ts';

export const stepsWord = (count: number) => `${count} ${count === 1 ? 'step' : 'steps'}`;

/** Chooses steps to be pasted elsewhere. */
export function CopySteps({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={wordings.copySteps.copySteps}>
      <Choice onClose={onClose} />
    </Modal>
  );
}

function Choice({ onClose }: { onClose: () => void }) {
  const { put } = useClipboard();
  const steps = useSteps().filter(({ id }) => id > 0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const hasAll = chosen.size === steps.length;
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const copy = () => {
    const picked = steps.filter(({ id }) => chosen.has(id));
    put(picked.map((step) => ({ step, version: null })));
    showInfo(wordings.copySteps.copiedOpenAnyCampaign(stepsWord(picked.length)));
    onClose();
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{wordings.copySteps.jumpsBetweenCopiedStepsCome}</Text>
      <Checkbox
        label={wordings.copySteps.allSteps}
        checked={hasAll}
        indeterminate={chosen.size > 0 && !hasAll}
        onChange={() => setChosen(new Set(hasAll ? [] : steps.map(({ id }) => id)))}
        data-autofocus
      />
      <ScrollArea.Autosize mah="50vh" type="auto">
        <Stack gap="xs">
          {steps.map((step) => (
            <Checkbox
              key={step.id}
              label={`${step.position}. ${titleOf(step)}`}
              description={STEP_LOOKS[step.type].name}
              checked={chosen.has(step.id)}
              onChange={() => toggle(step.id)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button onClick={copy} disabled={chosen.size === 0}>
          {chosen.size === 0 ? common.copy : wordings.copySteps.copy(stepsWord(chosen.size))}
        </Button>
      </Group>
    </Stack>
  );
}
