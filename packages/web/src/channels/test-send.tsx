import { Button, Loader, Text, Textarea, TextInput, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { countSms } from '@parley/rules/sms.ts';
import { useState } from 'react';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAccount } from '../data/use-account.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { CarrierAnswer } from '../kit/carrier-answer.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './connection.module.css';
import { wordings } from './wordings.ts';

type Result = ReplyOf<typeof calls.connections.testResult>;

/** In the order of the messages' states. */
const WORDS: Readonly<Record<string, string>> = {
  queued: wordings.testSend.waitingToGoOut,
  held: wordings.testSend.waitingForTheNextTry,
  sending: wordings.testSend.handingOff,
  unknown: wordings.testSend.itMayOrMayNot,
  sent: wordings.testSend.acceptedByTheCarrier,
  delivered: common.delivered,
  undelivered: common.notDelivered,
  failed: wordings.testSend.refused,
  expired: wordings.testSend.expired,
  skipped: common.notSent,
};
/** Why it was not even handed over. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  'opted-out': wordings.testSend.thisNumberHasOptedOut,
  balance: wordings.testSend.notEnoughCredits,
};
const SETTLED = new Set(['delivered', 'undelivered', 'failed', 'expired', 'skipped']);
const ASK_EVERY_MS = 1_000;

/** Sends one text for real, and shows what the carrier says. */
export function TestSend({ channel, simulated }: { channel: number; simulated: boolean }) {
  const account = useAccount();
  const [typed, setTyped] = useState<string | null>(null);
  const [text, setText] = useState(wordings.testSend.helloFromParley);
  const phone = typed ?? (account.data ? phoneText(account.data.phone) : '');
  const test = useAction(calls.connections.test, { onFailure: () => undefined });
  const { credits } = countSms(text);
  return (
    <section className={`card ${classes.section}`} aria-label={wordings.testSend.test}>
      <div>
        <Title order={2}>{wordings.testSend.sendATest}</Title>
        <Text c="dimmed">
          {simulated ? wordings.testSend.goesToATestPhone : wordings.testSend.thisSendsARealText}
        </Text>
      </div>
      <form
        className={classes.test}
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate({ channel, phone, text });
        }}
      >
        <TextInput
          label={wordings.testSend.to}
          type="tel"
          value={phone}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={test.error && wordsAt(calls.connections.test, 'phone', test.error)}
        />
        <Textarea
          label={common.text}
          value={text}
          autosize
          minRows={2}
          maxLength={TEXT_LIMITS.message}
          onChange={(event) => setText(event.currentTarget.value)}
          error={test.error && wordsAt(calls.connections.test, 'text', test.error)}
        />
        <div className={classes.foot}>
          <Button type="submit" variant="default" loading={test.isPending}>
            {wordings.testSend.sendTest(credits)}
          </Button>
        </div>
        {test.error && (test.error.kind !== 'refused' || test.error.detail === '') && (
          <Text c="var(--mantine-color-error)" role="alert">
            {wordsOf(test.error)}
          </Text>
        )}
      </form>
      {test.data && <TestResult message={test.data.id} />}
    </section>
  );
}

function TestResult({ message }: { message: number }) {
  const [settled, setSettled] = useState(false);
  const { data, error } = useCall(
    calls.connections.testResult,
    { message },
    { refetchInterval: settled ? false : ASK_EVERY_MS },
  );
  if (data && SETTLED.has(data.status) && !settled) setSettled(true);
  if (error) return <Text c="var(--mantine-color-error)">{wordsOf(error)}</Text>;
  return (
    <div className={classes.result} role="status">
      {data ? <Answer {...data} /> : <Loader size={16} aria-label={common.loading} />}
    </div>
  );
}

function Answer({ status, code, reason, carrierId }: Result) {
  const tone = ['failed', 'undelivered', 'expired', 'unknown', 'skipped'].includes(status)
    ? 'bad'
    : ['sent', 'delivered'].includes(status)
      ? 'good'
      : 'busy';
  return (
    <>
      <span className={classes.state} data-tone={tone}>
        {WORDS[status] ?? status}
      </span>
      {status === 'skipped' ? (
        <Text>{OWN_REASONS[reason] ?? reason}</Text>
      ) : (
        (code !== '' || reason !== '') && <CarrierAnswer code={code} reason={reason} />
      )}
      {carrierId !== '' && (
        <Text c="dimmed" className={classes.verbatim}>
          {wordings.testSend.theCarriersId(carrierId)}
        </Text>
      )}
    </>
  );
}
