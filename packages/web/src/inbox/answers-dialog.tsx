import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { changedOf } from '../data/stored-form.ts';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { MessageBox } from '../flow/message-box/message-box.tsx';
import { tagTokens } from '../flow/message-box/token-groups.ts';
import { Notice } from '../kit/notice.tsx';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import classes from './answers.module.css';
import type { Answer } from './use-answers.ts';
import { wordings } from './wordings.ts';

const NEW: Answer = { id: 0, name: '', text: '' };
const changes = { invalidates: [calls.answers.list], onFailure: () => undefined };

type AnswersDialogProps = { opened: boolean; onClose: () => void; answers: Answer[] };

/** Where the team adds, changes and deletes its canned answers. */
export function AnswersDialog({ opened, onClose, answers }: AnswersDialogProps) {
  const [editing, setEditing] = useState<Answer | null>(null);
  const close = () => {
    setEditing(null);
    onClose();
  };
  return (
    <TextDialog
      opened={opened}
      onClose={close}
      size="lg"
      title={
        editing
          ? editing.id === 0
            ? wordings.answersDialog.newCannedAnswer
            : wordings.answersDialog.changeTheAnswer
          : wordings.shared.cannedAnswers
      }
    >
      {editing ? (
        <AnswerForm key={editing.id} answer={editing} onDone={() => setEditing(null)} />
      ) : (
        <Answers answers={answers} onEdit={setEditing} />
      )}
    </TextDialog>
  );
}

function Answers({ answers, onEdit }: { answers: Answer[]; onEdit: (answer: Answer) => void }) {
  const [leaving, setLeaving] = useState<Answer | null>(null);
  const remove = useAction(calls.answers.remove, {
    invalidates: [calls.answers.list],
    onSuccess: () => setLeaving(null),
    notice: wordings.answersDialog.answerDeleted,
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">{wordings.answersDialog.yourWholeTeamCanUse}</Text>
      {answers.length > 0 && (
        <ul className={classes.answers} aria-label={wordings.shared.cannedAnswers}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <div className={classes.words}>
                <Text fw={500}>{answer.name}</Text>
                <Text c="dimmed" className="clamp-2">
                  {answer.text}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={wordings.answersDialog.change(answer.name)}
                onClick={() => onEdit(answer)}
              >
                <IconPencil size={18} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={wordings.answersDialog.delete(answer.name)}
                onClick={() => setLeaving(answer)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <Notice tone="warning" title={wordings.answersDialog.deleteQuestion(leaving.name)}>
          {wordings.answersDialog.yourTeamWontBeAble}
          <Group gap="xs" mt="xs">
            <Button variant="default" size="xs" onClick={() => setLeaving(null)}>
              {wordings.answersDialog.keepIt}
            </Button>
            <Button
              color="red"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate({ answer: leaving.id })}
            >
              {common.deleteIt}
            </Button>
          </Group>
        </Notice>
      )}
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={16} />} onClick={() => onEdit(NEW)} data-autofocus>
          {wordings.answersDialog.newAnswer}
        </Button>
      </Group>
    </Stack>
  );
}

function AnswerForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const [name, setName] = useState(answer.name);
  const [text, setText] = useState(answer.text);
  const tags = useCall(calls.tags.list, { filter: '' });
  const add = useAction(calls.answers.add, { ...changes, onSuccess: onDone });
  const save = useAction(calls.answers.save, { ...changes, onSuccess: onDone });
  const error = add.error ?? save.error;
  const nameProblem = wordsAt(calls.answers.add, 'name', error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in the conversation's own form.
    event.stopPropagation();
    if (answer.id === 0) add.mutate({ name, text });
    else
      save.mutate({
        answer: answer.id,
        ...changedOf({ name, text }, { name: answer.name, text: answer.text }),
      });
  };
  return (
    <form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
      <Stack gap="md">
        <TextInput
          label={wordings.answersDialog.shortName}
          description={wordings.answersDialog.whatYouTypeAfter}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={TEXT_LIMITS.answerName}
          error={nameProblem}
          autoComplete="off"
          data-autofocus
        />
        <MessageBox
          label={common.text}
          value={text}
          onChange={setText}
          tokens={[tagTokens(tags.data?.tags ?? [])]}
          error={error && !nameProblem ? wordsOf(error) : undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            loading={add.isPending || save.isPending}
            disabled={name.trim() === '' || text.trim() === ''}
          >
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
