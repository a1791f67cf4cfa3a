import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { calls, type SignUpPage } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { useCall } from '../data/use-call.ts';
import { PageFrame } from '../public-page/page-frame.tsx';
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
    <PageFrame html={data?.html ?? ''}>
      <SegmentedControl
        aria-label={words.view}
        value={view}
        onChange={(next) => setView(next === 'thanks' ? 'thanks' : 'form')}
        data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
      />
    </PageFrame>
  );
}
