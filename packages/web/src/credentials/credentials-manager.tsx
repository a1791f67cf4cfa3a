import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconKey, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useIsOwner } from '../account/owner-only.tsx';
import { showInfo } from '../data/toasts.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingCards } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { CredentialCard } from './credential-card.tsx';
import classes from './credentials.module.css';

/** Pairs of Client Id and Client Secret, with which other programs call the API. */
export function CredentialsManager() {
  const { data, error, isPending, refetch } = useCall(calls.credentials.list, { filter: '' });
  const isOwner = useIsOwner();
  const pairs = data?.credentials ?? [];
  const addButton = isOwner && <AddButton taken={pairs.map(({ name }) => name)} />;
  const isEmpty = data !== undefined && pairs.length === 0;
  return (
    <Page
      title="Credentials Manager"
      crumbs={[{ label: 'My Account', to: '/account' }]}
      about="Programs that trigger campaigns send a Client Id and its Client Secret. Both must be sent with every API request."
      width="normal"
      action={!isEmpty && addButton}
    >
      <p className={classes.warning}>
        <IconShieldLock size={20} stroke={1.5} aria-hidden />
        <span>
          These credentials are secret. Whoever has them can send messages at your cost: do not share them
          publicly, in web pages or in code that others can read.
        </span>
      </p>
      {error && !data ? (
        <FailedState
          title="The credentials could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <LoadingCards cards={1} height={136} shape="field" />
      ) : isEmpty ? (
        <EmptyState icon={IconKey} title="No API credentials yet" action={addButton}>
          {isOwner
            ? 'Add a pair for each program that calls Parley, so that each can be taken back alone.'
            : 'An owner of the account adds a pair for each program that calls Parley.'}
        </EmptyState>
      ) : (
        <VirtualList
          items={pairs}
          rowHeight={132}
          rowGap={16}
          keyOf={({ id }) => id}
          className={classes.list}
        >
          {(pair) => <CredentialCard pair={pair} />}
        </VirtualList>
      )}
    </Page>
  );
}

function AddButton({ taken }: { taken: string[] }) {
  const add = useAction(calls.credentials.add, {
    isOneButton: true,
    invalidates: [calls.credentials.list],
    onSuccess: () => showInfo('New API Credentials Added'),
  });
  const addPair = () => add.mutate({ name: freeName(taken) });
  useShortcut('n', 'Add Credentials', addPair);
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={addPair} loading={add.isPending}>
      Add Credentials
    </Button>
  );
}

/** 'API Credentials', 'API Credentials 2' …: people may rename a pair, they need not name it. */
function freeName(taken: string[]): string {
  let count = taken.length + 1;
  const named = () => (count === 1 ? 'API Credentials' : `API Credentials ${count}`);
  while (taken.includes(named())) count += 1;
  return named();
}
