/** A webhook on one screen: where it goes and what it gets, its secret, a test, and what was delivered. */
import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { IconWebhook } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
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
  const isOwner = useIsOwner();
  const id = Number(useParams().WHID ?? 0) || 0;
  if (!isOwner)
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
      <EndpointForm stored={null} />
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
        <Button variant="default" onClick={dialog.open}>
          {wordings.webhookEditor.delete}
        </Button>
      }
    >
      <Stack gap="md">
        <EndpointForm stored={endpoint} />
        <SigningSecret endpoint={endpoint} />
        <TestEvent endpoint={id} />
        <DeliveryLog endpoint={id} />
      </Stack>
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

/** `stored` null: a new one. */
function EndpointForm({ stored }: { stored: Endpoint | null }) {
  const navigate = useNavigate();
  const [url, setUrl] = useState(stored?.url ?? '');
  const [description, setDescription] = useState(stored?.description ?? '');
  const [kinds, setKinds] = useState<EventKindName[]>([...(stored?.kinds ?? [])]);
  // Until it is touched the switch follows what is stored: it may be turned off meanwhile.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const enabled = chosen ?? stored?.enabled ?? true;
  const [isAsked, setAsked] = useState(false);
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
    onSuccess: () => setChosen(null),
    onFailure: () => undefined,
  });
  useUnsaved(
    url !== (stored?.url ?? '') ||
      description !== (stored?.description ?? '') ||
      kinds.toSorted().join() !== [...(stored?.kinds ?? [])].sort().join() ||
      chosen !== null,
  );
  const isAddress = URL.canParse(url) && /^https?:/.test(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isAddress || kinds.length === 0) return;
    const fields = { url, description, kinds, enabled };
    if (stored) update.mutate({ endpoint: stored.id, ...fields });
    else add.mutate(fields);
  };
  const failed = stored ? update.error : add.error;
  const addressError = failed
    ? wordsOf(failed)
    : isAsked && !isAddress && wordings.webhookEditor.enterAddress;
  return (
    <form onSubmit={submit} noValidate className={`card ${classes.section}`}>
      <TextInput
        type="url"
        label={wordings.webhookEditor.address}
        description={wordings.webhookEditor.addressHint}
        placeholder={wordings.webhookEditor.addressExample}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value.trim())}
        maxLength={WEBHOOK_LIMITS.url}
        autoComplete="off"
        error={addressError}
      />
      <TextInput
        label={wordings.webhookEditor.description}
        description={wordings.webhookEditor.descriptionHint}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={WEBHOOK_LIMITS.description}
        autoComplete="off"
      />
      <EventPicker
        kinds={kinds}
        onChange={setKinds}
        error={isAsked && kinds.length === 0 ? wordings.webhookEditor.chooseOne : undefined}
      />
      <div className={classes.foot}>
        <Switch
          label={wordings.webhookEditor.isOn}
          checked={enabled}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
        <Button type="submit" loading={add.isPending || update.isPending}>
          {stored ? common.save : wordings.webhookEditor.add}
        </Button>
      </div>
    </form>
  );
}
