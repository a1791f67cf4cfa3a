/** The page where people choose what they get: its words and lists at the left, how it looks at the right. */
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { calls, preferenceField } from '@parley/contract';
import { PREFERENCES_LINK, writeToken } from '@parley/engine/tokens.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnerOnly, useIsOwner } from '../account/owner-only.tsx';
import type { AskError } from '../data/ask.ts';
import { showFailure, showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh, useAction, useCall } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from '../sign-up/sign-up-page.module.css';
import { PreferenceFields } from './preference-fields.tsx';
import { PreferencePreview } from './preference-preview.tsx';
import {
  type PreferenceDraft,
  problemsOfPreferences,
  type StoredPreferences,
  usePreferenceDraft,
} from './use-preference-draft.ts';
import { wordings } from './wordings.ts';

const TITLE = wordings.shared.preferencePage;
const CRUMBS = [{ label: common.myAccount, to: '/account' }];
const words = wordings.preferenceEditor;

export function PreferenceEditor() {
  const { data, error, refetch } = useCall(calls.preferencePage.info, {});
  if (data) return <Editor stored={data} />;
  return (
    <Page title={TITLE} crumbs={CRUMBS} about={words.about}>
      {error ? (
        <FailedState title={TITLE} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns}>
          <div className="card">
            <LoadingRows rows={6} />
          </div>
          <Skeleton height={420} radius="md" />
        </div>
      )}
    </Page>
  );
}

function Editor({ stored }: { stored: StoredPreferences }) {
  const edit = usePreferenceDraft(stored);
  const saving = useSaving(edit);
  const isOwner = useIsOwner();
  const own = problemsOfPreferences(edit.page);
  const isStale = edit.isDirty && edit.version !== stored.version;
  const names = new Map(stored.lists.map(({ list, listName }) => [list, listName]));
  return (
    <Page
      title={TITLE}
      crumbs={CRUMBS}
      about={words.about}
      tools={
        edit.isDirty && (
          <Button variant="subtle" color="gray" onClick={edit.discard}>
            {words.discard}
          </Button>
        )
      }
      action={
        isOwner && (
          <Button
            onClick={saving.save}
            loading={saving.isPending}
            disabled={!edit.isDirty || isStale || Object.keys(own).length > 0}
          >
            {common.save}
          </Button>
        )
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
      <OwnerOnly what={words.what}>
        <div className={classes.columns}>
          <section className={`card ${classes.fields}`} aria-label={words.words}>
            <PreferenceFields
              page={edit.page}
              names={names}
              problems={{ ...saving.problems, ...own }}
              onChange={edit.change}
            />
          </section>
          <div className={classes.side}>
            <PreferencePreview page={edit.page} />
            <LinkHelp />
          </div>
        </div>
      </OwnerOnly>
    </Page>
  );
}

/** How the page comes into a text. */
function LinkHelp() {
  const help = wordings.linkHelp;
  return (
    <section className={`card ${classes.block}`} aria-labelledby="preferences-link">
      <Title order={2} id="preferences-link">
        {help.heading}
      </Title>
      <Text c="dimmed">{help.means}</Text>
      <CodeText label={help.token}>{writeToken(PREFERENCES_LINK)}</CodeText>
      <Text c="dimmed">{help.works}</Text>
    </section>
  );
}

/** Saving with everything that can come of it. */
function useSaving(edit: PreferenceDraft) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<{ error: AskError; draft: string } | null>(null);
  const written = JSON.stringify(edit.page);
  const save = useAction(calls.preferencePage.save, {
    invalidates: [calls.preferencePage.info],
    onSuccess: () => {
      showSuccess(words.saved);
      edit.discard();
    },
    onFailure: (error) => {
      setFailed({ error, draft: written });
      const field = preferenceField(error.detail);
      // Somebody else saved it meanwhile: what is stored now decides what is asked next.
      if (field === 'version') void refresh(client, calls.preferencePage.info);
      else if (field === null) showFailure(calls.preferencePage.save, error);
    },
  });
  // What was refused is said until something is changed.
  const error = failed && failed.draft === written ? failed.error : null;
  const field = error && preferenceField(error.detail);
  return {
    isPending: save.isPending,
    problems: error && field && field !== 'version' ? { [field]: wordsOf(error) } : {},
    save: () => save.mutate({ ...edit.page, version: edit.version }),
  };
}
