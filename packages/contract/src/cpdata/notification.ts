import type { StepWire } from './part.ts';
import { LIST, SHORT_LINKS, TEXT } from './texts.ts';

export const notification: StepWire<'notification'> = {
  word: 'NOTIFY',
  parts: { list: LIST, text: TEXT, shortLinks: SHORT_LINKS },
};
