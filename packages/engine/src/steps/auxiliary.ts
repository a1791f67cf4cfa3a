import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** A panel in the editor; nothing in a conversation. */
export const auxiliary: StepKind<'auxiliary'> = {
  blank: { panel: 'keyword' },
  enter: () => 'next',
  texts: () => NO_TEXTS,
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check: () => undefined,
  rests: () => 'never',
  traits: UNHEARD,
};
