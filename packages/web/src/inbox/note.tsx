import { ActionIcon, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconNote, IconTrash } from '@tabler/icons-react';
import { useAction } from '../data/use-call.ts';
import type { Said } from './newest-page.ts';
import classes from './note.module.css';
import { shortName } from './who.ts';
import { wordings } from './wordings.ts';

type NoteProps = { note: Said; time: string; mayDelete: boolean };

/** What a colleague noted: no bubble, because nobody outside the team ever gets it. */
export function Note({ note, time, mayDelete }: NoteProps) {
  const remove = useAction(calls.inbox.deleteNote, {
    invalidates: [calls.inbox.thread],
    notice: wordings.note.noteDeleted,
  });
  return (
    <div className={classes.note}>
      <div className={classes.head}>
        <IconNote size={16} stroke={1.5} aria-hidden />
        <Text size="xs" className="clamp-1" title={note.author}>
          {wordings.note.noteBy(shortName(note.author), time)}
        </Text>
        {mayDelete && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            ml="auto"
            aria-label={wordings.note.deleteTheNote(time)}
            loading={remove.isPending}
            onClick={() => remove.mutate({ note: note.id })}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </div>
      <p className={classes.words}>{note.text}</p>
    </div>
  );
}
