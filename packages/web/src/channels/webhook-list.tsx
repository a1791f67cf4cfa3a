import { Button, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { useIsOwner } from '../account/owner-only.tsx';
import { useConfirmed } from '../data/use-confirmed.ts';
import { CodeText } from '../kit/code-text.tsx';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import classes from './connection.module.css';
import { WEBHOOK_WORDS } from './connection-words.ts';
import { RenewAddresses } from './renew-addresses.tsx';
import type { Connection } from './use-connection-form.ts';
import { wordings } from './wordings.ts';

const words = wordings.addresses;
/** Kinds whose carriers call an address of ours. */
const CALLED = new Set<string | null>(['twilio', 'gateway']);

/** The addresses to copy into the carrier's settings. */
export function WebhookList({ channel, stored }: { channel: number; stored: Connection }) {
  const { webhooks, isPublic, kind, backupKind } = stored;
  const isOwner = useIsOwner();
  const { fetchConfirmed, isAsking } = useConfirmed(calls.connections.load);
  if (![kind, backupKind].some((each) => CALLED.has(each))) return null;
  const places = [...new Set(webhooks.map(({ place }) => place))];
  return (
    <section className={`card ${classes.section}`} aria-label={wordings.webhookList.addresses}>
      <div>
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{isOwner ? words.secret : words.ownersOnly}</Text>
      </div>
      {isOwner && webhooks.length === 0 && (
        <Button
          variant="default"
          onClick={() => void fetchConfirmed()}
          loading={isAsking}
          style={{ justifySelf: 'start' }}
        >
          {words.show}
        </Button>
      )}
      {webhooks.length > 0 && !isPublic && (
        <Notice tone="warning" title={wordings.webhookList.noPublicAddressSet}>
          {wordings.webhookList.yourCarrierCantReach}
        </Notice>
      )}
      {places.map((place) => (
        <AddressesOf
          key={place}
          channel={channel}
          place={place}
          webhooks={webhooks.filter((each) => each.place === place)}
        />
      ))}
    </section>
  );
}

type AddressesProps = { channel: number; place: number; webhooks: Connection['webhooks'] };

/** Those of the connection, or of its backup (place 2), which an owner can replace. */
function AddressesOf({ channel, place, webhooks }: AddressesProps) {
  const isBackup = place !== 1;
  const formerUntil = webhooks.map((each) => each.formerUntil).find((until) => until !== '');
  return (
    <div className={isBackup ? classes.part : classes.addresses}>
      {webhooks.map(({ purpose, address }) => {
        const { label = purpose, help = '' } = WEBHOOK_WORDS[purpose] ?? {};
        const title = isBackup ? wordings.webhookList.secondConnection(label) : label;
        return (
          <div key={purpose} className={classes.webhook}>
            <Text fw={500}>{title}</Text>
            <CodeText label={title}>{address}</CodeText>
            <Text c="dimmed">{help}</Text>
          </div>
        );
      })}
      {formerUntil !== undefined && (
        <Text c="dimmed">
          <Filled words={words.formerUntil} parts={{ when: <DateText at={formerUntil} span /> }} />
        </Text>
      )}
      <RenewAddresses
        channel={channel}
        place={place}
        label={isBackup ? wordings.webhookList.secondConnectionOf(words.renew) : words.renew}
      />
    </div>
  );
}
