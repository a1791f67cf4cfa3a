import { Button, Menu } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconAddressBook, IconChartPie, IconHandStop, IconPlus, IconTag } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAction, useCall } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { OptionsMenu } from '../kit/options-menu.tsx';
import { OrderedList } from '../kit/ordered-list.tsx';
import { Page } from '../kit/page.tsx';
import { useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState } from '../kit/states.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { common } from '../kit/wordings.ts';
import { ListRow } from './list-row.tsx';
import { wordings } from './wordings.ts';

export type SubscriberList = ReplyOf<typeof calls.lists.list>['lists'][number];

const idOf = (list: SubscriberList) => list.id;
const nameOf = (list: SubscriberList) => list.name;

/** All subscriber lists in the order in which every picker offers them. */
export function ListManager() {
  const [search] = useSearch();
  const lists = useCall(calls.lists.list, { filter: '', search }, { keepPrevious: true });
  const order = useAction(calls.lists.reorder, { invalidates: [calls.lists.list] });
  const adding = useNameAction(calls.lists.add, (name) => ({ name }), {
    invalidates: [calls.lists.list],
    notice: (_reply, { name }) => wordings.listManager.added(name.trim()),
  });
  useShortcut('n', common.addList, adding.open);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {wordings.listManager.newList}
    </Button>
  );
  const isEmpty = lists.data?.lists.length === 0 && search === '';
  return (
    <Page
      title={wordings.shared.listManager}
      tools={
        <OptionsMenu label={wordings.listManager.listOptions}>
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={adding.open}>
            {common.addList}
          </Menu.Item>
          <Menu.Item component={Link} to="/segments" leftSection={<IconChartPie size={16} />}>
            {wordings.listManager.segments}
          </Menu.Item>
          <Menu.Item component={Link} to="/TagManager" leftSection={<IconTag size={16} />}>
            {common.tagManager}
          </Menu.Item>
          <Menu.Item component={Link} to="/optouts" leftSection={<IconHandStop size={16} />}>
            {common.optOuts}
          </Menu.Item>
        </OptionsMenu>
      }
      action={!isEmpty && addButton}
    >
      <OrderedList
        many={wordings.listManager.lists}
        one={wordings.listManager.list}
        placeholder={wordings.listManager.searchLists}
        items={lists.data?.lists}
        error={lists.error}
        onRetry={() => void lists.refetch()}
        idOf={idOf}
        nameOf={nameOf}
        onReorder={(items) => order.mutateAsync({ lists: items.map(({ id }, index) => ({ id, index })) })}
        empty={
          <EmptyState icon={IconAddressBook} title={wordings.listManager.noListsYet} action={addButton}>
            {wordings.listManager.aListIsAGroup}
          </EmptyState>
        }
      >
        {(list, { handle, moves }) => <ListRow list={list} handle={handle} moves={moves} />}
      </OrderedList>
      <NameDialog
        {...adding.dialog}
        title={common.addList}
        label={common.listName}
        confirmLabel={common.addNow}
        maxLength={TEXT_LIMITS.name}
      />
    </Page>
  );
}
