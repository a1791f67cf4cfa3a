import type { SourceText } from '@parley/engine/translations.ts';
import { wordings } from './wordings.ts';

/** What a text of a step is called. */
export function textLabel({ kind, place }: Pick<SourceText, 'kind' | 'place'>): string {
  const label = wordings.translationForm.labels[kind];
  return typeof label === 'string' ? label : label(place);
}
