/** Where two versions of a step differ, for a person to choose. */
import type { LongWait, Step, Translations, Wait } from '@parley/engine/flow.ts';
import { languagesOf, outdatedTexts } from '@parley/engine/translations.ts';
import { languageName } from '@parley/rules/languages.ts';
import { formatNumber } from '../../kit/numbers.tsx';
import { common } from '../../kit/wordings.ts';
import { thresholdName, thresholdOf } from './intents.ts';
import { longWords, waitWords } from './waits.ts';
import { wordings } from './wordings.ts';

export type Difference = { field: string; label: string; mine: string; theirs: string };

const LABELS: Record<string, string> = {
  text: common.text,
  alternatives: wordings.differences.alternatives,
  intents: wordings.differences.answers,
  conditions: wordings.differences.rules,
  wait: wordings.differences.wait,
  long: wordings.differences.longWait,
  retries: wordings.differences.retries,
  onExpiry: wordings.differences.whenTheIntervalExpires,
  required: wordings.differences.answerRequired,
  validate: wordings.differences.validateTheResponse,
  errorText: wordings.differences.errorMessage,
  threshold: wordings.differences.matching,
  description: wordings.differences.stepDescription,
  guide: wordings.differences.guideText,
  inGuide: wordings.differences.shownInGuidedView,
  next: wordings.differences.nextStep,
  tag: common.tag,
  value: common.value,
  list: common.list,
  switchTo: common.campaign,
  media: wordings.differences.picture,
  loop: wordings.differences.visits,
  shortLinks: wordings.differences.shortLinks,
  onError: wordings.differences.onError,
  retryOn: wordings.differences.retryOn,
  isRepeatable: wordings.differences.isRepeatable,
  picks: wordings.differences.picks,
  type: wordings.differences.type,
  translations: wordings.differences.translations,
  translatedFrom: wordings.differences.outdated,
};

export function differences(mine: Step, theirs: Step): Difference[] {
  const one = mine as Record<string, unknown>;
  const other = theirs as Record<string, unknown>;
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return fields
    .filter((field) => !['id', 'position', 'extra'].includes(field))
    .filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
    .map((field) => ({
      field,
      label: labelOf(field),
      mine: field === 'translatedFrom' ? outdatedWords(mine) : valueWords(field, one[field]),
      theirs: field === 'translatedFrom' ? outdatedWords(theirs) : valueWords(field, other[field]),
    }))
    .filter(({ field, mine: one, theirs: other }) => field !== 'translatedFrom' || one !== other);
}

/** How many translations are outdated, by language; marks themselves say nothing to anybody. */
const outdatedWords = (step: Step): string =>
  languagesOf([step])
    .map((language) => ({ language, count: outdatedTexts(step, language).length }))
    .filter(({ count }) => count > 0)
    .map(({ language, count }) => `${languageName(language)}: ${formatNumber(count)}`)
    .join('\n');

/** What a field is called on the screens. */
export const labelOf = (field: string): string => LABELS[field] ?? field;

/** What a field holds, in words; '' when it is empty. */
export function valueWords(field: string, value: unknown): string {
  if (field === 'threshold') return thresholdName(thresholdOf({ threshold: value as number | undefined }));
  if (value === undefined || value === null) return '';
  if (field === 'wait') return waitWords(value as Wait) || wordings.differences.noWait;
  if (field === 'long') return longWords(value as LongWait);
  if (field === 'translations')
    return Object.entries(value as Translations)
      .map(([language, said]) => `${languageName(language)}: ${Object.values(said).join(' · ')}`)
      .join('\n');
  if (Array.isArray(value)) return value.map(itemWords).join('\n');
  if (typeof value === 'boolean') return value ? wordings.differences.yes : wordings.differences.no;
  if (typeof value === 'object') return Object.values(value).map(String).join(', ');
  return String(value);
}

/** An answer, an alternative or a rule in one line, with everything that is set in it. */
function itemWords(item: Record<string, unknown>): string {
  return Object.entries(item)
    .filter(([field, value]) => !['id', 'extra'].includes(field) && value !== '' && value !== 0)
    .map(([, value]) => (Array.isArray(value) ? value.map((each) => each.text).join(', ') : String(value)))
    .filter((text) => text !== '')
    .join(' · ');
}
