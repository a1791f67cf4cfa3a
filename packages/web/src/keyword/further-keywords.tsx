import { Skeleton, Stack, Switch, TagsInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { FURTHER_KEYWORDS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useRef, useState } from 'react';
import type { AskError } from '../data/ask.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { wordings } from './wordings.ts';

const words = wordings.furtherKeywords;
const { list, details } = calls.campaigns;

type FurtherKeywordsProps = {
  campaign: number;
  /** The channel's number as shown; '' = the first. */
  number: string;
};

type Change = { add: string[] } | { remove: string };

/** What the words are when a change is done. */
const changed = (words: readonly string[], change: Change): string[] =>
  'add' in change
    ? [...words, ...change.add.filter((word) => !words.includes(word))]
    : words.filter((word) => word !== change.remove);

/**
 * Other words for the same campaign, each added and taken at once, and whether texts may go on behind one.
 */
export function FurtherKeywords({ campaign, number }: FurtherKeywordsProps) {
  const place = { campaign, channel: number };
  const { data, error, refetch } = useCall(calls.keyword.further, place);
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<AskError | null>(null);
  // Shown at once and done one after the other: a word may be taken away while it is still being added.
  const [changes, setChanges] = useState<Change[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const invalidates = [calls.keyword.further, list, details];
  const add = useAction(calls.keyword.add, {
    invalidates,
    onFailure: (problem, { keywords }) => {
      setFailure(problem);
      setTyped(keywords.split('\n').join(', '));
    },
  });
  const remove = useAction(calls.keyword.remove, { invalidates, onFailure: setFailure });
  const firstWord = useAction(calls.keyword.saveFirstWord, { invalidates: [calls.keyword.further] });
  if (error && !data)
    return <FailedState title={words.couldntLoad} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const shown = changes.reduce(changed, data.keywords);
  const perform = (change: Change): Promise<unknown> =>
    'add' in change
      ? add.mutateAsync({ ...place, keywords: change.add.join('\n') })
      : remove.mutateAsync({ ...place, keyword: change.remove });
  const change = (wanted: string[]) => {
    const fresh = wanted.filter((word) => !shown.includes(word));
    const left = shown.filter((word) => !wanted.includes(word));
    const made = [...(fresh.length > 0 ? [{ add: fresh }] : []), ...left.map((word) => ({ remove: word }))];
    setFailure(null);
    setChanges((all) => [...all, ...made]);
    for (const one of made)
      last.current = last.current
        .then(() => perform(one))
        // Shown by `onFailure`.
        .catch(() => undefined)
        .then(() => setChanges(([, ...others]) => others));
  };
  return (
    <Stack gap="lg">
      <TagsInput
        label={words.label}
        description={words.about}
        placeholder={data.keywords.length === 0 ? words.example : ''}
        value={shown}
        onChange={change}
        searchValue={typed}
        onSearchChange={(text) => {
          setTyped(text);
          if (text !== '') setFailure(null);
        }}
        maxTags={FURTHER_KEYWORDS}
        maxLength={TEXT_LIMITS.keyword}
        splitChars={[',']}
        acceptValueOnBlur
        error={failure ? wordsOf(failure) : undefined}
        errorProps={{ role: 'alert' }}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Switch
        label={words.firstWord}
        description={words.firstWordAbout}
        checked={firstWord.isPending ? firstWord.variables.byFirstWord : data.byFirstWord}
        onChange={(event) => firstWord.mutate({ campaign, byFirstWord: event.currentTarget.checked })}
      />
    </Stack>
  );
}
