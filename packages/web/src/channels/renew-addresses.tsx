import { Button, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Notice } from '../kit/notice.tsx';
import { wordings } from './wordings.ts';

const words = wordings.renewing;
/** In hours: the usual one first. */
const KEEP = ['24', '168', '0'];

/** Gives a connection new secret addresses, and says how long the present ones go on. */
export function RenewAddresses({ channel, place, label }: { channel: number; place: number; label: string }) {
  const [opened, dialog] = useDisclosure(false);
  const [keep, setKeep] = useState(KEEP[0] ?? '');
  const renew = useAction(calls.connections.renewWebhooks, {
    invalidates: [calls.connections.load],
    notice: wordings.addresses.renewed,
    onSuccess: dialog.close,
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open} style={{ justifySelf: 'start' }}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={place === 1 ? words.title : words.titleOfBackup}
        confirmLabel={words.confirm}
        onConfirm={() => renew.mutate({ channel, place, keepHours: Number(keep) })}
        busy={renew.isPending}
        harmless={keep !== '0'}
      >
        <Stack>
          <Text>{words.why}</Text>
          <Select
            label={words.keep}
            data={KEEP.map((value) => ({ value, label: words.keepFor[value] ?? value }))}
            value={keep}
            onChange={(value) => setKeep(value ?? keep)}
            allowDeselect={false}
          />
          {keep === '0' ? (
            <Notice tone="warning">{words.lost}</Notice>
          ) : (
            <Text c="dimmed">{words.receipts}</Text>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
