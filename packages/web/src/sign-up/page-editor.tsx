/** The sign-up page of a list: its words at the left, how it looks and how it does at the right. */
import { Button } from '@mantine/core';
import { calls, signUpField } from '@parley/contract';
import { Link, useParams } from 'react-router';
import { SenderOnly, useMaySend } from '../account/sender-only.tsx';
import { useCall } from '../data/use-call.ts';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import { LoadingPublicPage, PublicPageEditor } from '../public-page/public-page-editor.tsx';
import { useSavingPage } from '../public-page/use-saving-page.ts';
import { PageAddress } from './page-address.tsx';
import { PageFields } from './page-fields.tsx';
import { PageFigures } from './page-figures.tsx';
import { PagePreview } from './page-preview.tsx';
import { TextLink } from './text-link.tsx';
import { problemsOfPage, type StoredSignUp, usePageDraft } from './use-page-draft.ts';
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
        <LoadingPublicPage />
      </Page>
    );
  return <Editor key={list} list={list} stored={data} />;
}

function Editor({ list, stored }: { list: number; stored: StoredSignUp }) {
  const words = wordings.pageEditor;
  const edit = usePageDraft(list, stored);
  const saving = useSavingPage(
    {
      call: calls.signUpPages.save,
      info: calls.signUpPages.info,
      saved: words.saved,
      fieldOf: signUpField,
    },
    edit,
    { list, ...edit.page, version: edit.version },
  );
  const own = problemsOfPage(edit.page);
  const isNew = stored.version === 0;
  const maySend = useMaySend();
  return (
    <PublicPageEditor
      title={TITLE}
      of={stored.listName}
      crumbs={[LISTS, { label: stored.listName, to: `/lists/members/${list}` }]}
      about={words.about}
      edit={edit}
      version={stored.version}
      saving={
        maySend
          ? {
              ...saving,
              label: isNew ? words.saveAndTurnOn : common.save,
              isReady: (isNew || edit.isDirty) && Object.keys(own).length === 0,
            }
          : null
      }
      within={(content) => <SenderOnly why={words.othersChangeIt}>{content}</SenderOnly>}
      tools={
        <Button component={Link} to={`/channels/review?list=${list}`} variant="default">
          {common.carrierReview}
        </Button>
      }
      fields={
        <PageFields page={edit.page} problems={{ ...saving.problems, ...own }} onChange={edit.change} />
      }
      side={
        <>
          <PagePreview list={list} page={edit.page} />
          <PageAddress list={list} stored={stored} />
          <TextLink />
          {!isNew && <PageFigures list={list} />}
        </>
      }
    />
  );
}
