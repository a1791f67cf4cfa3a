import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

type Words = { title: string; description: string };

type SaveReportProps = {
  opened: boolean;
  initial: Words;
  /** What else is saved, in words. */
  note: string;
  /** The name as it is typed, for the working title. */
  onTitle: (title: string) => void;
  onClose: () => void;
  onSave: (words: Words) => void;
  busy: boolean;
  error: unknown;
  /** Somebody else saved it meanwhile, or deleted it: what can be done with one's own. */
  overtaken?: {
    why: ReactNode;
    onCopy: (words: Words) => void;
    /** Absent: it is deleted. */
    onReplace?: (words: Words) => void;
  };
};

/** The 'Save Your Report' dialog. */
export function SaveReport(props: SaveReportProps) {
  const { opened, initial, note, onTitle, onClose, onSave, busy, error, overtaken } = props;
  const [words, setWords] = useState<Words>(initial);
  // As it is called when the dialog opens: a new name that a colleague gives it does not take what is typed.
  const begin = useEffectEvent(() => setWords({ title: initial.title, description: initial.description }));
  useEffect(() => {
    if (opened) begin();
  }, [opened]);
  const isBlank = words.title.trim() === '';
  const given = { title: words.title.trim(), description: words.description.trim() };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank && !overtaken) onSave(given);
  };
  return (
    <TextDialog
      opened={opened}
      onClose={onClose}
      title={wordings.saveReport.saveYourReport}
      withCloseButton={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={wordings.saveReport.reportName}
            value={words.title}
            onChange={({ currentTarget: { value } }) => {
              setWords({ ...words, title: value });
              onTitle(value);
            }}
            description={`${words.title.length} of ${TEXT_LIMITS.reportTitle}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={TEXT_LIMITS.reportTitle}
            error={error && !overtaken ? wordsOf(error) : undefined}
            autoComplete="off"
            data-autofocus
          />
          <Textarea
            label={wordings.saveReport.description}
            value={words.description}
            onChange={({ currentTarget: { value } }) => setWords({ ...words, description: value })}
            description={`${words.description.length} of ${TEXT_LIMITS.reportDescription}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={TEXT_LIMITS.reportDescription}
            autosize
            minRows={2}
          />
          {note !== '' && <Text c="dimmed">{note}</Text>}
          {overtaken?.why}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {wordings.shared.close}
            </Button>
            {overtaken ? (
              <>
                {overtaken.onReplace && (
                  <Button
                    variant="default"
                    color="red"
                    disabled={busy || isBlank}
                    onClick={() => overtaken.onReplace?.(given)}
                  >
                    {wordings.saveReport.replaceTheirs}
                  </Button>
                )}
                <Button loading={busy} disabled={isBlank} onClick={() => overtaken.onCopy(given)}>
                  {wordings.saveReport.saveAsANewReport}
                </Button>
              </>
            ) : (
              <Button type="submit" loading={busy} disabled={isBlank}>
                {common.save}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </TextDialog>
  );
}
