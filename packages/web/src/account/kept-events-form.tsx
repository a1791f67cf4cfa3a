import { NumberInput, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { CUSTOM_EVENT_LIMITS, PAUSES_MS } from '@parley/rules/limits.ts';
import { useChanges } from '../data/stored-form.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { formatDate } from '../kit/date-text.tsx';
import { FailedState } from '../kit/states.tsx';
import { ChangeForm } from './change-form.tsx';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const words = wordings.keptEventsForm;

/** How long events of other systems are kept, with what a shorter time deletes. */
export function KeptEventsForm() {
  const { data, error, refetch } = useCall(calls.customEvents.kept, {});
  if (data) return <Form kept={data} />;
  return (
    <Section title={words.title} about={words.about}>
      {error ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Section>
  );
}

function Form({ kept }: { kept: ReplyOf<typeof calls.customEvents.kept> }) {
  const { values, change } = useChanges<{ months: number | string }>({ months: kept.months });
  const { months } = values;
  const [asked] = useDebouncedValue(months, PAUSES_MS.searchDebounce);
  const isOwner = useIsOwner();
  const isNew = typeof asked === 'number' && asked !== kept.months;
  const preview = useCall(
    calls.customEvents.preview,
    { months: Number(asked) },
    { enabled: isNew, staleTime: 0 },
  );
  const save = useAction(calls.customEvents.save, {
    invalidates: [calls.customEvents.kept],
    onFailure: () => undefined,
    notice: () => words.saved,
  });
  const goes = isNew && asked === months ? preview.data : undefined;
  return (
    <ChangeForm
      title={words.title}
      about={words.about}
      action={words.save}
      onSubmit={() => save.mutate({ months: Number(months) })}
      isReady={isOwner && goes !== undefined}
      isPending={save.isPending}
      failure={save.error}
    >
      <NumberInput
        label={words.months}
        min={1}
        max={CUSTOM_EVENT_LIMITS.mostMonths}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={!isOwner}
        value={months}
        onChange={(next) => change({ months: next })}
      />
      <Text c="dimmed" className={classes.wholeRow ?? ''}>
        {kept.count === 0 ? words.none : words.kept(kept.count, formatDate(kept.oldest, 'UTC', 'date'))}
      </Text>
      <Text className={classes.wholeRow ?? ''} role="status">
        {goes &&
          (goes.count === 0 ? words.nothingGoes : words.goes(goes.count, goes.months.at(-1)?.month ?? ''))}
      </Text>
      {!isOwner && (
        <Text c="dimmed" className={classes.wholeRow ?? ''}>
          {wordings.limitForm.onlyAnAccountOwner}
        </Text>
      )}
    </ChangeForm>
  );
}
