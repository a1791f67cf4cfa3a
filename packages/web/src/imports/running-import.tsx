import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { IconArrowBackUp, IconPlaylistX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { keyOf, refresh, useAction, useCall } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { DownloadButton } from '../kit/download.tsx';
import { ProgressBar } from '../kit/numbers.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { ImportCountsTable } from './counts.tsx';
import classes from './imports.module.css';
import { useImportRate } from './use-rate.ts';
import { wordings } from './wordings.ts';

type Progress = ReplyOf<typeof calls.imports.progress>;
type RunningImportProps = { id: number; list: number; listName: string; onAgain: () => void };

/** Between two live messages, and when the live connection is lost. */
const ASK_EVERY_MS = 1_000;
const changed = [calls.members.list, calls.lists.info, calls.lists.list, calls.tags.list];

/** An import under way, and what became of it. */
export function RunningImport({ id, list, listName, onAgain }: RunningImportProps) {
  const client = useQueryClient();
  const progress = useCall(calls.imports.progress, { id }, { refetchInterval: ASK_EVERY_MS });
  useLive('import', ({ importId, state, done }) => {
    if (importId !== id) return;
    const known = client.getQueryData<Progress>(keyOf(calls.imports.progress, { id }));
    if (known && isAtWork(state))
      client.setQueryData<Progress>(keyOf(calls.imports.progress, { id }), moved(known, state, done));
    else void refresh(client, calls.imports.progress, ...changed);
  });

  if (progress.error && !progress.data)
    return (
      <FailedState
        title={wordings.runningImport.couldntLoadTheImport}
        error={progress.error}
        onRetry={() => void progress.refetch()}
      />
    );
  if (!progress.data) return <LoadingRows rows={2} />;
  const { data } = progress;
  if (progress.error?.kind === 'unknown') return <EndedWithList progress={data} />;
  if (data.state === 'uploaded' || data.state === 'tried') return <NotStarted onAgain={onAgain} />;
  if (isAtWork(data.state)) return <AtWork id={id} progress={data} listName={listName} />;
  return <Ended id={id} list={list} listName={listName} progress={data} onAgain={onAgain} />;
}

function NotStarted({ onAgain }: { onAgain: () => void }) {
  return (
    <EmptyState
      icon={IconArrowBackUp}
      title={wordings.runningImport.thisImportWasntStarted}
      action={<Button onClick={onAgain}>{common.chooseAFile}</Button>}
    >
      {wordings.runningImport.nothingFromThisFile}
    </EmptyState>
  );
}

/** Somebody deleted the list: an import goes with it, whether it was under way or done. */
function EndedWithList({ progress: { state, done, rows } }: { progress: Progress }) {
  return (
    <EmptyState
      icon={IconPlaylistX}
      title={wordings.runningImport.goneWithItsList}
      action={
        <Button component={Link} to="/lists">
          {common.showAllLists}
        </Button>
      }
    >
      {state === 'running'
        ? wordings.runningImport.itEndedWhenTheListWas(done, rows)
        : wordings.runningImport.itsPeopleStayYourContacts}
    </EmptyState>
  );
}

/** The server works on it: it is imported, or taken back. */
const isAtWork = (state: string) => state === 'running' || state === 'undoing';

/** News may be older than what was asked for meanwhile: numbers never go back. */
function moved(known: Progress, state: string, done: number): Progress {
  return state === 'undoing'
    ? { ...known, state, undone: Math.max(done, known.undone) }
    : { ...known, state, done: Math.max(done, known.done) };
}

function AtWork({ id, progress, listName }: { id: number; progress: Progress; listName: string }) {
  const isUndo = progress.state === 'undoing';
  const [done, total] = isUndo ? [progress.undone, progress.undoTotal] : [progress.done, progress.rows];
  const rate = useImportRate(done);
  const cancel = useAction(calls.imports.cancel, { invalidates: [calls.imports.progress, ...changed] });
  return (
    <section className={`card ${classes.running}`}>
      <Title order={2} mb="md">
        {isUndo
          ? wordings.runningImport.takingTheImportIntoBack(listName)
          : wordings.runningImport.importingInto(listName)}
      </Title>
      <ProgressBar
        label={isUndo ? wordings.runningImport.undo : wordings.runningImport.import}
        done={done}
        total={total}
        {...(rate !== undefined && { perSecond: rate })}
      />
      <div className={classes.foot}>
        <Text c="dimmed">
          {isUndo
            ? wordings.runningImport.youCanLeaveThisPage
            : wordings.runningImport.youCanLeaveThisPageSentence}
        </Text>
        <Button variant="default" onClick={() => cancel.mutate({ id })} loading={cancel.isPending}>
          {common.cancel}
        </Button>
      </div>
    </section>
  );
}

const ENDINGS: Record<string, { title: string; words: (progress: Progress, list: string) => string }> = {
  done: {
    title: wordings.runningImport.imported,
    words: ({ added, updated }, list) => wordings.runningImport.onNow(added + updated, list),
  },
  cancelled: {
    title: wordings.runningImport.cancelled,
    words: ({ done, rows, undone, undoTotal }) =>
      undone > 0
        ? wordings.runningImport.theUndoWasStopped(undone, undoTotal)
        : wordings.runningImport.theImportWasStoppedAfter(done, rows),
  },
  failed: {
    title: wordings.runningImport.theImportFailed,
    words: ({ done, rows }) => wordings.runningImport.itStoppedAfterOfUndo(done, rows),
  },
  undone: {
    title: wordings.runningImport.undone,
    words: ({ undoKept }) => wordings.undo.done + (undoKept > 0 ? wordings.undo.kept(undoKept) : ''),
  },
};

type EndedProps = RunningImportProps & { progress: Progress };

function Ended({ id, list, listName, progress, onAgain }: EndedProps) {
  const [asking, dialog] = useDisclosure(false);
  const undo = useAction(calls.imports.undo, {
    invalidates: [calls.imports.progress, ...changed],
    onSuccess: dialog.close,
  });
  const ending = ENDINGS[progress.state];
  const isUndone = progress.state === 'undone';
  const hasErrors = !isUndone && progress.invalid + progress.duplicates > 0;
  return (
    <>
      <Title order={2}>{ending?.title ?? progress.state}</Title>
      <Text c="dimmed" mb="md" role="status">
        {ending?.words(progress, listName)}
      </Text>
      {!isUndone && <ImportCountsTable counts={progress} />}
      <Group gap="xs" mt="lg">
        <Button component={Link} to={`/lists/members/${list}`}>
          {wordings.runningImport.showTheMembers}
        </Button>
        {hasErrors && (
          <DownloadButton href={addressOf(calls.imports.errors, { id })}>
            {wordings.runningImport.rowsLeftOutCsv}
          </DownloadButton>
        )}
        {!isUndone && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={dialog.open}>
            {wordings.runningImport.undo}
          </Button>
        )}
        <Button variant="subtle" onClick={onAgain}>
          {wordings.runningImport.importAnotherFile}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={wordings.undo.title}
        confirmLabel={wordings.undo.confirm}
        onConfirm={() => undo.mutate({ id })}
        busy={undo.isPending}
      >
        {wordings.undo.about}
      </ConfirmDialog>
    </>
  );
}
