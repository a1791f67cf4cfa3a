/** The sign-up page of a list: its words at the left, how it looks and how it does at the right. */
import { Button, Group, Skeleton } from '@mantine/core';
import { calls, signUpField } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AskError } from '../data/ask.ts';
import { showFailure, showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh, useAction, useCall } from '../data/use-call.ts';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { PageAddress } from './page-address.tsx';
import { PageFields } from './page-fields.tsx';
import { PageFigures } from './page-figures.tsx';
import { PagePreview } from './page-preview.tsx';
import classes from './sign-up-page.module.css';
import { TextLink } from './text-link.tsx';
import { type PageDraft, problemsOfPage, type StoredSignUp, usePageDraft } from './use-page-draft.ts';
import { wordings } from './wordings.ts';

const TITLE = common.signUpPage;
const LISTS = { label: common.lists, to: '/lists' };

export function PageEditor() {
  const list = Number(useParams().LID ?? 0) || 0;
  const { data, error, refetch } = useCall(calls.signUpPages.info, { list });
  if (error && (!data || error.kind === 'unknown'))
    return (
      <Page title={TITLE} crumbs={[LISTS]}>
        <LoadFailed
          what={common.list.toLowerCase()}
          error={error}
          onRetry={() => void refetch()}
          back={{ label: common.showAllLists, to: '/lists' }}
        />
      </Page>
    );
  if (!data)
    return (
      <Page title={TITLE} crumbs={[LISTS]}>
        <div className={classes.columns}>
          <div className="card">
            <LoadingRows rows={6} />
          </div>
          <Skeleton height={420} radius="md" />
        </div>
      </Page>
    );
  return <Editor key={list} list={list} stored={data} />;
}

function Editor({ list, stored }: { list: number; stored: StoredSignUp }) {
  const words = wordings.pageEditor;
  const edit = usePageDraft(list, stored);
  const saving = useSavingPage(list, edit);
  const problems = { ...saving.problems, ...problemsOfPage(edit.page) };
  const isNew = stored.version === 0;
  const isStale = edit.isDirty && edit.version !== stored.version;
  return (
    <Page
      title={TITLE}
      of={stored.listName}
      crumbs={[LISTS, { label: stored.listName, to: `/lists/members/${list}` }]}
      about={words.about}
      tools={
        <>
          {edit.isDirty && (
            <Button variant="subtle" color="gray" onClick={edit.discard}>
              {words.discard}
            </Button>
          )}
          <Button component={Link} to={`/channels/review?list=${list}`} variant="default">
            {common.carrierReview}
          </Button>
        </>
      }
      action={
        <Button
          onClick={saving.save}
          loading={saving.isPending}
          disabled={(!isNew && !edit.isDirty) || isStale || Object.keys(problemsOfPage(edit.page)).length > 0}
        >
          {isNew ? words.saveAndTurnOn : common.save}
        </Button>
      }
    >
      {isStale && (
        <Notice tone="warning" title={words.changedMeanwhile}>
          <Group gap="xs" mt={4}>
            <Button variant="default" onClick={edit.discard}>
              {words.takeTheirs}
            </Button>
            <Button variant="default" onClick={() => edit.rebase(stored.version)}>
              {words.keepMine}
            </Button>
          </Group>
        </Notice>
      )}
      <div className={classes.columns}>
        <section className={`card ${classes.fields}`} aria-label={words.words}>
          <PageFields page={edit.page} problems={problems} onChange={edit.change} />
        </section>
        <div className={classes.side}>
          <PagePreview list={list} page={edit.page} />
          <PageAddress list={list} stored={stored} />
          <TextLink />
          {!isNew && <PageFigures list={list} />}
        </div>
      </div>
    </Page>
  );
}

/** Saving with everything that can come of it. */
function useSavingPage(list: number, edit: PageDraft) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<{ error: AskError; draft: string } | null>(null);
  const written = JSON.stringify(edit.page);
  const save = useAction(calls.signUpPages.save, {
    invalidates: [calls.signUpPages.info],
    onSuccess: () => {
      showSuccess(wordings.pageEditor.saved);
      edit.discard();
    },
    onFailure: (error) => {
      setFailed({ error, draft: written });
      // Somebody else saved it meanwhile: what is stored now decides what is asked next.
      const field = signUpField(error.detail);
      if (field === 'version') void refresh(client, calls.signUpPages.info);
      else if (field === null) showFailure(calls.signUpPages.save, error);
    },
  });
  // What was refused is said until something is changed.
  const error = failed && failed.draft === written ? failed.error : null;
  const field = error && signUpField(error.detail);
  return {
    isPending: save.isPending,
    problems: error && field ? { [field]: wordsOf(error) } : {},
    save: () => save.mutate({ list, ...edit.page, version: edit.version }),
  };
}
