import { Skeleton, Stack, Switch, TagsInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { FURTHER_KEYWORDS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
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

/**
 * Other words for the same campaign, each added and taken at once, and whether texts may go on behind one.
 */
export function FurtherKeywords({ campaign, number }: FurtherKeywordsProps) {
  const place = { campaign, channel: number };
  const { data, error, refetch } = useCall(calls.keyword.further, place);
  const after = { invalidates: [calls.keyword.further, list, details], onFailure: () => undefined };
  const add = useAction(calls.keyword.add, after);
  const remove = useAction(calls.keyword.remove, after);
  const firstWord = useAction(calls.keyword.saveFirstWord, { invalidates: [calls.keyword.further] });
  const [typed, setTyped] = useState('');
  if (error && !data)
    return <FailedState title={words.couldntLoad} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const change = (wanted: string[]) => {
    const fresh = wanted.filter((word) => !data.keywords.includes(word));
    remove.reset();
    add.reset();
    if (fresh.length > 0)
      add.mutate({ ...place, keywords: fresh.join('\n') }, { onError: () => setTyped(fresh.join(', ')) });
    for (const keyword of data.keywords.filter((word) => !wanted.includes(word)))
      remove.mutate({ ...place, keyword });
  };
  const failure = add.error ?? remove.error;
  const isAdding = add.isPending ? add.variables.keywords.split('\n') : [];
  const isLeaving = remove.isPending ? remove.variables.keyword : null;
  return (
    <Stack gap="lg">
      <TagsInput
        label={words.label}
        description={words.about}
        placeholder={data.keywords.length === 0 ? words.example : ''}
        value={[...data.keywords.filter((word) => word !== isLeaving), ...isAdding]}
        onChange={change}
        searchValue={typed}
        onSearchChange={(text) => {
          setTyped(text);
          if (text !== '') add.reset();
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
