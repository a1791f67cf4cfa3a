import { Menu, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconFileImport, IconForms } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { isolated } from '../data/isolated.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DownloadItem } from '../kit/download.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { Figure, Row } from '../kit/rows.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { UsedBy } from '../kit/used-by.tsx';
import { common } from '../kit/wordings.ts';
import type { SubscriberList } from './list-manager.tsx';
import { wordings } from './wordings.ts';

type ListRowProps = { list: SubscriberList; handle: ReactNode; moves: ReactNode };

const changesList = [calls.lists.list, calls.lists.info];

export function ListRow({ list: { id, name, count, optOuts }, handle, moves }: ListRowProps) {
  const renaming = useNameAction(calls.lists.rename, (newName) => ({ list: id, name: newName }), {
    of: name,
    invalidates: changesList,
  });
  const remove = useAction(calls.lists.remove, {
    invalidates: changesList,
    notice: wordings.listRow.deleted(name),
  });
  return (
    <Row
      handle={handle}
      title={name}
      to={`/lists/members/${id}`}
      side={
        <>
          <Figure count={count} unit={count === 1 ? wordings.listRow.member : wordings.listRow.members} />
          <Figure count={optOuts} unit={wordings.listRow.optedOut} />
        </>
      }
      menu={
        <ItemMenu
          name={name}
          moves={moves}
          rename={{
            action: renaming,
            title: wordings.listRow.renameList,
            label: common.listName,
            maxLength: TEXT_LIMITS.name,
          }}
          remove={{
            action: remove,
            run: () => remove.mutate({ list: id }),
            question: wordings.listRow.areYouSureYouWant,
            warning: <ListLoss list={id} name={name} count={count} />,
          }}
        >
          <Menu.Item component={Link} to={`/lists/import/${id}`} leftSection={<IconFileImport size={16} />}>
            {common.importContacts}
          </Menu.Item>
          <Menu.Item component={Link} to={`/lists/signup/${id}`} leftSection={<IconForms size={16} />}>
            {common.signUpPage}
          </Menu.Item>
          <DownloadItem href={addressOf(calls.members.exportList, { list: id })}>
            {common.exportAsCsv}
          </DownloadItem>
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
      <div>{isolated(wordings.listRow.theListAndItsWill(name, count))}</div>
      <UsedBy uses={data?.uses} title={wordings.listRow.thisListIsInUse}>
        {wordings.listRow.theyNeedItToWork}
      </UsedBy>
    </Stack>
  );
}
