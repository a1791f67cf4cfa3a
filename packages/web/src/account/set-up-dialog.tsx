import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { codeTyped } from '../access/code-field.tsx';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { QrPicture } from '../kit/qr-picture.tsx';
import { common } from '../kit/wordings.ts';
import classes from './my-account.module.css';
import { wordings } from './wordings.ts';

const words = wordings.authenticator;
const QR_SIZE = 180;

type SetUpDialogProps = {
  offered: ReplyOf<typeof calls.authenticator.begin>;
  /** There is one already: it goes on until this one has shown a code. */
  isAnother: boolean;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
};

/** Gives an app its key, and asks for a code of it. */
export function SetUpDialog({ offered, isAnother, onClose, onDone }: SetUpDialogProps) {
  const [code, setCode] = useState('');
  const turnOn = useAction(calls.authenticator.turnOn, {
    invalidates: [calls.authenticator.load, calls.access.codeTarget],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFailure: () => undefined,
  });
  const atCode = wordsAt(calls.authenticator.turnOn, 'code', turnOn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    turnOn.mutate({ offer: offered.offer, code: codeTyped(code) });
  };
  return (
    <Modal opened onClose={onClose} title={isAnother ? words.setUpAnother : words.setUp}>
      <form onSubmit={submit}>
        <Stack>
          {isAnother && <Text c="dimmed">{words.theOldOneGoesOn}</Text>}
          <List
            type="ordered"
            spacing="md"
            listStyleType="decimal"
            withPadding={false}
            className={classes.setUp ?? ''}
          >
            <List.Item>
              <Stack gap="sm" align="flex-start">
                <Text>{words.scan}</Text>
                <QrPicture text={offered.uri} label={words.qrCode} size={QR_SIZE} />
                <div>
                  <Text c="dimmed">{words.cantScan}</Text>
                  <CodeText label={words.key}>{offered.key.replace(/(.{4})(?=.)/g, '$1 ')}</CodeText>
                </div>
              </Stack>
            </List.Item>
            <List.Item>
              <TextInput
                label={words.enterCode}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                data-autofocus
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                error={atCode ?? (turnOn.error && wordsOf(turnOn.error))}
                className="tabular"
              />
            </List.Item>
          </List>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={turnOn.isPending}>
              {words.turnOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
