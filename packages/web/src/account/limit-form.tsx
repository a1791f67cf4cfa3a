import { NumberInput, Skeleton, Switch, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { FREQUENCY } from '@parley/rules/limits.ts';
import { changedOf, useChanges } from '../data/stored-form.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { ChangeForm } from './change-form.tsx';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const TITLE = wordings.limitForm.sendingLimit;
const ABOUT = wordings.limitForm.anyoneWhoHasReached;

/** How many sends one person gets within how many days. */
export function LimitForm() {
  const { data, error, refetch } = useCall(calls.gate.frequency, {});
  if (data) return <Limit limit={data} />;
  return (
    <Section title={TITLE} about={ABOUT}>
      {error ? (
        <FailedState
          title={wordings.limitForm.theLimitCouldNot}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={96} />
      )}
    </Section>
  );
}

/** What is offered first. */
const OFFERED = { sends: 3, days: 7 };

function Limit({ limit }: { limit: ReplyOf<typeof calls.gate.frequency> }) {
  const isLimited = limit.sends > 0;
  const { values, change } = useChanges<{ on: boolean; sends: number | string; days: number | string }>({
    on: isLimited,
    sends: limit.sends || OFFERED.sends,
    days: limit.days || OFFERED.days,
  });
  const { on, sends, days } = values;
  const isOwner = useIsOwner();
  const save = useAction(calls.gate.saveFrequency, {
    invalidates: [calls.gate.frequency, calls.blast.review],
    onFailure: () => undefined,
    notice: (_reply, form) =>
      form.sends === 0 ? wordings.limitForm.sendingLimitRemoved : wordings.limitForm.limitSaved,
  });
  const isComplete = !on || (typeof sends === 'number' && typeof days === 'number');
  const isChanged = on !== isLimited || (on && (sends !== limit.sends || days !== limit.days));
  return (
    <ChangeForm
      title={TITLE}
      about={ABOUT}
      action={wordings.limitForm.saveLimit}
      onSubmit={() =>
        save.mutate(
          on ? changedOf({ sends: Number(sends), days: Number(days) }, limit) : { sends: 0, days: undefined },
        )
      }
      isReady={isOwner && isComplete && isChanged}
      isPending={save.isPending}
      failure={save.error}
    >
      <Switch
        label={wordings.limitForm.limitHowManyBlasts}
        className={classes.wholeRow ?? ''}
        checked={on}
        disabled={!isOwner}
        onChange={(event) => change({ on: event.currentTarget.checked })}
      />
      {on && (
        <>
          <NumberInput
            label={wordings.limitForm.mostBlastsPerPerson}
            min={1}
            max={FREQUENCY.mostSends}
            allowDecimal={false}
            disabled={!isOwner}
            value={sends}
            onChange={(next) => change({ sends: next })}
          />
          <NumberInput
            label={wordings.limitForm.withinDays}
            min={1}
            max={FREQUENCY.mostDays}
            allowDecimal={false}
            disabled={!isOwner}
            value={days}
            onChange={(next) => change({ days: next })}
          />
        </>
      )}
      {!isOwner && (
        <Text c="dimmed" className={classes.wholeRow ?? ''}>
          {wordings.limitForm.onlyAnAccountOwner}
        </Text>
      )}
    </ChangeForm>
  );
}
