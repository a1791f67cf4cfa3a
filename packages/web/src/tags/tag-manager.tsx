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
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

type Tag = ReplyOf<typeof calls.tags.list>['tags'][number];

const changesTags = [calls.tags.list, calls.tags.ofContact];

/** The account's own fields of a contact, in the order in which the member screens show them. */
export function TagManager() {
  const [search] = useSearch();
  const tags = useCall(calls.tags.list, { filter: search }, { keepPrevious: true });
  const order = useAction(calls.tags.reorder, { invalidates: changesTags });
  const adding = useNameAction(calls.tags.add, (name) => ({ name }), {
    invalidates: changesTags,
    notice: (_reply, { name }) => wordings.tagManager.added(name.trim()),
  });
  useShortcut('n', wordings.tagManager.addTag, adding.open);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {wordings.tagManager.addTag}
    </Button>
  );
  const isEmpty = tags.data?.tags.length === 0 && search === '';
  return (
    <Page
      title={common.tagManager}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.tagManager.tagsAreTheDetails}
      action={!isEmpty && addButton}
    >
      <OrderedList
        many={wordings.tagManager.tags}
        one={wordings.tagManager.tag}
        placeholder={wordings.tagManager.searchTags}
        items={tags.data?.tags}
        error={tags.error}
        onRetry={() => void tags.refetch()}
        idOf={idOf}
        nameOf={nameOf}
        onReorder={(items) => order.mutateAsync({ tags: items.map(({ id }, index) => ({ id, index })) })}
        empty={
          <EmptyState icon={IconTag} title={wordings.tagManager.noTagsYet} action={addButton}>
            {wordings.tagManager.aTagStoresOneDetail}
          </EmptyState>
        }
      >
        {(tag, { handle, moves }) => <TagRow tag={tag} handle={handle} moves={moves} />}
      </OrderedList>
      <NameDialog
        {...adding.dialog}
        title={wordings.tagManager.addTag}
        label={wordings.tagManager.tagName}
        confirmLabel={common.addNow}
        maxLength={TEXT_LIMITS.tagName}
      />
    </Page>
  );
}

const idOf = (tag: Tag) => tag.id;
const nameOf = (tag: Tag) => tag.name;

function TagRow({ tag, handle, moves }: { tag: Tag; handle: ReactNode; moves: ReactNode }) {
  const renaming = useNameAction(calls.tags.rename, (name) => ({ tag: tag.id, name }), {
    of: tag.name,
    invalidates: changesTags,
  });
  const remove = useAction(calls.tags.remove, {
    invalidates: changesTags,
    notice: wordings.tagManager.deleted(tag.name),
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
            title: wordings.tagManager.renameTag,
            label: wordings.tagManager.tagName,
            maxLength: TEXT_LIMITS.tagName,
            warning: (
              <TagLoss tag={tag.id} remedy={wordings.tagManager.updateTheNameThereAfterwards}>
                {wordings.tagManager.theDataOfThisTag}
              </TagLoss>
            ),
          }}
          remove={{
            action: remove,
            run: () => remove.mutate({ tag: tag.id }),
            question: wordings.tagManager.areYouSureYouWant,
            warning: (
              <TagLoss tag={tag.id} remedy={wordings.tagManager.textsWillUseTheDefault}>
                {wordings.tagManager.willBeRemovedFromEvery(tag.name)}
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
      <UsedBy uses={data?.uses} title={wordings.tagManager.thisTagIsInUse}>
        {remedy}
      </UsedBy>
    </Stack>
  );
}
