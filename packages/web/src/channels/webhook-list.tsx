import { Text, Title } from '@mantine/core';
import { CodeText } from '../kit/code-text.tsx';
import { Notice } from '../kit/notice.tsx';
import classes from './connection.module.css';
import { WEBHOOK_WORDS } from './connection-words.ts';
import type { Connection } from './use-connection-form.ts';

/** The addresses to copy into the carrier's settings. */
export function WebhookList({ webhooks, isPublic }: Pick<Connection, 'webhooks' | 'isPublic'>) {
  if (webhooks.length === 0) return null;
  return (
    <section className={`card ${classes.section}`} aria-label="Addresses">
      <div>
        <Title order={2}>Addresses for the carrier</Title>
        <Text c="dimmed">They hold a secret of this channel: give them to the carrier only.</Text>
      </div>
      {!isPublic && (
        <Notice tone="warning" title="No public address is set">
          The carrier cannot reach this server, so receipts are not asked for. The operator sets PUBLIC_URL.
        </Notice>
      )}
      {webhooks.map(({ place, purpose, address }) => {
        const { label = purpose, help = '' } = WEBHOOK_WORDS[purpose] ?? {};
        const title = place === 1 ? label : `${label} (second connection)`;
        return (
          <div key={`${place} ${purpose}`} className={classes.webhook}>
            <Text fw={500}>{title}</Text>
            <CodeText label={title}>{address}</CodeText>
            <Text c="dimmed">{help}</Text>
          </div>
        );
      })}
    </section>
  );
}
