import { Button, Code, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { wordsOf } from '../data/toasts.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { DateText } from '../kit/date-text.tsx';
import { useWhileShown } from '../kit/use-while-shown.ts';
import type { Delivery } from './delivery-log.tsx';
import { eventTitle, Outcome } from './delivery-row.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

const words = wordings.deliveryDetails;

type DeliveryDetailsProps = { delivery: Delivery | null; onClose: () => void };

/** A delivery in full: what was sent, what came back. `delivery` null: closed. */
export function DeliveryDetails({ delivery, onClose }: DeliveryDetailsProps) {
  const shown = useWhileShown(delivery, delivery !== null);
  return (
    <Modal
      opened={delivery !== null}
      onClose={onClose}
      size="lg"
      title={shown ? eventTitle(shown.kind) : ''}
      attributes={{ header: { role: 'presentation' } }}
    >
      {shown && <Details delivery={shown} onClose={onClose} />}
    </Modal>
  );
}

function Details({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { id, kind, state, at, webhookId, answer } = delivery;
  const { data, error } = useCall(calls.webhooks.delivery, { delivery: id });
  const replay = useAction(calls.webhooks.replay, {
    invalidates: [calls.webhooks.deliveries, calls.webhooks.list],
    notice: words.isSent,
    onSuccess: onClose,
  });
  // Another test is a press of its own button.
  const mayReplay = kind.length > 0 && eventTitle(kind) !== wordings.deliveryLog.testEvent;
  return (
    <Stack>
      <Text c="dimmed">
        <DateText at={at} span /> · {wordings.deliveryLog.states[state]} · <Outcome delivery={delivery} />
      </Text>
      <div>
        <Text size="sm" c="dimmed">
          {words.id}
        </Text>
        <CodeText label={words.id}>{webhookId}</CodeText>
      </div>
      <div>
        <Title order={3}>{words.payload}</Title>
        {data ? (
          <Code block className={classes.payload ?? ''} tabIndex={0}>
            {pretty(data.body)}
          </Code>
        ) : error ? (
          <Text c="var(--mantine-color-error)">{wordsOf(error)}</Text>
        ) : (
          <Skeleton height={120} />
        )}
      </div>
      <div>
        <Title order={3}>{words.answer}</Title>
        <Code block className={classes.payload ?? ''} tabIndex={0}>
          {answer === '' ? words.nothing : answer}
        </Code>
      </div>
      {mayReplay && (
        <Group justify="flex-end">
          <Button loading={replay.isPending} onClick={() => replay.mutate({ delivery: id })}>
            {state === 'pending' ? words.tryNow : words.sendAgain}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
