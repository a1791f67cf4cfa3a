/** Every text that an author writes in a step, and where in the step it stands. */
import { isQuestion, type Phrase, type Step } from '@parley/engine/flow.ts';
import { parseTokens, writeToken } from '@parley/engine/tokens.ts';
import { wordings } from './wordings.ts';

type Path = readonly (string | number)[];
export type WrittenText = {
  path: Path;
  label: string;
  text: string;
  /** `sent`: to a contact, for credits; `answer`: what a contact may write; `inner`: neither. */
  kind: 'sent' | 'answer' | 'inner';
};

/** In the order of the form; empty ones too. */
export function writtenTexts(step: Step): WrittenText[] {
  const said: Omit<WrittenText, 'text'>[] = [
    ...('text' in step ? [{ path: ['text'], label: words.text, kind: 'sent' as const }] : []),
    ...('alternatives' in step ? each(step.alternatives, ['alternatives'], words.alternative, 'sent') : []),
    ...(isQuestion(step) ? ofQuestion(step.intents) : []),
    ...(isQuestion(step) ? [{ path: ['errorText'], label: words.errorMessage, kind: 'sent' as const }] : []),
    ...ofOthers(step),
    { path: ['loop', 'message'], label: words.afterLastVisit, kind: 'sent' },
    { path: ['description'], label: words.description, kind: 'inner' },
    { path: ['guide'], label: words.guide, kind: 'inner' },
  ];
  return said.map((one) => ({ ...one, text: String(at(step, one.path) ?? '') }));
}

/** The key by which a text of its step is translated (`sourceTexts`); '' of one that never is. */
export function translatedKey(step: Step, path: Path): string {
  const [field, index, part] = path;
  if (field === 'text') return 'text';
  if (field === 'errorText') return 'error';
  if (field === 'loop') return 'loop';
  if (field === 'alternatives' && 'alternatives' in step)
    return `alternative:${step.alternatives[Number(index)]?.id}`;
  if (field !== 'intents' || !isQuestion(step) || path.length > 3) return '';
  return `${part === 'response' ? 'response' : 'answer'}:${step.intents[Number(index)]?.id}`;
}

const words = wordings.writtenTexts;

const each = (
  phrases: readonly Phrase[],
  path: Path,
  label: (n: number) => string,
  kind: WrittenText['kind'],
): Omit<WrittenText, 'text'>[] =>
  phrases.map((_, index) => ({ path: [...path, index, 'text'], label: label(index + 1), kind }));

type Intents = Extract<Step, { type: 'choice-question' | 'open-question' }>['intents'];

const ofQuestion = (intents: Intents): Omit<WrittenText, 'text'>[] =>
  intents.flatMap(({ phrases }, index) => {
    const path = ['intents', index];
    const nth = index + 1;
    return [
      { path: [...path, 'text'], label: words.answer(nth), kind: 'answer' as const },
      { path: [...path, 'response'], label: words.response(nth), kind: 'sent' as const },
      ...each(phrases, [...path, 'phrases'], (n) => words.phrase(n, nth), 'answer'),
    ];
  });

function ofOthers(step: Step): Omit<WrittenText, 'text'>[] {
  const inner = (path: Path, label: string) => ({ path, label, kind: 'inner' as const });
  if (step.type === 'tag') return [inner(['value'], words.value)];
  if (step.type === 'api-call')
    return (['url', 'path', 'headers', 'body', 'form'] as const).map((field) =>
      inner([field], words.api[field]),
    );
  if (step.type !== 'branch') return [];
  return step.conditions.flatMap((_, index) =>
    (['description', 'data', 'value'] as const).map((field) =>
      inner(['conditions', index, field], words.rule(index + 1)),
    ),
  );
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

/** The step with another text at a path; the same object where there is none, or it is that already. */
export function withText(step: Step, path: Path, text: string): Step {
  const before = at(step, path);
  return typeof before === 'string' && before !== text ? (put(step, path, text) as Step) : step;
}

function put(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? put(item, rest, text) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: put(record[key], rest, text) };
}

/** Finds what somebody looks for, whatever its case; null for nothing. */
export const finderOf = (wanted: string): RegExp | null =>
  wanted === '' ? null : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu');

/** The text with what is found replaced, but for what stands inside of merge tokens. */
export const replaced = (text: string, finder: RegExp, by: string): string =>
  parseTokens(text)
    .map((part) => (typeof part === 'string' ? part.replace(finder, () => by) : writeToken(part)))
    .join('');
