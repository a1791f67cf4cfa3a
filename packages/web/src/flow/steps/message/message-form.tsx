import { Stack } from '@mantine/core';
import { common } from '../../../kit/wordings.ts';
import { MessageBox } from '../../message-box/message-box.tsx';
import { Alternatives } from '../alternatives.tsx';
import type { FormProps } from '../form.ts';
import { ShortLinks, useLinkBase } from '../short-links.tsx';
import { useTextTokens } from '../use-tokens.ts';
import { wordings } from '../wordings.ts';

/** A text with alternatives. */
export function MessageForm(props: FormProps<'message'>) {
  return <TextWithAlternatives {...props} label={common.message} />;
}

type TextProps = FormProps<'message' | 'final-message'> & { label: string };

export function TextWithAlternatives({ step, edit, simple, label }: TextProps) {
  const tokens = useTextTokens();
  const linkBase = useLinkBase(step);
  return (
    <Stack gap="sm">
      <MessageBox
        label={label}
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
        linkBase={linkBase}
        placeholder={wordings.message.whatShouldItSay}
      />
      {!(simple && step.alternatives.length === 0) && (
        <Alternatives
          value={step.alternatives}
          onChange={(alternatives, when) => edit({ alternatives }, when)}
          tokens={tokens}
          linkBase={linkBase}
        />
      )}
      {!simple && <ShortLinks step={step} edit={edit} />}
    </Stack>
  );
}
