/** A step in one line. */
import type { Step } from '@parley/engine/flow.ts';
import { parseTokens, renderTokens } from '@parley/engine/tokens.ts';
import { wordings } from './wordings.ts';

const LONGEST = 80;

/** The step's description, else its first words; '' when it has neither. */
export function wordsOfStep(step: Step): string {
  return short(step.description.trim() || ('text' in step ? oneLine(step.text) : ''));
}

/** Merge tokens as what they stand for, in brackets: 'Hello [First name]'. */
export const oneLine = (text: string) =>
  renderTokens(parseTokens(text), ({ kind, name }) =>
    kind === 'tag' ? `[${name}]` : kind === 'link' ? wordings.oneLine.link : wordings.oneLine.of(kind, name),
  )
    .replace(/\s+/g, ' ')
    .trim();

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
