import type { FormProps } from '../form.ts';
import { TextWithAlternatives } from '../message/message-form.tsx';
import { wordings } from '../wordings.ts';

/** As a message; the conversation ends with it. */
export function FinalMessageForm(props: FormProps<'final-message'>) {
  return <TextWithAlternatives {...props} label={wordings.message.finalMessage} />;
}
