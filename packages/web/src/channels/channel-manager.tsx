import { Button, Menu } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconAntennaBars5, IconPlus } from '@tabler/icons-react';
import { useIsOwner } from '../account/owner-only.tsx';
import { useAction, useCall } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { OptionsMenu } from '../kit/options-menu.tsx';
import { OrderedList } from '../kit/ordered-list.tsx';
import { Page } from '../kit/page.tsx';
import { useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState } from '../kit/states.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { ChannelRow } from './channel-row.tsx';

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
    notice: (_reply, { name }) => `“${name.trim()}” added`,
  });
  const isOwner = useIsOwner();

  const addButton = isOwner && (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      New channel
    </Button>
  );
  return (
    <Page
      title="Channel Manager"
      crumbs={[{ label: 'My Account', to: '/account' }]}
      about="A channel is a number you send from. It keeps its own audience: everybody who texted it or opted in through it."
      tools={
        isOwner && (
          <OptionsMenu label="Channel Options">
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={adding.open}>
              Add Channel
            </Menu.Item>
          </OptionsMenu>
        )
      }
      action={addButton}
    >
      <OrderedList
        many="channels"
        one="channel"
        placeholder="Search Channels..."
        items={channels.data?.channels}
        error={channels.error}
        onRetry={() => void channels.refetch()}
        idOf={idOf}
        nameOf={nameOf}
        mayReorder={isOwner}
        onReorder={(items) =>
          order.mutateAsync({ channels: items.map(({ audience }, index) => ({ id: audience, index })) })
        }
        empty={
          <EmptyState icon={IconAntennaBars5} title="No channels yet" action={addButton}>
            Add a channel to get a number of its own to try campaigns with.
          </EmptyState>
        }
      >
        {(channel, { handle, moves }) => <ChannelRow channel={channel} handle={handle} moves={moves} />}
      </OrderedList>
      {isOwner && <AddKey onAdd={adding.open} />}
      <NameDialog
        {...adding.dialog}
        title="Add List"
        label="List Name"
        confirmLabel="Add Now"
        maxLength={TEXT_LIMITS.name}
      />
    </Page>
  );
}

/** The key for it, where the person may. */
function AddKey({ onAdd }: { onAdd: () => void }) {
  useShortcut('n', 'Add Channel', onAdd);
  return null;
}
