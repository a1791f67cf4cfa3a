import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useCall } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

type TargetListDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  /** The list that the contact is on now. */
  except: number;
  onConfirm: (list: number) => void;
  busy: boolean;
};

/** Picks the list that a contact is copied or moved to. */
export function TargetListDialog({ opened, except, ...props }: TargetListDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error } = useCall(calls.lists.list, { filter: '', search: '' }, { enabled: opened });
  const options = (data?.lists ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const hasNone = data !== undefined && options.length === 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) props.onConfirm(Number(chosen));
  };
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      onExitTransitionEnd={() => setChosen(null)}
      title={props.title}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <Select
            label={wordings.targetListDialog.targetList}
            placeholder={hasNone ? wordings.targetListDialog.noOtherList : common.chooseAList}
            data={options}
            value={chosen}
            onChange={setChosen}
            readOnly={hasNone}
            error={error ? wordsOf(error) : undefined}
            searchable
            openOnFocus={false}
            nothingFoundMessage={common.noMatchingList}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={chosen === null} loading={props.busy}>
              {props.confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
