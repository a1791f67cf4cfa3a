import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import type { Step } from '@parley/engine/flow.ts';
import { type FormEvent, useState } from 'react';
import { CHOICES_WITHOUT_SEARCH } from '../../kit/options-filter.ts';
import { common } from '../../kit/wordings.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { numbered } from '../steps/pickers.tsx';
import { useSteps } from '../store/use-flow.ts';
import { wordings } from './wordings.ts';

const words = wordings.reorderDialog;
type ReorderDialogProps = { opened: boolean; onClose: () => void; step: Step; entryKey: string };

/** Gives a step another place in the order, which is also how steps go on by themselves. */
export function ReorderDialog({ opened, onClose, step, entryKey }: ReorderDialogProps) {
  const { move } = useStepActions();
  const others = useSteps().filter(({ id }) => id !== step.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = chosen ?? String(step.position);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    move(entryKey, Number(place));
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setChosen(null)}
      title={words.title(step.position)}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{words.about}</Text>
          <Select
            label={words.place}
            data={[
              { value: '1', label: words.first },
              ...others.map((other, index) => ({
                value: String(index + 2),
                label: words.after(numbered(other)),
              })),
            ]}
            value={place}
            onChange={setChosen}
            allowDeselect={false}
            searchable={others.length > CHOICES_WITHOUT_SEARCH}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit">{words.move}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
