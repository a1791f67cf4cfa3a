import { Menu, Text } from '@mantine/core';
import { type ConnectionKind, calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlugConnected, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { useAction } from '../data/use-call.ts';
import { ItemMenu } from '../kit/item-menu.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { Row } from '../kit/rows.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { common } from '../kit/wordings.ts';
import type { Channel } from './channel-manager.tsx';
import { kindTitle } from './connection-words.ts';
import { wordings } from './wordings.ts';

type ChannelRowProps = { channel: Channel; handle: ReactNode; moves: ReactNode };

const changesChannel = [calls.channels.list, calls.lists.info];

export function ChannelRow({ channel, handle, moves }: ChannelRowProps) {
  const { id, audience, name, number, connection } = channel;
  const isOwner = useIsOwner();
  const renaming = useNameAction(calls.channels.rename, (newName) => ({ channel: id, name: newName }), {
    of: name,
    invalidates: changesChannel,
  });
  const remove = useAction(calls.channels.remove, {
    invalidates: changesChannel,
    notice: wordings.channelRow.deleted(name),
  });
  return (
    <Row
      handle={handle}
      title={name}
      to={`/lists/members/${audience}`}
      about={
        <Text c="dimmed">
          {phoneText(number)} · {kindTitle(connection as ConnectionKind)}
        </Text>
      }
      menu={
        <ItemMenu
          name={name}
          moves={moves}
          rename={
            isOwner || renaming.dialog.opened
              ? {
                  action: renaming,
                  title: wordings.channelRow.renameList,
                  label: common.listName,
                  maxLength: TEXT_LIMITS.name,
                }
              : undefined
          }
          remove={
            isOwner
              ? {
                  action: remove,
                  run: () => remove.mutate({ channel: id }),
                  question: wordings.channelRow.areYouSureYouWant,
                  warning: wordings.channelRow.willStopSendingAndReceiving(phoneText(number)),
                }
              : undefined
          }
        >
          <Menu.Item
            component={Link}
            to={`/channels/settings/${id}`}
            leftSection={<IconPlugConnected size={16} />}
          >
            {wordings.shared.connection}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/channels/review?channel=${id}`}
            leftSection={<IconPrinter size={16} />}
          >
            {common.carrierReview}
          </Menu.Item>
        </ItemMenu>
      }
    />
  );
}
