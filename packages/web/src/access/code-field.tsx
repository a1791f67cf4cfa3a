import { Anchor, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type ReactNode, useState } from 'react';
import { useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { wordings } from './wordings.ts';

/** Typed or pasted as phones show it, 123 456 or 123-456. */
const PATTERN = `[\\s\\-]*([0-9][\\s\\-]*){${ACCESS_LIMITS.mfaDigits}}`;

/** A code as it is sent: spaces and dashes are how it is read. */
export const codeTyped = (code: string): string => code.replace(/[\s-]/g, '');

/** Where the code is to be found. */
function sourceOf(target: { lastDigits: string; inLog: boolean; byApp: boolean } | undefined) {
  if (!target) return wordings.codeForm.enterIt;
  if (target.byApp) return wordings.codeForm.openYourApp;
  const parts = { digits: <b className="tabular">{target.lastDigits}</b> };
  if (!target.inLog) return <Filled words={wordings.codeForm.weTextedIt} parts={parts} />;
  return (
    <>
      {wordings.codeInLog} <Filled words={wordings.codeForm.itWouldGo} parts={parts} />
    </>
  );
}

type CodeFieldProps = {
  value: string;
  onChange: (next: string) => void;
  name?: string;
  /** Why the last one was refused. */
  children: ReactNode;
};

/**
 * Where the sign-in code is (access-and-reports, 2.6), and the field for it; for who has an app, also for a
 * recovery code.
 */
export function CodeField({ value, onChange, name, children }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const { data } = useCall(calls.access.codeTarget, {});
  const words = wordings.codeForm;
  const swap = () => {
    setRecovery(!isRecovery);
    onChange('');
  };
  return (
    <>
      <Text c="dimmed">{isRecovery ? words.recoveryAbout : sourceOf(data)}</Text>
      {children}
      <TextInput
        // The other one comes with the focus in it.
        key={String(isRecovery)}
        label={isRecovery ? words.recoveryCode : wordings.shared.mfaCode}
        {...(name && { name })}
        {...(isRecovery
          ? {
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
            }
          : {
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              pattern: PATTERN,
              title: words.theDigitsOfTheCode(ACCESS_LIMITS.mfaDigits),
            })}
        required
        autoFocus
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="tabular"
      />
      {data?.byApp && (
        <Anchor component="button" type="button" underline="always" ta="start" onClick={swap}>
          {isRecovery ? words.useTheApp : words.useARecoveryCode}
        </Anchor>
      )}
    </>
  );
}
