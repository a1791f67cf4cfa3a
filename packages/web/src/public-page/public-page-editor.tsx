/** What frames an editor of a page that anybody may open: its words at the left, its looks at the right. */
import { Button, Group, Skeleton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { LoadingRows } from '../kit/states.tsx';
import classes from './public-page.module.css';
import type { PublicPageDraft } from './use-public-page-draft.ts';
import { wordings } from './wordings.ts';

const words = wordings.publicPageEditor;

type PublicPageEditorProps = Pick<ComponentProps<typeof Page>, 'title' | 'of' | 'crumbs' | 'about'> & {
  edit: Pick<PublicPageDraft<unknown>, 'isDirty' | 'version' | 'discard' | 'rebase'>;
  /** Of the page that is stored now. */
  version: number;
  /** Null: whoever looks may not save. `isReady`: it may be saved as it is. */
  saving: { label: string; isPending: boolean; isReady: boolean; save: () => void } | null;
  tools?: ReactNode;
  /** Around everything below the head. */
  within?: (content: ReactNode) => ReactNode;
  fields: ReactNode;
  side: ReactNode;
};

export function PublicPageEditor({
  edit,
  version,
  saving,
  tools,
  within = (content) => content,
  fields,
  side,
  ...head
}: PublicPageEditorProps) {
  const isStale = edit.isDirty && edit.version !== version;
  return (
    <Page
      {...head}
      tools={
        <>
          {edit.isDirty && (
            <Button variant="subtle" color="gray" onClick={edit.discard}>
              {words.discard}
            </Button>
          )}
          {tools}
        </>
      }
      action={
        saving && (
          <Button onClick={saving.save} loading={saving.isPending} disabled={!saving.isReady || isStale}>
            {saving.label}
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
            <Button variant="default" onClick={() => edit.rebase(version)}>
              {words.keepMine}
            </Button>
          </Group>
        </Notice>
      )}
      {within(
        <div className={classes.columns}>
          <section className={`card ${classes.fields}`} aria-label={words.words}>
            {fields}
          </section>
          <div className={classes.side}>{side}</div>
        </div>,
      )}
    </Page>
  );
}

/** In its place while the page is read. */
export function LoadingPublicPage() {
  return (
    <div className={classes.columns}>
      <div className="card">
        <LoadingRows rows={6} />
      </div>
      <Skeleton height={420} radius="md" />
    </div>
  );
}
