import { SegmentedControl, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { calls, type SignUpPage } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { useCall } from '../data/use-call.ts';
import classes from './sign-up-page.module.css';
import { problemsOfPage } from './use-page-draft.ts';
import { wordings } from './wordings.ts';

const VIEWS = ['form', 'thanks'] as const;

/** The page as the server renders it for people, a moment after it was last changed. */
export function PagePreview({ list, page }: { list: number; page: SignUpPage }) {
  const words = wordings.pagePreview;
  const [view, setView] = useState<(typeof VIEWS)[number]>('form');
  const [asked] = useDebouncedValue(page, PAUSES_MS.searchDebounce);
  const isGood = Object.keys(problemsOfPage(asked)).length === 0;
  const { data } = useCall(
    calls.signUpPages.preview,
    { list, ...asked, view },
    { enabled: isGood, keepPrevious: true },
  );
  return (
    <section className={`card ${classes.preview}`} aria-labelledby="page-preview">
      <div className={classes.previewHead}>
        <Title order={2} id="page-preview">
          {words.heading}
        </Title>
        <SegmentedControl
          aria-label={words.view}
          value={view}
          onChange={(next) => setView(next === 'thanks' ? 'thanks' : 'form')}
          data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        />
      </div>
      <iframe
        className={classes.frame}
        title={words.frame}
        sandbox=""
        srcDoc={data?.html ?? ''}
        tabIndex={-1}
      />
    </section>
  );
}
