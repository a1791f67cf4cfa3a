/** A segment on one screen: its conditions at the left, who is in it at the right. */
import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { calls, segmentRefusal } from '@parley/contract';
import { SEGMENT_TREE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentGroup, SegmentProblem } from '@parley/rules/segment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { AskError } from '../data/ask.ts';
import { showFailure, showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh, useAction, useCall } from '../data/use-call.ts';
import { GoneNotice } from '../kit/gone-notice.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { CountPanel } from './count-panel.tsx';
import { GroupEditor } from './group-editor.tsx';
import classes from './segments.module.css';
import { problemsByKey, readDraft, sizeOf, treeOf } from './tree-draft.ts';
import { useCount } from './use-count.ts';
import { type SegmentDraft, useSegmentDraft } from './use-segment-draft.ts';
import { wordings } from './wordings.ts';

/** `id` 0 and no tree: a new one. */
export type StoredSegment = { id: number; name: string; version: number; tree: SegmentGroup | null };

const MANAGER = { label: wordings.shared.segments, to: '/segments' };
const NEW: StoredSegment = { id: 0, name: '', version: 0, tree: null };

export function SegmentEditor() {
  const id = Number(useParams().SID ?? 0) || 0;
  return id > 0 ? <Loaded key={id} id={id} /> : <Editor key="new" stored={NEW} gone={[]} />;
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useCall(calls.segments.info, { segment: id });
  const stored = useMemo<StoredSegment | null>(
    () => (data ? { id, name: data.info.name, version: data.info.version, tree: data.tree } : null),
    [data, id],
  );
  if (error && !data)
    return (
      <Page title={wordings.segmentEditor.segment} crumbs={[MANAGER]}>
        <LoadFailed
          what={wordings.shared.segment}
          error={error}
          onRetry={() => void refetch()}
          back={{ label: wordings.segmentEditor.showAll, to: MANAGER.to }}
        />
      </Page>
    );
  if (!stored || !data)
    return (
      <Page title={wordings.segmentEditor.segment} crumbs={[MANAGER]}>
        <div className={classes.columns}>
          <div className="card">
            <LoadingRows rows={4} />
          </div>
          <Skeleton height={220} radius="md" />
        </div>
      </Page>
    );
  return <Editor stored={stored} gone={data.problems} error={error} />;
}

type EditorProps = {
  stored: StoredSegment;
  /** What the stored tree names that is gone. */
  gone: readonly SegmentProblem[];
  /** Of reading it again. */
  error?: AskError | null;
};

function Editor({ stored, gone, error = null }: EditorProps) {
  const edit = useSegmentDraft(stored);
  const { draft } = edit;
  const [isAsked, setAsked] = useState(false);
  const read = useMemo(() => readDraft(draft), [draft]);
  const count = useCount(read.tree, stored.id);
  const saving = useSaving(stored, edit);
  const isEmpty = draft.of.length === 0;

  const goneByKey = useMemo(
    () => (edit.isDirty ? new Map<string, string>() : problemsByKey(draft, gone)),
    [draft, gone, edit.isDirty],
  );
  const problems = new Map([
    ...goneByKey,
    ...saving.problems,
    ...(isAsked ? read.problems : new Map<string, string>()),
  ]);
  const save = () => {
    setAsked(true);
    if (read.tree && edit.name.trim() !== '') saving.save(edit.name, read.tree);
  };
  return (
    <Page
      title={stored.id === 0 ? wordings.segmentEditor.newSegment : stored.name}
      crumbs={[MANAGER]}
      about={wordings.segmentEditor.about}
      tools={
        edit.isDirty && (
          <Button variant="subtle" color="gray" onClick={edit.discard}>
            {wordings.segmentEditor.discard}
          </Button>
        )
      }
      action={
        <Button onClick={save} loading={saving.isPending} disabled={!edit.isDirty}>
          {common.save}
        </Button>
      }
    >
      <GoneNotice what={wordings.shared.segment} error={error} />
      {saving.isStale && (
        <Notice tone="warning" title={wordings.segmentEditor.changedMeanwhile}>
          <Group gap="xs" mt={4}>
            <Button variant="default" onClick={edit.discard}>
              {wordings.segmentEditor.takeTheirs}
            </Button>
            <Button variant="default" onClick={() => edit.rebase(stored.version)}>
              {wordings.segmentEditor.keepMine}
            </Button>
          </Group>
        </Notice>
      )}
      <div className={classes.columns}>
        <section className={`card ${classes.builder}`} aria-label={wordings.segmentEditor.conditions}>
          <TextInput
            label={wordings.segmentEditor.name}
            value={edit.name}
            onChange={(event) => edit.change({ name: event.currentTarget.value })}
            maxLength={TEXT_LIMITS.name}
            autoComplete="off"
            error={
              saving.nameProblem ||
              (isAsked && edit.name.trim() === '' ? wordings.segmentEditor.enterAName : undefined)
            }
          />
          <GroupEditor
            group={draft}
            level={1}
            builder={{
              draft,
              change: (next) => edit.change({ draft: next }),
              problems,
              own: stored.id,
              isFull: sizeOf(draft) >= SEGMENT_TREE_LIMITS.conditions,
            }}
          />
        </section>
        <CountPanel count={count} isFinished={read.tree !== null} isEmpty={isEmpty} />
      </div>
    </Page>
  );
}

/** Saving with everything that can come of it. */
function useSaving(stored: StoredSegment, edit: SegmentDraft) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [failed, setFailed] = useState<{ error: AskError; draft: string } | null>(null);
  const fail = (error: AskError) => {
    setFailed({ error, draft: written });
    const where = segmentRefusal(error.detail);
    // Somebody else saved it meanwhile: what is stored now decides what is asked next.
    if (where === 'version') void refresh(client, calls.segments.info);
    else if (where === null) showFailure(calls.segments.update, error);
  };
  const written = JSON.stringify([edit.name, treeOf(edit.draft)]);
  const invalidates = [calls.segments.list, calls.segments.info];
  const update = useAction(calls.segments.update, {
    invalidates,
    onSuccess: () => {
      showSuccess(wordings.segmentEditor.saved);
      edit.discard();
    },
    onFailure: fail,
  });
  const add = useAction(calls.segments.add, {
    invalidates,
    onSuccess: async ({ id }) => {
      showSuccess(wordings.segmentEditor.saved);
      edit.discard();
      await navigate(`/segments/edit/${id}`, { replace: true });
    },
    onFailure: fail,
  });
  // What was refused is said until something is changed.
  const error = failed && failed.draft === written ? failed.error : null;
  const place = error && segmentRefusal(error.detail);
  const { id } = stored;
  return {
    isPending: update.isPending || add.isPending,
    isStale: id > 0 && edit.isDirty && edit.version !== stored.version,
    nameProblem: place === 'name' && error ? wordsOf(error) : '',
    problems:
      place && typeof place === 'object' && error
        ? problemsByKey(edit.draft, [{ pointer: place.pointer, detail: wordsOf(error) }])
        : new Map<string, string>(),
    save: (name: string, tree: SegmentGroup) => {
      setFailed(null);
      if (id === 0) add.mutate({ name, tree });
      else update.mutate({ segment: id, name, tree, version: edit.version });
    },
  };
}
