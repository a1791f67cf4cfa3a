import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { QrPicture } from '../kit/qr-picture.tsx';
import { common } from '../kit/wordings.ts';
import { codeTyped } from './code-field.tsx';
import classes from './set-up-form.module.css';
import { wordings } from './wordings.ts';

const words = wordings.setUp;
const QR_SIZE = 180;

type SetUpFormProps = {
  offered: ReplyOf<typeof calls.authenticator.begin>;
  /** Null: there is no way around it. */
  onCancel: (() => void) | null;
  onDone: (recoveryCodes: string[]) => void;
};

/** Gives an app its key, and asks for a code of it. */
export function SetUpForm({ offered, onCancel, onDone }: SetUpFormProps) {
  const [code, setCode] = useState('');
  const turnOn = useAction(calls.authenticator.turnOn, {
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFailure: () => undefined,
  });
  const atCode = wordsAt(calls.authenticator.turnOn, 'code', turnOn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    turnOn.mutate({ offer: offered.offer, code: codeTyped(code) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <List
          type="ordered"
          spacing="md"
          listStyleType="decimal"
          withPadding={false}
          className={classes.steps ?? ''}
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
              autoFocus
              data-autofocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={atCode ?? (turnOn.error && wordsOf(turnOn.error))}
              className="tabular"
            />
          </List.Item>
        </List>
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {common.cancel}
            </Button>
          )}
          <Button type="submit" loading={turnOn.isPending}>
            {words.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
