import { Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useDraft } from '../data/draft.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import classes from './inbox.module.css';

/** Writes a note for colleagues; what is typed stays until it is kept. `choice`: what else may be written. */
export function NoteBox({ contact, choice }: { contact: number; choice: ReactNode }) {
  const [text, setText] = useDraft(`inbox-note:${contact}`);
  const add = useAction(calls.inbox.addNote, {
    onSuccess: () => setText(''),
    onFailure: () => undefined,
    invalidates: [calls.inbox.thread],
  });
  const keep = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate({ contact, text });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep();
  };
  const keepByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
  };
  return (
    <form className={classes.reply} onSubmit={submit} onKeyDown={keepByKey}>
      <Textarea
        label="Note for your team"
        description="Colleagues read it here. It is never sent."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={TEXT_LIMITS.note}
        autosize
        minRows={2}
        maxRows={8}
        error={add.error ? wordsOf(add.error) : undefined}
      />
      <Group gap="sm">
        {choice}
        <Text c="dimmed" visibleFrom="sm" ml="auto">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
        </Text>
        <Button
          type="submit"
          className={classes.send ?? ''}
          loading={add.isPending}
          disabled={text.trim() === ''}
        >
          Add note
        </Button>
      </Group>
    </form>
  );
}
