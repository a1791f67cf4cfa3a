import { Button, Checkbox, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../data/ask.ts';
import { showInfo } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { DownloadLink } from '../kit/download.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

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

/**
 * Erases a person after the last digits of the number were typed: the row above or below is not hit by a slip
 * of the hand.
 */
export function EraseDialog({ opened, contact, phone, isOptedOut, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [block, setBlock] = useState(true);
  const erase = useAction(calls.members.erase, {
    invalidates: [calls.lists.list, calls.lists.info, calls.members.list],
    onSuccess: () => {
      onClose();
      showInfo(wordings.eraseDialog.wasErased(phoneText(phone)));
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
      title={wordings.eraseDialog.erase(phoneText(phone))}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{wordings.eraseDialog.thisPermanentlyDeletesThePersons}</Text>
          <List size="sm" spacing={4}>
            <List.Item>{wordings.eraseDialog.totalsStay}</List.Item>
            <List.Item>{wordings.eraseDialog.anyRemainingTraces}</List.Item>
            <List.Item>
              {wordings.eraseDialog.thisCantBeUndone}{' '}
              <DownloadLink href={addressOf(calls.members.everything, { contact })}>
                {wordings.eraseDialog.downloadAllDataFirst}
              </DownloadLink>
            </List.Item>
          </List>
          {isOptedOut ? (
            <Text size="sm">{wordings.eraseDialog.thisNumberOptedOut}</Text>
          ) : (
            <Checkbox
              checked={block}
              onChange={(event) => setBlock(event.currentTarget.checked)}
              label={wordings.eraseDialog.blockThisNumberIf}
              description={wordings.eraseDialog.weKeepAnUnreadableFingerprint}
            />
          )}
          <TextInput
            label={wordings.eraseDialog.typeTheLastDigits(DIGITS)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={erase.isPending}>
              {wordings.eraseDialog.eraseForGood}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
