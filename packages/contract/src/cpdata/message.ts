import type { StepWire } from './part.ts';
import { ALTERNATIVES, SHORT_LINKS, TEXT } from './texts.ts';

export const message: StepWire<'message'> = {
  word: 'STATEMENT',
  parts: { text: TEXT, alternatives: ALTERNATIVES, shortLinks: SHORT_LINKS },
};
