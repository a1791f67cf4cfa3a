/** A step in one line. */
import type { Step } from '@parley/engine/flow.ts';
import { parseTokens, renderTokens } from '@parley/engine/tokens.ts';
import { common } from '../../kit/wordings.ts';
import { STEP_LABELS } from './labels.ts';
import { waitWords } from './waits.ts';
import { wordings } from './wordings.ts';

/** Names that a summary may show instead of ids. */
export type Names = { list: (id: number) => string | null; campaign: (id: number) => string | null };

const LONGEST = 80;

/** The step's description, else its first words, else its type's label. */
export function titleOf(step: Step): string {
  const words = step.description.trim() || ('text' in step ? oneLine(step.text) : '');
  return words === '' ? STEP_LABELS[step.type] : short(words);
}

/** What the step does, '' when nothing is set yet. */
export function summaryOf(step: Step, names: Names): string {
  switch (step.type) {
    case 'message':
    case 'final-message':
    case 'choice-question':
    case 'open-question':
    case 'mms':
      return oneLine(step.text);
    case 'notification':
      return [names.list(step.list), oneLine(step.text)].filter(Boolean).join(': ');
    case 'api-call':
      return step.url === '' ? '' : `${step.verb} ${step.url}${step.path}`;
    case 'tag':
      if (step.tag === '') return '';
      return step.value === ''
        ? wordings.summary.lastResponse(step.tag)
        : `“${oneLine(step.value)}” → ${step.tag}`;
    case 'branch':
      return step.conditions.length === 0
        ? ''
        : `${step.conditions.length} ${step.conditions.length === 1 ? 'rule' : 'rules'}`;
    case 'wait':
      return waitWords(step.wait);
    case 'opt-in':
      return names.list(step.list) ?? '';
    case 'switch':
      return names.campaign(step.switchTo) ?? '';
    case 'drip-reset':
      return wordings.summary.resetsCounters;
    case 'auxiliary':
      return step.panel === 'actions' ? wordings.summary.keywordBlastAndApi : common.keyword;
  }
}

/** Merge tokens as what they stand for, in brackets: 'Hello [First name]'. */
const oneLine = (text: string) =>
  renderTokens(parseTokens(text), ({ kind, name }) =>
    kind === 'tag' ? `[${name}]` : wordings.summary.of(kind, name),
  )
    .replace(/\s+/g, ' ')
    .trim();

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
