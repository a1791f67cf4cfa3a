import { Textarea } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { ReactNode } from 'react';
import { useTextDraft } from '../data/draft.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { wordings } from './wordings.ts';
import { WriteForm } from './write-form.tsx';

/** Writes a note for colleagues; what is typed stays until it is kept. `choice`: what else may be written. */
export function NoteBox({ contact, choice }: { contact: number; choice: ReactNode }) {
  const [text, setText] = useTextDraft(`inbox-note:${contact}`);
  const add = useAction(calls.inbox.addNote, {
    onSuccess: () => setText(''),
    onFailure: () => undefined,
    invalidates: [calls.inbox.thread],
  });
  return (
    <WriteForm
      act={wordings.noteBox.addNote}
      text={text}
      isPending={add.isPending}
      onWritten={() => add.mutate({ contact, text })}
      choice={choice}
    >
      <Textarea
        label={wordings.noteBox.noteForYourTeam}
        description={wordings.noteBox.onlyYourTeamSees}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={TEXT_LIMITS.note}
        autosize
        minRows={2}
        maxRows={8}
        error={add.error ? wordsOf(add.error) : undefined}
      />
    </WriteForm>
  );
}
