/** A webhook on one screen: where it goes and what it gets, its secret, a test, and what was delivered. */
import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { IconWebhook } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { OwnerOnly, useIsForOwner, useIsOwner } from '../account/owner-only.tsx';
import { changedOf, isChanged, useChanges } from '../data/stored-form.ts';
import { wordsOf } from '../data/toasts.ts';
import { dropUnsaved, useUnsaved } from '../data/unsaved.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { NoSuchThing } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { EmptyState, FailedState, LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EventPicker } from './event-picker.tsx';
import { type Endpoint, HealthBadge, HealthText } from './health.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEvent } from './test-event.tsx';
import { EDITOR } from './webhook-manager.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

const MANAGER = { label: wordings.shared.webhooks, to: '/account/webhooks' };
const REFRESH_MS = 5_000;

export function WebhookEditor() {
  const isShown = useIsForOwner();
  const id = Number(useParams().WHID ?? 0) || 0;
  if (!isShown)
    return (
      <Page title={wordings.shared.webhooks} crumbs={[MANAGER]}>
        <EmptyState icon={IconWebhook} title={wordings.shared.forOwners}>
          {wordings.shared.onlyOwners}
        </EmptyState>
      </Page>
    );
  return id > 0 ? <Loaded key={id} id={id} /> : <NewWebhook />;
}

function NewWebhook() {
  return (
    <Page title={wordings.shared.newWebhook} crumbs={[MANAGER]} width="normal">
      <OwnerOnly why={wordings.webhookEditor.noLongerYours}>
        <EndpointForm stored={null} />
      </OwnerOnly>
    </Page>
  );
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useCall(calls.webhooks.list, {}, { refetchInterval: REFRESH_MS });
  const endpoint = data?.endpoints.find((each) => each.id === id);
  if (endpoint) return <Existing endpoint={endpoint} />;
  return (
    <Page title={wordings.shared.webhooks} crumbs={[MANAGER]} width="normal">
      {error ? (
        <FailedState
          title={wordings.webhookManager.couldNotLoad}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <NoSuchThing
          what={wordings.shared.webhook}
          back={{ label: wordings.webhookEditor.showAll, to: MANAGER.to }}
        />
      ) : (
        <LoadingCards cards={2} height={160} shape="field" />
      )}
    </Page>
  );
}

function Existing({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description } = endpoint;
  const navigate = useNavigate();
  const isOwner = useIsOwner();
  const [isAsking, dialog] = useDisclosure(false);
  const remove = useAction(calls.webhooks.remove, {
    invalidates: [calls.webhooks.list],
    notice: wordings.webhookEditor.deleted,
    onSuccess: () => {
      dropUnsaved();
      return navigate(MANAGER.to);
    },
  });
  return (
    <Page
      title={description || new URL(url).host}
      crumbs={[MANAGER]}
      width="normal"
      about={<HealthText endpoint={endpoint} />}
      tools={<HealthBadge endpoint={endpoint} />}
      action={
        <Button variant="default" onClick={dialog.open} disabled={!isOwner}>
          {wordings.webhookEditor.delete}
        </Button>
      }
    >
      <OwnerOnly why={wordings.webhookEditor.noLongerYours}>
        <Stack gap="md">
          <EndpointForm stored={endpoint} />
          <SigningSecret endpoint={endpoint} />
          <TestEvent endpoint={id} />
          <DeliveryLog endpoint={id} />
        </Stack>
      </OwnerOnly>
      <ConfirmDialog
        opened={isAsking}
        onClose={dialog.close}
        title={wordings.webhookEditor.deleteQuestion}
        confirmLabel={wordings.webhookEditor.deleteNow}
        onConfirm={() => remove.mutate({ endpoint: id })}
        busy={remove.isPending}
      >
        {wordings.webhookEditor.logIsLost}
      </ConfirmDialog>
    </Page>
  );
}

/** What a new one begins with. */
const NEW = { url: '', description: '', kinds: '', enabled: true };

/** Lists are compared as texts. */
const plain = ({ url, description, kinds, enabled }: Endpoint) => ({
  url,
  description,
  kinds: kinds.toSorted().join(),
  enabled,
});
const kindsOf = (joined: string) => (joined === '' ? [] : joined.split(',')) as EventKindName[];

/** Adds what is typed, or saves what of it was changed here. `stored` null: a new one. */
function useEndpointForm(stored: Endpoint | null) {
  const navigate = useNavigate();
  const kept = stored ? plain(stored) : NEW;
  const { values, change } = useChanges(kept);
  const changed = changedOf(values, kept);
  useUnsaved(isChanged(changed));
  const add = useAction(calls.webhooks.add, {
    invalidates: [calls.webhooks.list],
    notice: wordings.webhookEditor.added,
    onSuccess: ({ id }) => {
      dropUnsaved();
      return navigate(`${EDITOR}/${id}`, { replace: true });
    },
    onFailure: () => undefined,
  });
  const update = useAction(calls.webhooks.update, {
    invalidates: [calls.webhooks.list],
    notice: wordings.webhookEditor.saved,
    onFailure: () => undefined,
  });
  const save = () => {
    if (!stored) return add.mutate({ ...values, kinds: kindsOf(values.kinds) });
    const kinds = changed.kinds === undefined ? undefined : kindsOf(changed.kinds);
    update.mutate({ endpoint: stored.id, ...changed, kinds });
  };
  return {
    values: { ...values, kinds: kindsOf(values.kinds) },
    change,
    save,
    error: stored ? update.error : add.error,
    isPending: add.isPending || update.isPending,
  };
}

/** `stored` null: a new one. */
function EndpointForm({ stored }: { stored: Endpoint | null }) {
  const { values, change, save, error, isPending } = useEndpointForm(stored);
  const { url, description, kinds, enabled } = values;
  const [isAsked, setAsked] = useState(false);
  const isAddress = URL.canParse(url) && /^https?:/.test(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isAddress && kinds.length > 0) save();
  };
  const addressError = error ? wordsOf(error) : isAsked && !isAddress && wordings.webhookEditor.enterAddress;
  return (
    <form onSubmit={submit} noValidate className={`card ${classes.section}`}>
      <TextInput
        type="url"
        label={wordings.webhookEditor.address}
        description={wordings.webhookEditor.addressHint}
        placeholder={wordings.webhookEditor.addressExample}
        value={url}
        onChange={(event) => change({ url: event.currentTarget.value.trim() })}
        maxLength={WEBHOOK_LIMITS.url}
        autoComplete="off"
        error={addressError}
      />
      <TextInput
        label={wordings.webhookEditor.description}
        description={wordings.webhookEditor.descriptionHint}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        maxLength={WEBHOOK_LIMITS.description}
        autoComplete="off"
      />
      <EventPicker
        kinds={kinds}
        onChange={(next) => change({ kinds: next.toSorted().join() })}
        error={isAsked && kinds.length === 0 ? wordings.webhookEditor.chooseOne : undefined}
      />
      <div className={classes.foot}>
        <Switch
          label={wordings.webhookEditor.isOn}
          checked={enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Button type="submit" loading={isPending}>
          {stored ? common.save : wordings.webhookEditor.add}
        </Button>
      </div>
    </form>
  );
}
