/** The page where people choose what they get: its words and lists at the left, how it looks at the right. */
import { Text, Title } from '@mantine/core';
import { calls, preferenceField } from '@parley/contract';
import { PREFERENCES_LINK, writeToken } from '@parley/engine/tokens.ts';
import { OwnerOnly, useIsOwner } from '../account/owner-only.tsx';
import { useCall } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { LoadingPublicPage, PublicPageEditor } from '../public-page/public-page-editor.tsx';
import { useSavingPage } from '../public-page/use-saving-page.ts';
import { PreferenceFields } from './preference-fields.tsx';
import { PreferencePreview } from './preference-preview.tsx';
import classes from './preferences.module.css';
import { problemsOfPreferences, type StoredPreferences, usePreferenceDraft } from './use-preference-draft.ts';
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
        <FailedState title={words.couldntLoad} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingPublicPage />
      )}
    </Page>
  );
}

function Editor({ stored }: { stored: StoredPreferences }) {
  const edit = usePreferenceDraft(stored);
  const saving = useSavingPage(
    {
      call: calls.preferencePage.save,
      info: calls.preferencePage.info,
      saved: words.saved,
      fieldOf: preferenceField,
    },
    edit,
    { ...edit.page, version: edit.version },
  );
  const isOwner = useIsOwner();
  const own = problemsOfPreferences(edit.page);
  const names = new Map(stored.lists.map(({ list, listName }) => [list, listName]));
  return (
    <PublicPageEditor
      title={TITLE}
      crumbs={CRUMBS}
      about={words.about}
      edit={edit}
      version={stored.version}
      saving={
        isOwner
          ? {
              ...saving,
              label: common.save,
              isReady: edit.isDirty && Object.keys(own).length === 0,
            }
          : null
      }
      within={(content) => <OwnerOnly what={words.what}>{content}</OwnerOnly>}
      fields={
        <PreferenceFields
          page={edit.page}
          names={names}
          problems={{ ...saving.problems, ...own }}
          onChange={edit.change}
        />
      }
      side={
        <>
          <PreferencePreview page={edit.page} />
          <LinkHelp />
        </>
      }
    />
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
