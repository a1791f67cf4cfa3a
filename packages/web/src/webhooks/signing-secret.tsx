import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import type { Endpoint } from './health.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

/** What receivers check signatures with: masked until it is asked for. */
export function SigningSecret({ endpoint: { id, formerUntil } }: { endpoint: Endpoint }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, dialog] = useDisclosure(false);
  const reveal = useAction(calls.webhooks.secret, { onSuccess: (reply) => setSecret(reply.secret) });
  const rotate = useAction(calls.webhooks.rotate, {
    invalidates: [calls.webhooks.list],
    notice: wordings.signingSecret.changed,
    onSuccess: (reply) => {
      setSecret(reply.secret);
      dialog.close();
    },
  });
  const label = secret === null ? wordings.signingSecret.show : wordings.signingSecret.hide;
  return (
    <section className={`card ${classes.section}`} aria-labelledby="signing-secret">
      <div>
        <Title order={2} id="signing-secret">
          {wordings.signingSecret.title}
        </Title>
        <Text c="dimmed">{wordings.signingSecret.about}</Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <CodeText label={wordings.signingSecret.title} masked={secret === null}>
          {secret}
        </CodeText>
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={reveal.isPending}
            aria-label={label}
            onClick={() => (secret === null ? reveal.mutate({ endpoint: id }) : setSecret(null))}
          >
            {secret === null ? <IconEye size={16} /> : <IconEyeOff size={16} />}
          </ActionIcon>
        </Tooltip>
      </Group>
      <div className={classes.foot}>
        <Text c="dimmed" size="sm">
          {formerUntil !== '' && (
            <Filled
              words={wordings.signingSecret.formerUntil}
              parts={{ at: <DateText at={formerUntil} span /> }}
            />
          )}
        </Text>
        <Button variant="default" onClick={dialog.open}>
          {wordings.signingSecret.rotate}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={dialog.close}
        title={wordings.signingSecret.rotateQuestion}
        confirmLabel={wordings.signingSecret.rotateNow}
        onConfirm={() => rotate.mutate({ endpoint: id })}
        busy={rotate.isPending}
        harmless
      >
        {wordings.signingSecret.bothSign}
      </ConfirmDialog>
    </section>
  );
}
