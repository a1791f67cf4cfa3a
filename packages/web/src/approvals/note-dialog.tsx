import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';

type NoteDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What follows from it. */
  children?: ReactNode;
  label: string;
  hint: string;
  confirmLabel: string;
  onConfirm: (note: string) => void;
  busy: boolean;
  isDestructive?: boolean;
  error?: string | undefined;
};

/** Asks before something is done, with a word for those who hear of it. */
export function NoteDialog({ opened, onClose, title, ...form }: NoteDialogProps) {
  return (
    <TextDialog opened={opened} onClose={onClose} title={title}>
      <NoteForm {...form} onClose={onClose} />
    </TextDialog>
  );
}

type NoteFormProps = Omit<NoteDialogProps, 'opened' | 'title'>;

function NoteForm({
  onClose,
  children,
  label,
  hint,
  confirmLabel,
  onConfirm,
  busy,
  isDestructive,
  error,
}: NoteFormProps) {
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(note);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children && <Text>{children}</Text>}
        <Textarea
          label={label}
          description={hint}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={TEXT_LIMITS.note}
          autosize
          minRows={3}
          maxRows={8}
          error={error}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color={isDestructive ? 'red' : undefined} loading={busy}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
