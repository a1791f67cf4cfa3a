import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useCall } from '../data/use-call.ts';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

type TagManyDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  onConfirm: (tag: string, value: string) => void;
};

/** Picks a tag and the value that all get. */
export function TagManyDialog({ opened, onClose, title, onConfirm }: TagManyDialogProps) {
  const [tag, setTag] = useState<string | null>(null);
  const [value, setValue] = useState('');
  const { data, error } = useCall(calls.tags.list, { filter: '' }, { enabled: opened });
  const hasNone = data?.tags.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag) onConfirm(tag, value);
  };
  return (
    <TextDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        setTag(null);
        setValue('');
      }}
      title={title}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <Select
            label={common.tag}
            placeholder={hasNone ? wordings.shared.noTagsYet : common.chooseATag}
            data={data?.tags.map(({ name }) => name) ?? []}
            value={tag}
            onChange={setTag}
            readOnly={hasNone ?? false}
            error={error ? wordsOf(error) : undefined}
            searchable
            openOnFocus={false}
            nothingFoundMessage={common.noMatchingTag}
            data-autofocus
          />
          <TextInput
            label={common.value}
            description={wordings.tagManyDialog.itReplacesTheirCurrentValue}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={TEXT_LIMITS.tagValue}
            autoComplete="off"
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={tag === null}>
              {wordings.tagManyDialog.saveForAll}
            </Button>
          </Group>
        </Stack>
      </form>
    </TextDialog>
  );
}
