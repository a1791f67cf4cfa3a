/** A report with its Edit Mode: it shows the saved layout, or the unsaved one while it is edited. */
import { Button, Code, Group, Modal, Switch, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useReducedMotion, useTimeout } from '@mantine/hooks';
import { calls, type ReportLayout, storedLayout } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { IconChartBar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { wordsOf } from '../data/toasts.ts';
import { dropUnsaved } from '../data/unsaved.ts';
import { refresh, useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { GoneNotice, isNotThere } from '../kit/gone-notice.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { EmptyState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { AddMetric } from './add-metric.tsx';
import { useReportDraft } from './drafts.ts';
import classes from './report.module.css';
import { idOfTile } from './report-grid.tsx';
import { type StoredReport, withTile } from './report-layout.ts';
import { ReportFilters, ReportTiles } from './report-tiles.tsx';
import { SaveReport } from './save-report.tsx';
import { type Limits, useLimits } from './use-limits.ts';
import { wordings } from './wordings.ts';

export const LIST = [{ label: wordings.shared.reportList, to: '/report' }];

/** `id` 0: a new one. */
type Saved = StoredReport & { id: number; version: number };
/** `debug`: a button shows it as JSON; `error`: of reading it again. */
type ReportEditorProps = { saved: Saved; debug?: boolean; error?: unknown };

export function ReportEditor({ saved, debug = false, error = null }: ReportEditorProps) {
  const isNew = saved.id === 0;
  const limits = useLimits(saved);
  const edit = useEditing(saved, isNew);
  const { editing, shown } = edit;
  const [title, setTitle] = useState(wordings.reportEditor.customReportTool);
  const [adding, addDialog] = useDisclosure(false);
  const [saving, saveDialog] = useDisclosure(false);
  const [asking, discardDialog] = useDisclosure(false);
  const bringIntoView = useBringIntoView();
  const heading = isNew ? title : saved.title;
  const isEmpty = shown.tiles.length === 0;

  return (
    <Page
      title={heading}
      crumbs={LIST}
      about={saved.description && <bdi>{saved.description}</bdi>}
      tools={
        <>
          <ReportFilters limits={limits} />
          <Switch
            label={editing ? wordings.reportEditor.editModeOn : wordings.reportEditor.editModeOff}
            checked={editing}
            onChange={edit.toggle}
            className={classes.switch ?? ''}
          />
          {debug && (
            <ShowJson report={{ ...saved, title: heading, segment: limits.segment, layout: shown }} />
          )}
          {editing && (
            <Tooltip label={wordings.reportEditor.addAMetric}>
              <Button
                variant="default"
                onClick={addDialog.open}
                aria-description={wordings.reportEditor.addAMetric}
              >
                +
              </Button>
            </Tooltip>
          )}
        </>
      }
      {...(editing && {
        action: <Button onClick={saveDialog.open}>{common.save}</Button>,
      })}
    >
      <GoneNotice what={wordings.reportPages.reportInSentence} error={error} />
      {(edit.isDirty || edit.isKept) && <Unsaved edit={edit} onDiscard={discardDialog.open} />}
      {isEmpty ? (
        <EmptyReport editing={editing} onAdd={addDialog.open} onStart={edit.toggle} />
      ) : (
        <ReportTiles layout={shown} limits={limits} {...(editing && { onChange: edit.change })} />
      )}
      <AddMetric
        opened={adding}
        onClose={addDialog.close}
        onAdd={(tile) => {
          const layoutId = crypto.randomUUID();
          edit.change(withTile(shown, { ...tile, layoutId }));
          bringIntoView(layoutId);
        }}
      />
      <SaveDialog
        saved={saved}
        layout={shown}
        limits={limits}
        base={edit.base}
        error={error}
        opened={saving}
        onTitle={setTitle}
        onClose={() => {
          saveDialog.close();
          setTitle(wordings.reportEditor.reportBuilder);
        }}
        onSaved={() => {
          saveDialog.close();
          edit.settle();
          limits.settle();
        }}
      />
      <ConfirmDialog
        opened={asking}
        onClose={discardDialog.close}
        title={wordings.reportEditor.discardTheChanges}
        confirmLabel={wordings.reportEditor.discard}
        onConfirm={() => {
          discardDialog.close();
          edit.discard();
        }}
      >
        {isNew ? wordings.reportEditor.theTilesYouAddedWill : wordings.reportEditor.theReportGoesBack}
      </ConfirmDialog>
    </Page>
  );
}

type EmptyReportProps = { editing: boolean; onAdd: () => void; onStart: () => void };

function EmptyReport({ editing, onAdd, onStart }: EmptyReportProps) {
  return (
    <div className={`card ${classes.empty}`}>
      <EmptyState
        icon={IconChartBar}
        title={wordings.reportEditor.buildYourReport}
        action={
          editing ? (
            <Button onClick={onAdd}>{wordings.reportEditor.addAMetric}</Button>
          ) : (
            <Button onClick={onStart}>{wordings.reportEditor.startEditing}</Button>
          )
        }
      >
        {wordings.reportEditor.eachTileShowsANumber}
      </EmptyState>
    </div>
  );
}

/**
 * A new tile stands below the others, often below the window. Waits until it is there and the dialog has
 * gone.
 */
function useBringIntoView(): (layoutId: string) => void {
  const behavior = useReducedMotion() ? 'instant' : 'smooth';
  const { start } = useTimeout(
    (layoutId: string) =>
      document.getElementById(idOfTile(layoutId))?.scrollIntoView({ block: 'nearest', behavior }),
    PAUSES_MS.metricSlide,
  );
  return (layoutId) => start(layoutId);
}

const isSame = (one: ReportLayout, other: ReportLayout) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The two layouts: saved and unsaved. Turning Edit Mode on copies the saved one into the unsaved one (section
 * 4). A new report has only the unsaved one, and starts in Edit Mode. Changes that were not saved are kept in
 * this browser, and are offered: shown is what the server has until they are taken up.
 */
function useEditing(saved: Saved, isNew: boolean) {
  const { draft, version, setDraft, dropDraft } = useReportDraft(saved.id);
  const [base, setBase] = useState(saved.version);
  const [editing, setEditing] = useState(isNew);
  const [unsaved, setUnsaved] = useState(saved.layout);
  const shown = editing || isNew ? unsaved : saved.layout;
  const hasDraft = draft !== undefined && !isSame(draft, saved.layout);
  return {
    editing,
    shown,
    /** The version that the unsaved layout was made from. */
    base,
    isDirty: !isSame(shown, saved.layout),
    /** Changes of an earlier time, which are not on the screen. */
    isKept: hasDraft && !isSame(draft, shown),
    change: (layout: ReportLayout) => {
      setUnsaved(layout);
      if (isSame(layout, saved.layout)) dropDraft();
      else setDraft(layout, base);
    },
    toggle: () => {
      if (!editing && !isNew) {
        setUnsaved(saved.layout);
        setBase(saved.version);
      }
      setEditing(!editing);
    },
    takeUp: () => {
      if (draft) {
        setUnsaved(draft);
        setBase(version);
      }
      setEditing(true);
    },
    discard: () => {
      dropDraft();
      setUnsaved(saved.layout);
      if (!isNew) setEditing(false);
    },
    /** Saved: the unsaved layout is the saved one now. */
    settle: () => {
      dropDraft();
      setEditing(false);
    },
  };
}

type UnsavedProps = { edit: ReturnType<typeof useEditing>; onDiscard: () => void };

/** What is not saved: the changes on the screen, or those of an earlier time. */
function Unsaved({ edit, onDiscard }: UnsavedProps) {
  return (
    <div className={classes.unsaved} role="status">
      <Text>{edit.isDirty ? wordings.reportEditor.notSavedYet : keptWords(edit.editing)}</Text>
      <Group gap={4}>
        {edit.isKept && (
          <Button variant="subtle" size="compact-md" onClick={edit.takeUp}>
            {wordings.reportEditor.keepEditing}
          </Button>
        )}
        <Button variant="subtle" size="compact-md" onClick={onDiscard}>
          {wordings.reportEditor.discardChanges}
        </Button>
      </Group>
    </div>
  );
}

const keptWords = (editing: boolean) =>
  editing ? wordings.reportEditor.youHaveEarlierUnsavedChanges : wordings.reportEditor.youHaveUnsavedChanges;

type SaveDialogProps = {
  saved: Saved;
  /** What is saved, and the version of the report that it was made from. */
  layout: ReportLayout;
  limits: Limits;
  base: number;
  /** Of reading it again. */
  error: unknown;
  opened: boolean;
  onTitle: (title: string) => void;
  onClose: () => void;
  onSaved: () => void;
};

function SaveDialog(props: SaveDialogProps) {
  const { saved, layout, limits, base, opened, onTitle, onClose, onSaved } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const common = {
    notice: wordings.reportEditor.reportSaved,
    invalidates: [calls.reports.list, calls.reports.load, calls.account.overview],
    onFailure: () => undefined,
  };
  const create = useAction(calls.reports.saveNew, {
    ...common,
    onSuccess: async ({ id }) => {
      onSaved();
      dropUnsaved();
      await navigate(`/report/custom/${id}`);
    },
  });
  const change = useAction(calls.reports.save, { ...common, onSuccess: onSaved });
  const isOvertaken = change.error?.detail === calls.reports.save.reply.version.wire;
  const gone = [props.error, change.error].find(isNotThere);
  const reportOf = (words: { title: string; description: string }) => ({
    ...words,
    ...(limits.segment > 0 && { segment: limits.segment }),
    layout: storedLayout(layout),
  });
  return (
    <SaveReport
      opened={opened}
      initial={saved}
      note={limits.name === '' ? '' : wordings.saveReport.onlyPeopleIn(limits.name)}
      onTitle={onTitle}
      onClose={() => {
        onClose();
        if (!isOvertaken) return;
        change.reset();
        void refresh(client, calls.reports.load);
      }}
      busy={create.isPending || change.isPending}
      error={create.error ?? change.error}
      onSave={(words) => {
        if (saved.id === 0) create.mutate({ report: reportOf(words) });
        else change.mutate({ id: saved.id, report: reportOf(words), version: base });
      }}
      {...(gone !== undefined && {
        overtaken: {
          why: (
            <GoneNotice what={wordings.reportPages.reportInSentence} error={gone}>
              {wordings.saveReport.canBeSavedAsNew}
            </GoneNotice>
          ),
          onCopy: (words) => create.mutate({ report: reportOf(words) }),
        },
      })}
      {...(isOvertaken && {
        overtaken: {
          why: <Notice tone="danger">{wordsOf(change.error)}</Notice>,
          onCopy: (words) => create.mutate({ report: reportOf(words) }),
          onReplace: (words) => change.mutate({ id: saved.id, report: reportOf(words), version: 0 }),
        },
      })}
    />
  );
}

const debugOf = ({ title, description, segment, layout }: StoredReport) => ({
  ...{ title, description, layout: storedLayout(layout) },
  ...(segment > 0 && { segment }),
});

function ShowJson({ report }: { report: StoredReport }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {wordings.reportEditor.debugJson}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={wordings.reportEditor.theReportAsJson} size="lg">
        <Code block>{JSON.stringify(debugOf(report), null, 2)}</Code>
      </Modal>
    </>
  );
}
