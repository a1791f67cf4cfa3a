import { useDebouncedValue } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useCall } from '../data/use-call.ts';
import { PageFrame } from '../public-page/page-frame.tsx';
import { type EditedPreferences, problemsOfPreferences } from './use-preference-draft.ts';

/** The page as the server renders it for people, a moment after it was last changed. */
export function PreferencePreview({ page }: { page: EditedPreferences }) {
  const [asked] = useDebouncedValue(page, PAUSES_MS.searchDebounce);
  const isGood = Object.keys(problemsOfPreferences(asked)).length === 0;
  const { data } = useCall(calls.preferencePage.preview, asked, { enabled: isGood, keepPrevious: true });
  return <PageFrame html={data?.html ?? ''} />;
}
