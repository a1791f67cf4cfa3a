import { Anchor, Badge, Button, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import { EmptyState, FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './credentials.module.css';
import { NewApiKey } from './new-api-key.tsx';
import { wordings } from './wordings.ts';

type ApiKey = ReplyOf<typeof calls.apiKeys.list>['keys'][number];

const DOCUMENTATION = '/docs';

/** Keys of the REST API: made, shown once, revoked. */
export function ApiKeys() {
  const { data, error, isPending, refetch } = useCall(calls.apiKeys.list, {});
  const isOwner = useIsOwner();
  const [isAdding, setAdding] = useState(false);
  const keys = data?.keys ?? [];
  const addButton = isOwner && (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {wordings.apiKeys.createApiKey}
    </Button>
  );
  return (
    <section className={classes.keys} aria-labelledby="api-keys">
      <div className={classes.keysHead}>
        <Title order={2} id="api-keys">
          {wordings.apiKeys.apiKeys}
        </Title>
        {keys.length > 0 && addButton}
      </div>
      <Text c="dimmed" mb="md">
        {wordings.apiKeys.forProgramsThat}{' '}
        <Anchor href={DOCUMENTATION} target="_blank" inherit underline="always">
          {wordings.apiKeys.readTheDocumentation}
        </Anchor>
        {isOwner && (
          <>
            {' · '}
            <Anchor component={Link} to="/account/webhooks" inherit underline="always">
              {wordings.apiKeys.setUpWebhooks}
            </Anchor>
          </>
        )}
      </Text>
      {error && !data ? (
        <FailedState
          title={wordings.apiKeys.couldntLoadYourKeys}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <LoadingCards cards={1} height={72} shape="title" />
      ) : keys.length === 0 ? (
        <EmptyState icon={IconKey} title={wordings.apiKeys.noApiKeysYet} action={addButton}>
          {isOwner ? wordings.apiKeys.createOneForEach : wordings.apiKeys.anOwnerCreates}
        </EmptyState>
      ) : (
        <ul className={`card ${classes.keyList}`}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} isOwner={isOwner} />
          ))}
        </ul>
      )}
      <NewApiKey opened={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}

function KeyRow({ apiKey, isOwner }: { apiKey: ApiKey; isOwner: boolean }) {
  const { id, name, mode, hint, scopes, revoked } = apiKey;
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction(calls.apiKeys.revoke, {
    invalidates: [calls.apiKeys.list],
    notice: wordings.apiKeys.revokedNotice(name),
    onSuccess: () => setAsking(false),
  });
  return (
    <li data-revoked={revoked !== '' || undefined}>
      <div className={classes.keyFacts}>
        <p className={classes.keyName}>
          <span className="clamp-1" title={name}>
            {name}
          </span>
          <Badge variant="light" color={revoked !== '' ? 'gray' : mode === 'live' ? 'teal' : 'orange'}>
            {revoked !== '' ? wordings.apiKeys.revoked : wordings.modes[mode].name}
          </Badge>
        </p>
        <code>{hint}</code>
        <Text c="dimmed" size="sm">
          <Filled words={whenOf(apiKey).words} parts={whenOf(apiKey).parts} />
        </Text>
        <Text c="dimmed" size="sm" title={scopes.join(', ')}>
          {wordings.apiKeys.may(scopes)}
        </Text>
      </div>
      {isOwner && revoked === '' && (
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {wordings.apiKeys.revoke}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={wordings.apiKeys.revokeQuestion(name)}
        confirmLabel={wordings.apiKeys.revokeNow}
        onConfirm={() => revoke.mutate({ apiKey: id })}
        busy={revoke.isPending}
      >
        {wordings.apiKeys.programsStop}
      </ConfirmDialog>
    </li>
  );
}

/** What matters most of its times: that it ended, when it was used, when it will end. */
function whenOf({ revoked, expires, lastUsed, created }: ApiKey) {
  const day = (at: string) => <DateText at={at} as="date" span />;
  if (revoked !== '') return { words: wordings.apiKeys.revokedOn, parts: { day: day(revoked) } };
  const used = lastUsed === '' ? null : <DateText at={lastUsed} as="relative" span />;
  const parts = { made: day(created), used, ends: day(expires) };
  return { words: wordings.apiKeys.times(used !== null, expires !== ''), parts };
}
