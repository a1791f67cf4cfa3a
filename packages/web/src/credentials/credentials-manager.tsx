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
import { common } from '../kit/wordings.ts';
import { ApiKeys } from './api-keys.tsx';
import { CredentialCard } from './credential-card.tsx';
import classes from './credentials.module.css';
import { wordings } from './wordings.ts';

/** Pairs of Client Id and Client Secret, with which other programs call the API. */
export function CredentialsManager() {
  const { data, error, isPending, refetch } = useCall(calls.credentials.list, { filter: '' });
  const isOwner = useIsOwner();
  const pairs = data?.credentials ?? [];
  const addButton = isOwner && <AddButton taken={pairs.map(({ name }) => name)} />;
  const isEmpty = data !== undefined && pairs.length === 0;
  return (
    <Page
      title={wordings.shared.credentialsManager}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={wordings.credentialsManager.programsThatTriggerCampaignsSend}
      width="normal"
      action={!isEmpty && addButton}
    >
      <p className={classes.warning}>
        <IconShieldLock size={20} stroke={1.5} aria-hidden />
        <span>{wordings.credentialsManager.theseCredentialsAreSecret}</span>
      </p>
      {error && !data ? (
        <FailedState
          title={wordings.credentialsManager.couldntLoadYourCredentials}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <LoadingCards cards={1} height={136} shape="field" />
      ) : isEmpty ? (
        <EmptyState icon={IconKey} title={wordings.credentialsManager.noApiCredentialsYet} action={addButton}>
          {isOwner
            ? wordings.credentialsManager.addOneForEachProgram
            : wordings.credentialsManager.anAccountOwnerAddsOne}
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
      <ApiKeys />
    </Page>
  );
}

function AddButton({ taken }: { taken: string[] }) {
  const add = useAction(calls.credentials.add, {
    isOneButton: true,
    invalidates: [calls.credentials.list],
    onSuccess: () => showInfo(wordings.credentialsManager.newApiCredentialsAdded),
  });
  const addPair = () => add.mutate({ name: freeName(taken) });
  useShortcut('n', wordings.credentialsManager.addCredentials, addPair);
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={addPair} loading={add.isPending}>
      {wordings.credentialsManager.addCredentials}
    </Button>
  );
}

/** 'API Credentials', 'API Credentials 2' …: people may rename a pair, they need not name it. */
function freeName(taken: string[]): string {
  let count = taken.length + 1;
  const named = () =>
    count === 1
      ? wordings.credentialsManager.apiCredentials
      : wordings.credentialsManager.apiCredentialsOf(count);
  while (taken.includes(named())) count += 1;
  return named();
}
