import { Button, Group, Skeleton, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { wordings as accessWordings } from '../access/wordings.ts';
import { useAccount } from '../data/use-account.ts';
import { refresh, useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { FailedState } from '../kit/states.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Section } from './section.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { wordings } from './wordings.ts';

const words = wordings.authenticator;
/** From so few on it is time for new ones. */
const FEW_CODES = 2;

/** Sign-in codes from an app on the phone, instead of by text. */
export function AuthenticatorSection() {
  const { data, error, refetch } = useCall(calls.authenticator.load, {});
  return (
    <Section title={words.title} about={words.about}>
      {error && !data ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={56} />
      ) : (
        <Authenticator state={data} />
      )}
    </Section>
  );
}

type State = ReplyOf<typeof calls.authenticator.load>;

function Authenticator({ state }: { state: State }) {
  const { data: account } = useAccount();
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const [question, setQuestion] = useState<'codes' | 'off' | null>(null);
  const setUpButton = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const begin = useAction(calls.authenticator.begin);
  const end = {
    invalidates: [calls.authenticator.load, calls.access.codeTarget],
    onSuccess: () => setQuestion(null),
  };
  const turnOff = useAction(calls.authenticator.turnOff, { ...end, notice: words.turnedOff });
  const newCodes = useAction(calls.authenticator.newCodes, {
    ...end,
    onSuccess: (reply) => {
      setQuestion(null);
      setRecoveryCodes(reply.recoveryCodes);
    },
  });
  const isOff = account?.mfaSetting === 'off';
  const isTexted = account?.mfaSetting === 'required' || account?.mfaEnabled;
  const setUp = (
    <Button
      ref={setUpButton}
      variant="default"
      disabled={isOff}
      loading={begin.isPending}
      onClick={() => begin.mutate({})}
    >
      {state.isOn ? words.setUpAnother : accessWordings.setUp.title}
    </Button>
  );
  return (
    <>
      {isOff && <Text c="dimmed">{wordings.settingsForm.turnedOffOnThisServer}</Text>}
      {!isOff && !state.isOn && <Text c="dimmed">{words.notSetUp}</Text>}
      {state.isOn && (
        <Text>
          <Filled words={words.onSince} parts={{ when: <DateText at={state.since} as="date" span /> }} />{' '}
          {words.codesLeft(state.codesLeft)}
        </Text>
      )}
      {state.isOn && state.codesLeft <= FEW_CODES && <Notice tone="warning">{words.fewCodes}</Notice>}
      <Group gap="xs">
        {setUp}
        {state.isOn && (
          <>
            <Button variant="default" onClick={() => setQuestion('codes')}>
              {words.newCodes}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setQuestion('off')}>
              {words.turnOff}
            </Button>
          </>
        )}
      </Group>
      {begin.data && (
        <SetUpDialog
          key={begin.data.key}
          offered={begin.data}
          isAnother={state.isOn}
          onClose={begin.reset}
          onDone={(codes) => {
            begin.reset();
            setRecoveryCodes(codes);
            void refresh(client, calls.authenticator.load, calls.access.codeTarget);
          }}
        />
      )}
      {recoveryCodes && (
        <RecoveryCodesDialog
          codes={recoveryCodes}
          onClose={() => {
            setRecoveryCodes(null);
            // What opened it was another dialog, which is gone.
            setTimeout(() => setUpButton.current?.focus());
          }}
        />
      )}
      <ConfirmDialog
        opened={question === 'codes'}
        onClose={() => setQuestion(null)}
        title={words.newCodesQuestion}
        confirmLabel={words.makeCodes}
        onConfirm={() => newCodes.mutate({})}
        busy={newCodes.isPending}
        harmless
      >
        {words.oldCodesEnd}
      </ConfirmDialog>
      <ConfirmDialog
        opened={question === 'off'}
        onClose={() => setQuestion(null)}
        title={words.turnOffQuestion}
        confirmLabel={words.turnOff}
        onConfirm={() => turnOff.mutate({})}
        busy={turnOff.isPending}
      >
        {isTexted ? words.thenByText : words.thenPasswordAlone}
      </ConfirmDialog>
    </>
  );
}
