/** What became another between two versions, in sentences for whoever wrote them. */
import type { StepChange, StepPart } from '@parley/engine/compare-flows.ts';
import type {
  ApiPick,
  Condition,
  Intent,
  LongWait,
  Phrase,
  Step,
  Translations,
} from '@parley/engine/flow.ts';
import { languageName } from '@parley/rules/languages.ts';
import { labelOf, valueWords } from '../model/differences.ts';
import { oneLine } from '../model/one-line.ts';
import { titleOf } from '../steps/looks.ts';
import type { Names } from '../steps/step-looks.ts';
import { wordings } from './wordings.ts';

const words = wordings.changeWords;

export type ChangeWords = { step: number; kind: StepChange['kind']; title: string; lines: string[] };

/** `after`: all steps as they are then, which jumps are told by. */
export function wordsOfChange(change: StepChange, after: readonly Step[], names: Names): ChangeWords {
  const { kind, step } = change;
  const title = words.step(step.position, titleOf(step));
  if (change.kind === 'added') return { step: step.id, kind, title, lines: [words.added] };
  if (change.kind === 'removed') return { step: step.id, kind, title, lines: [words.removed] };
  const told = { after, names };
  const lines = change.parts.flatMap((part) => partWords(part, told));
  const moved = change.moved ? [words.moved(change.before.position, step.position)] : [];
  return { step: step.id, kind, title, lines: [...new Set([...moved, ...lines])] };
}

type Told = { after: readonly Step[]; names: Names };

function partWords(part: StepPart, told: Told): string[] {
  const { field, before, after } = part;
  if (part.item !== undefined) return itemWords(part, told);
  switch (field) {
    case 'next':
      return [words.goesOn(stepWords(Number(after), told))];
    case 'onError':
      return [words.failedGoes(stepWords(Number(after ?? 0), told))];
    case 'picks':
      return pickListWords((before ?? []) as ApiPick[], (after ?? []) as ApiPick[]);
    case 'long':
      return longWaitWords(before as LongWait | null, after as LongWait | null, told);
    case 'translations':
      return translationWords((before ?? {}) as Translations, (after ?? {}) as Translations);
    case 'switchTo':
      return fieldWords(field, campaignWords(before, told), campaignWords(after, told));
    case 'list':
      return fieldWords(field, listWords(before, told), listWords(after, told));
    case 'intents':
      return [words.answersReordered];
    case 'sharedPhrases':
    case 'conditions':
    case 'loop':
    case 'extra':
      return [words.settings];
    default:
      return labelOf(field) === field
        ? [words.settings]
        : fieldWords(field, valueWords(field, before), valueWords(field, after));
  }
}

function fieldWords(field: string, before: string, after: string): string[] {
  const label = labelOf(field);
  const [from, to] = [oneLine(before), oneLine(after)];
  if (from === '') return [words.set(label, to)];
  if (to === '') return [words.emptied(label, from)];
  return [words.changed(label, from, to)];
}

function longWaitWords(before: LongWait | null, after: LongWait | null, told: Told): string[] {
  const [from, to] = [valueWords('long', before), valueWords('long', after)];
  const other = (long: LongWait | null) => (long?.for === 'date' ? long.otherwise : 0);
  const lines = from === to ? [] : fieldWords('long', from, to);
  return other(before) === other(after) ? lines : [...lines, words.noDate(stepWords(other(after), told))];
}

/** Texts of a language one by one, as what they say. */
function translationWords(before: Translations, after: Translations): string[] {
  const languages = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...languages].flatMap((language) => {
    const [from, to] = [before[language] ?? {}, after[language] ?? {}];
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys]
      .filter((key) => from[key] !== to[key])
      .map((key) => {
        const [old, now] = [oneLine(from[key] ?? ''), oneLine(to[key] ?? '')];
        const name = languageName(language);
        if (old === '') return words.translated(name, now);
        return now === '' ? words.untranslated(name, old) : words.translatedAnew(name, old, now);
      });
  });
}

/** One item of a list: what it was, what it is; null where it was not, or is no more. */
function itemWords({ field, before, after }: StepPart, told: Told): string[] {
  if (field === 'intents') return answerWords(before as Intent | null, after as Intent | null, told);
  if (field === 'conditions') return ruleWords(before as Condition | null, after as Condition | null, told);
  if (field === 'picks') return pickWords(before as ApiPick | null, after as ApiPick | null);
  if (field === 'alternatives') return alternativeWords(before as Phrase | null, after as Phrase | null);
  return [words.settings];
}

function answerWords(before: Intent | null, after: Intent | null, told: Told): string[] {
  if (after === null) return [words.answerRemoved(before?.text ?? '')];
  if (before === null) return [words.answerAdded(after.text)];
  const { text } = after;
  const lines = [
    before.text !== text && words.answerRenamed(before.text, text),
    before.next !== after.next && words.answerGoes(text, stepWords(after.next, told)),
    before.switchTo !== after.switchTo &&
      after.switchTo > 0 &&
      words.answerSwitches(text, campaignWords(after.switchTo, told)),
    before.response !== after.response && words.answerReplies(text, oneLine(after.response) || words.none),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : [words.answerChanged(text)];
}

const ruleText = ({ description, data, operator, value }: Condition) =>
  description || oneLine(`${data} ${operator} ${value}`);

function ruleWords(before: Condition | null, after: Condition | null, told: Told): string[] {
  if (after === null) return before === null ? [] : [words.ruleRemoved(ruleText(before))];
  if (before === null) return [words.ruleAdded(ruleText(after))];
  const rule = ruleText(after);
  const lines = [
    ruleText(before) !== rule && words.ruleChanged(ruleText(before), rule),
    before.next !== after.next && words.ruleGoes(rule, stepWords(after.next, told)),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : [words.settings];
}

function alternativeWords(before: Phrase | null, after: Phrase | null): string[] {
  const [from, to] = [oneLine(before?.text ?? ''), oneLine(after?.text ?? '')];
  if (after === null) return [words.alternativeRemoved(from)];
  return [before === null ? words.alternativeAdded(to) : words.alternativeChanged(from, to)];
}

function pickListWords(before: readonly ApiPick[], after: readonly ApiPick[]): string[] {
  const lines = [
    ...before.flatMap((pick) => pickWords(pick, null)),
    ...after.flatMap((pick) => pickWords(null, pick)),
  ];
  return lines.length > 0 ? lines : [words.settings];
}

function pickWords(before: ApiPick | null, after: ApiPick | null): string[] {
  if (after === null) return before === null ? [] : [words.pickRemoved(before.name)];
  return [
    before === null ? words.pickAdded(after.name, after.path) : words.pickChanged(after.name, after.path),
  ];
}

function stepWords(id: number, { after }: Told): string {
  if (id === 0) return words.theNextStep;
  const step = after.find((each) => each.id === id);
  return step ? words.step(step.position, titleOf(step)).replace(/^S/, 's') : words.aRemovedStep;
}

const campaignWords = (id: unknown, { names }: Told) =>
  Number(id) > 0 ? (names.campaign(Number(id)) ?? words.something) : '';
const listWords = (id: unknown, { names }: Told) =>
  Number(id) > 0 ? (names.list(Number(id)) ?? words.something) : '';
