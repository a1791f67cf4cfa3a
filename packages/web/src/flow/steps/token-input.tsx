import { TextInput } from '@mantine/core';
import { writeToken } from '@parley/engine/tokens.ts';
import { useRef } from 'react';
import { TokenMenu } from '../message-box/token-menu.tsx';
import { useTokens } from './use-tokens.ts';
import { wordings } from './wordings.ts';

type TokenInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
  description?: string;
  hideLabel?: boolean;
};

/** A one-line field whose text may hold merge tokens. */
export function TokenInput({ label, hideLabel, value, onChange, ...rest }: TokenInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const tokens = useTokens();
  return (
    <TextInput
      ref={field}
      label={hideLabel ? undefined : label}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      rightSection={
        <TokenMenu
          compact
          groups={tokens}
          label={wordings.tokenInput.insertAValueInto(label)}
          onPick={(token) => {
            const at = field.current?.selectionStart ?? value.length;
            onChange(value.slice(0, at) + writeToken(token) + value.slice(at));
            field.current?.focus();
          }}
        />
      }
      {...rest}
    />
  );
}
