/** Puts people on a new list, as they are now, slice by slice: those of a segment, or of a count. */
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AskError } from '../data/ask.ts';
import { showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { counted } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** `list` 0: a new one of that name. */
type Place = { list: number; name: string; after: number };
type ListOfPeopleDialogProps = {
  /** What the list is called, unless somebody types another name. */
  name: string;
  opened: boolean;
  onClose: () => void;
  about: string;
  /** Puts the next of them there; `next` 0: all are. */
  slice: (place: Place) => Promise<{ list: number; done: number; next: number }>;
};

type Progress = { list: number; after: number; done: number };
const START: Progress = { list: 0, after: 0, done: 0 };

export function ListOfPeopleDialog({ name, opened, onClose, about, slice }: ListOfPeopleDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState(START);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = !opened;
    if (opened) {
      setProgress(START);
      setError('');
    }
  }, [opened]);

  /** Goes on where it was: a slice that failed is asked again, and nobody is put there twice. */
  const run = async (listName: string) => {
    setBusy(true);
    setError('');
    let at = progress;
    try {
      do {
        const { list, done, next } = await slice({
          list: at.list,
          name: at.list === 0 ? listName : '',
          after: at.after,
        });
        at = { list, after: next, done: at.done + done };
        setProgress(at);
      } while (at.after > 0 && !stopped.current);
      if (stopped.current) return;
      onClose();
      showSuccess(wordings.snapshotDialog.made(listName.trim(), counted(at.done, 'person', 'people')));
      await navigate(`/lists/members/${at.list}`);
    } catch (failure) {
      if (!(failure instanceof AskError)) throw failure;
      setError(wordsOf(failure));
    } finally {
      setBusy(false);
      await refresh(client, calls.lists.list);
    }
  };
  return (
    <NameDialog
      opened={opened}
      onClose={onClose}
      title={wordings.snapshotDialog.title}
      label={common.listName}
      confirmLabel={progress.list === 0 ? wordings.snapshotDialog.make : wordings.snapshotDialog.goOn}
      initial={name.slice(0, TEXT_LIMITS.name)}
      maxLength={TEXT_LIMITS.name}
      busy={busy}
      error={error}
      onConfirm={(listName) => void run(listName)}
    >
      <div>
        {about}
        {progress.done > 0 && (
          <div role="status">{wordings.snapshotDialog.soFar(counted(progress.done, 'person', 'people'))}</div>
        )}
      </div>
    </NameDialog>
  );
}
