/** What the flow check found to be certainly right, done to the step that it is about. */
import type { Fix, StepFix } from './finding.ts';
import { isQuestion, type Phrase, type Question, type Step } from './flow.ts';
import { stillFitting } from './translations.ts';

/** Whether a fix changes what a step says or does, and not which steps there are. */
export const isStepFix = (fix: Fix): fix is StepFix =>
  fix.do !== 'add-ending' && fix.do !== 'add-error-path' && fix.do !== 'remove';

/** The step put right; the same one where the fix does not fit it any more. */
export function applyFix(step: Step, fix: StepFix): Step {
  switch (fix.do) {
    case 'go-on':
      return { ...step, next: fix.to };
    case 'end-on-silence':
      if (!isQuestion(step)) return step;
      return { ...step, wait: { ...step.wait, unit: 'hours', amount: 24 }, onExpiry: 'end' };
    case 'drop-phrase':
      return isQuestion(step) ? withoutPhrase(step, fix) : step;
    case 'add-words':
      return withWords(step, fix.words);
    case 'still-fits':
      return stillFitting(step, fix.language, fix.marks);
  }
}

function withoutPhrase(step: Question, fix: Extract<StepFix, { do: 'drop-phrase' }>): Step {
  const isMeant = ({ id, text }: Phrase) => id === fix.phrase && text === fix.text;
  const intents = step.intents.map((each) =>
    each.id === fix.intent ? { ...each, phrases: each.phrases.filter((phrase) => !isMeant(phrase)) } : each,
  );
  return { ...step, intents };
}

/** An alternative that is still to be written stays empty. */
function withWords(step: Step, words: string): Step {
  if (!('text' in step)) return step;
  const isDone = (text: string) => text.trim() === '' || text.includes(words);
  const add = (text: string) => (isDone(text) ? text : `${text.trimEnd()} ${words}`);
  const text = step.text.trim() === '' ? words : add(step.text);
  if (!('alternatives' in step)) return { ...step, text };
  return {
    ...step,
    text,
    alternatives: step.alternatives.map((each) => ({ ...each, text: add(each.text) })),
  };
}
