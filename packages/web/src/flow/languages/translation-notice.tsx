import type { Step } from '@parley/engine/flow.ts';
import { languagesOf } from '@parley/engine/translations.ts';
import { languageName } from '@parley/rules/languages.ts';
import { Notice } from '../../kit/notice.tsx';
import { progressOf } from './use-languages.ts';
import { wordings } from './wordings.ts';

/** What is not translated yet of steps that are about to go live; nothing where all is. */
export function TranslationNotice({ steps }: { steps: readonly Step[] }) {
  const lacking = languagesOf(steps)
    .map((language) => progressOf(steps, language))
    .filter(({ missing }) => missing > 0);
  if (lacking.length === 0) return null;
  return (
    <Notice>
      {lacking.map(({ language, missing, steps: { length } }) => (
        <p key={language}>{wordings.publishNotice.missing(missing, length, languageName(language))}</p>
      ))}
    </Notice>
  );
}
