import { Button, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type ReactNode, useState } from 'react';
import { wordings as accessWordings } from '../access/wordings.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import classes from './my-account.module.css';
import { wordings } from './wordings.ts';

type PhoneProofProps = {
  phone: string;
  code: string;
  onCode: (code: string) => void;
  /** What was wrong with the code. */
  error: string;
  title: string;
  /** What it is good for. */
  children: ReactNode;
};

/**
 * Texts a code to a number and takes it: codes that open an account go only where somebody has shown that
 * they read them.
 */
export function PhoneProof({ phone, code, onCode, error, title, children }: PhoneProofProps) {
  const [sentTo, setSentTo] = useState('');
  const send = useAction(calls.account.sendPhoneCode, {
    onSuccess: (_reply, form) => {
      onCode('');
      setSentTo(form.phone);
    },
    onFailure: () => undefined,
  });
  const isSent = sentTo !== '' && sentTo === phone;
  return (
    <Notice title={title}>
      {children}
      <div className={classes.proof}>
        {isSent && (
          <TextInput
            label={wordings.phoneProof.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={ACCESS_LIMITS.mfaDigits}
            autoFocus
            value={code}
            onChange={(event) => onCode(event.currentTarget.value)}
            error={error !== ''}
            className="tabular"
          />
        )}
        <Button
          variant="default"
          onClick={() => send.mutate({ phone })}
          loading={send.isPending}
          disabled={phone.trim() === ''}
        >
          {isSent ? wordings.phoneProof.textAnotherCode : wordings.phoneProof.textMeACode}
        </Button>
      </div>
      <div role="status">
        {error !== '' || send.error ? (
          <Text c="var(--mantine-color-error)" mt="xs">
            {error || (send.error && wordsOf(send.error))}
          </Text>
        ) : (
          isSent && (
            <Text mt="xs">
              {send.data?.inLog ? accessWordings.codeInLogShort : wordings.phoneProof.theCodeIs}{' '}
              {wordings.phoneProof.enterIt}
            </Text>
          )
        )}
      </div>
    </Notice>
  );
}
