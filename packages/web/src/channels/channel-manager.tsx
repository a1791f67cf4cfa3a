import { Button, Menu } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconAntennaBars5, IconPlus } from '@tabler/icons-react';
import { useIsForOwner, useIsOwner } from '../account/owner-only.tsx';
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
import { ChannelRow } from './channel-row.tsx';
import { wordings } from './wordings.ts';

export type Channel = ReplyOf<typeof calls.channels.list>['channels'][number];

const idOf = (channel: Channel) => channel.audience;
const nameOf = (channel: Channel) => channel.name;

/** The numbers that the account sends from; each leads to the people it reaches. */
export function ChannelManager() {
  const [search] = useSearch();
  const channels = useCall(calls.channels.list, { search }, { keepPrevious: true });
  const order = useAction(calls.channels.reorder, { invalidates: [calls.channels.list] });
  const adding = useNameAction(calls.channels.add, (name) => ({ name }), {
    invalidates: [calls.channels.list],
    notice: (_reply, { name }) => wordings.channelManager.added(name.trim()),
  });
  const isOwner = useIsOwner();
  // Rows that cannot be moved are made anew, and a name that somebody types in one would be gone.
  const mayReorder = useIsForOwner();

  const addButton = isOwner && (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {wordings.channelManager.newChannel}
    </Button>
  );
  return (
    <Page
      title={common.channelManager}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={wordings.channelManager.aChannelIsANumber}
      tools={
        isOwner && (
          <OptionsMenu label={wordings.channelManager.channelOptions}>
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={adding.open}>
              {wordings.channelManager.addChannel}
            </Menu.Item>
          </OptionsMenu>
        )
      }
      action={addButton}
    >
      <OrderedList
        many={wordings.channelManager.channels}
        one={wordings.shared.channel}
        placeholder={wordings.channelManager.searchChannels}
        items={channels.data?.channels}
        error={channels.error}
        onRetry={() => void channels.refetch()}
        idOf={idOf}
        nameOf={nameOf}
        mayReorder={mayReorder}
        onReorder={(items) =>
          order.mutateAsync({ channels: items.map(({ audience }, index) => ({ id: audience, index })) })
        }
        empty={
          <EmptyState
            icon={IconAntennaBars5}
            title={wordings.channelManager.noChannelsYet}
            action={addButton}
          >
            {wordings.channelManager.addAChannelToGet}
          </EmptyState>
        }
      >
        {(channel, { handle, moves }) => <ChannelRow channel={channel} handle={handle} moves={moves} />}
      </OrderedList>
      {isOwner && <AddKey onAdd={adding.open} />}
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

/** The key for it, where the person may. */
function AddKey({ onAdd }: { onAdd: () => void }) {
  useShortcut('n', wordings.channelManager.addChannel, onAdd);
  return null;
}
