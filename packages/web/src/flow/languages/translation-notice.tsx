import type { Step } from '@parley/engine/flow.ts';
import { languagesOf } from '@parley/engine/translations.ts';
import { languageName } from '@parley/rules/languages.ts';
import { Fragment } from 'react';
import { Notice } from '../../kit/notice.tsx';
import { progressOf } from './use-languages.ts';
import { wordings } from './wordings.ts';

const words = wordings.publishNotice;

/** What is not translated yet, or anew, of steps that are about to go live; nothing where all is. */
export function TranslationNotice({ steps }: { steps: readonly Step[] }) {
  const lacking = languagesOf(steps)
    .map((language) => progressOf(steps, language))
    .filter(({ missing, outdated }) => missing + outdated > 0);
  if (lacking.length === 0) return null;
  return (
    <Notice>
      {lacking.map(({ language, missing, steps: { length }, outdated }) => (
        <Fragment key={language}>
          {missing > 0 && <p>{words.missing(missing, length, languageName(language))}</p>}
          {outdated > 0 && <p>{words.outdated(outdated, languageName(language))}</p>}
        </Fragment>
      ))}
    </Notice>
  );
}
