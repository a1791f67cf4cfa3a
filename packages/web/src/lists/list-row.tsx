import { Menu, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconFileImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DownloadItem } from '../kit/download.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { counted } from '../kit/numbers.tsx';
import { Figure, Row } from '../kit/rows.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { UsedBy } from '../kit/used-by.tsx';
import type { SubscriberList } from './list-manager.tsx';

type ListRowProps = { list: SubscriberList; handle: ReactNode; moves: ReactNode };

const changesList = [calls.lists.list, calls.lists.info];

export function ListRow({ list: { id, name, count, optOuts }, handle, moves }: ListRowProps) {
  const renaming = useNameAction(calls.lists.rename, (newName) => ({ list: id, name: newName }), {
    invalidates: changesList,
  });
  const remove = useAction(calls.lists.remove, { invalidates: changesList, notice: `“${name}” deleted` });
  return (
    <Row
      handle={handle}
      title={name}
      to={`/lists/members/${id}`}
      side={
        <>
          <Figure count={count} unit={count === 1 ? 'member' : 'members'} />
          <Figure count={optOuts} unit="opted out" />
        </>
      }
      menu={
        <ItemMenu
          name={name}
          moves={moves}
          rename={{ action: renaming, title: 'Rename List', label: 'List Name', maxLength: TEXT_LIMITS.name }}
          remove={{
            action: remove,
            run: () => remove.mutate({ list: id }),
            question: 'Are you sure you want to delete this list?',
            warning: <ListLoss list={id} name={name} count={count} />,
          }}
        >
          <Menu.Item component={Link} to={`/lists/import/${id}`} leftSection={<IconFileImport size={16} />}>
            Import Contacts
          </Menu.Item>
          <DownloadItem href={addressOf(calls.members.exportList, { list: id })}>Export as CSV</DownloadItem>
        </ItemMenu>
      }
    />
  );
}

/** What is lost with a list; asked when the dialog opens. */
function ListLoss({ list, name, count }: { list: number; name: string; count: number }) {
  const { data } = useCall(calls.uses.ofList, { list }, { staleTime: 0 });
  return (
    <Stack gap="md">
      <div>
        All data of the list “{name}” is removed, with its {counted(count, 'membership')}. This cannot be
        undone. The people stay your contacts.
      </div>
      <UsedBy uses={data?.uses} title="This list is in use">
        They do not work without it: choose another list there first.
      </UsedBy>
    </Stack>
  );
}
