import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';

type Words = { title: string; description: string };

type SaveReportProps = {
  opened: boolean;
  initial: Words;
  /** The name as it is typed, for the working title. */
  onTitle: (title: string) => void;
  onClose: () => void;
  onSave: (words: Words) => void;
  busy: boolean;
  error: unknown;
};

/** The 'Save Your Report' dialog. */
export function SaveReport({ opened, initial, onTitle, onClose, onSave, busy, error }: SaveReportProps) {
  const [words, setWords] = useState<Words>(initial);
  const { title, description } = initial;
  useEffect(() => {
    if (opened) setWords({ title, description });
  }, [opened, title, description]);
  const isBlank = words.title.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank) onSave({ title: words.title.trim(), description: words.description.trim() });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Save Your Report" withCloseButton={false}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Report Name"
            value={words.title}
            onChange={({ currentTarget: { value } }) => {
              setWords({ ...words, title: value });
              onTitle(value);
            }}
            description={`${words.title.length} of ${TEXT_LIMITS.reportTitle}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={TEXT_LIMITS.reportTitle}
            error={error ? wordsOf(error) : undefined}
            autoComplete="off"
            data-autofocus
          />
          <Textarea
            label="Description"
            value={words.description}
            onChange={({ currentTarget: { value } }) => setWords({ ...words, description: value })}
            description={`${words.description.length} of ${TEXT_LIMITS.reportDescription}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={TEXT_LIMITS.reportDescription}
            autosize
            minRows={2}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={busy} disabled={isBlank}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
