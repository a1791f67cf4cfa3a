import { Button, Checkbox, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../data/ask.ts';
import { showInfo } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { DownloadLink } from '../kit/download.tsx';
import { phoneText } from '../kit/phone-text.ts';

type EraseDialogProps = {
  opened: boolean;
  contact: number;
  /** E.164 */
  phone: string;
  isOptedOut: boolean;
  onClose: () => void;
  onErased: () => void;
};

/** So many digits are typed to confirm. */
const DIGITS = 4;

/** Erases a person after the last digits of the number were typed: the row above or below is not hit by a slip of the hand. */
export function EraseDialog({ opened, contact, phone, isOptedOut, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [block, setBlock] = useState(true);
  const erase = useAction(calls.members.erase, {
    invalidates: [calls.lists.list, calls.lists.info, calls.members.list],
    onSuccess: () => {
      onClose();
      showInfo(`${phoneText(phone)} was erased`);
      onErased();
    },
  });
  const isConfirmed = typed.trim() === phone.slice(-DIGITS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) erase.mutate({ contact, phone, block });
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setTyped('')}
      title={`Erase ${phoneText(phone)}?`}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>
            This removes for good the number, tags, lists, texts, pictures, answers and clicks of this person,
            and uploaded files in which the number stands. What waits to be sent is skipped.
          </Text>
          <List size="sm" spacing={4}>
            <List.Item>Sums stay: reports, blasts and credits count the person as nobody.</List.Item>
            <List.Item>Last traces, such as a text on its way, are gone within a few minutes.</List.Item>
            <List.Item>
              Nobody can bring it back.{' '}
              <DownloadLink href={addressOf(calls.members.everything, { contact })}>
                Download all data first
              </DownloadLink>
            </List.Item>
          </List>
          {isOptedOut ? (
            <Text size="sm">
              The number opted out. A fingerprint of it is kept, which nobody can read: it gets nothing if it
              is imported again, until its owner texts START.
            </Text>
          ) : (
            <Checkbox
              checked={block}
              onChange={(event) => setBlock(event.currentTarget.checked)}
              label="Send nothing to this number if it is added again"
              description="Keeps a fingerprint of the number that nobody can read. It holds until its owner texts START."
            />
          )}
          <TextInput
            label={`Type the last ${DIGITS} digits of the number to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={erase.isPending}>
              Erase for Good
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
