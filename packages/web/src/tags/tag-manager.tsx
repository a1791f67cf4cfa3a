import { Button, Stack } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction, useCall } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { OrderedList } from '../kit/ordered-list.tsx';
import { Page } from '../kit/page.tsx';
import { Row } from '../kit/rows.tsx';
import { useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState } from '../kit/states.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { UsedBy } from '../kit/used-by.tsx';

type Tag = ReplyOf<typeof calls.tags.list>['tags'][number];

const changesTags = [calls.tags.list, calls.tags.ofContact];

/** The account's own fields of a contact, in the order in which the member screens show them. */
export function TagManager() {
  const [search] = useSearch();
  const tags = useCall(calls.tags.list, { filter: search }, { keepPrevious: true });
  const order = useAction(calls.tags.reorder, { invalidates: changesTags });
  const adding = useNameAction(calls.tags.add, (name) => ({ name }), {
    invalidates: changesTags,
    notice: (_reply, { name }) => `“${name.trim()}” added`,
  });
  useShortcut('n', 'Add Tag', adding.open);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      Add Tag
    </Button>
  );
  const isEmpty = tags.data?.tags.length === 0 && search === '';
  return (
    <Page
      title="Tag Manager"
      crumbs={[{ label: 'Tools', to: '/tools' }]}
      about="Tags are the fields you keep for each contact: a first name, a birthday, a favourite store. People are listed with their values of the first two."
      action={!isEmpty && addButton}
    >
      <OrderedList
        many="tags"
        one="tag"
        placeholder="Search Tags..."
        items={tags.data?.tags}
        error={tags.error}
        onRetry={() => void tags.refetch()}
        idOf={idOf}
        nameOf={nameOf}
        onReorder={(items) => order.mutateAsync({ tags: items.map(({ id }, index) => ({ id, index })) })}
        empty={
          <EmptyState icon={IconTag} title="No tags yet" action={addButton}>
            A tag holds one thing about each contact. Messages can greet people by it, blasts can filter by
            it, and campaigns can fill it from an answer.
          </EmptyState>
        }
      >
        {(tag, { handle, moves }) => <TagRow tag={tag} handle={handle} moves={moves} />}
      </OrderedList>
      <NameDialog
        {...adding.dialog}
        title="Add Tag"
        label="Tag Name"
        confirmLabel="Add Now"
        maxLength={TEXT_LIMITS.tagName}
      />
    </Page>
  );
}

const idOf = (tag: Tag) => tag.id;
const nameOf = (tag: Tag) => tag.name;

function TagRow({ tag, handle, moves }: { tag: Tag; handle: ReactNode; moves: ReactNode }) {
  const renaming = useNameAction(calls.tags.rename, (name) => ({ tag: tag.id, name }), {
    invalidates: changesTags,
  });
  const remove = useAction(calls.tags.remove, {
    invalidates: changesTags,
    notice: `“${tag.name}” deleted`,
  });
  return (
    <Row
      handle={handle}
      title={tag.name}
      menu={
        <ItemMenu
          name={tag.name}
          moves={moves}
          rename={{
            action: renaming,
            title: 'Rename Tag',
            label: 'Tag Name',
            maxLength: TEXT_LIMITS.tagName,
            warning: (
              <TagLoss tag={tag.id} remedy="Write the new name there afterwards.">
                The data of this tag moves to the new name, but references to the old name (in messages, rules
                and filters) stop working.
              </TagLoss>
            ),
          }}
          remove={{
            action: remove,
            run: () => remove.mutate({ tag: tag.id }),
            question: 'Are you sure you want to delete this tag?',
            warning: (
              <TagLoss
                tag={tag.id}
                remedy="Their texts have their defaults instead, or nothing, and filters by it reach nobody."
              >
                All data of “{tag.name}” is removed from every contact. This cannot be undone.
              </TagLoss>
            ),
          }}
        />
      }
    />
  );
}

/** What is lost with a tag, or its name; asked when the dialog opens. */
function TagLoss({ tag, remedy, children }: { tag: number; remedy: string; children: ReactNode }) {
  const { data } = useCall(calls.uses.ofTag, { tag }, { staleTime: 0 });
  return (
    <Stack gap="md">
      <div>{children}</div>
      <UsedBy uses={data?.uses} title="This tag is in use">
        {remedy}
      </UsedBy>
    </Stack>
  );
}
