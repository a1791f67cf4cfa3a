import { Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useCall } from '../data/use-call.ts';
import classes from '../sign-up/sign-up-page.module.css';
import { type EditedPreferences, problemsOfPreferences } from './use-preference-draft.ts';
import { wordings } from './wordings.ts';

/** The page as the server renders it for people, a moment after it was last changed. */
export function PreferencePreview({ page }: { page: EditedPreferences }) {
  const [asked] = useDebouncedValue(page, PAUSES_MS.searchDebounce);
  const isGood = Object.keys(problemsOfPreferences(asked)).length === 0;
  const { data } = useCall(calls.preferencePage.preview, asked, { enabled: isGood, keepPrevious: true });
  return (
    <section className={`card ${classes.preview}`} aria-labelledby="preferences-preview">
      <Title order={2} id="preferences-preview">
        {wordings.preview.heading}
      </Title>
      <iframe
        className={classes.frame}
        title={wordings.preview.frame}
        sandbox=""
        srcDoc={data?.html ?? ''}
        tabIndex={-1}
      />
    </section>
  );
}
