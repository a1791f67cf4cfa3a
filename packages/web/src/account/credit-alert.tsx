import { NumberInput, Skeleton, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { useChanges } from '../data/stored-form.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { ChangeForm } from './change-form.tsx';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const words = wordings.creditAlert;
const MOST = 1_000_000_000;

/** Below which balance people are told that credits run low. */
export function CreditAlert() {
  const { data, error, refetch } = useCall(calls.account.creditAlert, {});
  if (data) return <Alert below={data.below} />;
  return (
    <Section title={words.title} about={words.about}>
      {error ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={64} />
      )}
    </Section>
  );
}

function Alert({ below }: { below: number }) {
  const { values, change } = useChanges<{ value: number | string }>({ value: below });
  const { value } = values;
  const isOwner = useIsOwner();
  const save = useAction(calls.account.saveCreditAlert, {
    invalidates: [calls.account.creditAlert, calls.account.overview],
    onFailure: () => undefined,
    notice: words.saved,
  });
  return (
    <ChangeForm
      title={words.title}
      about={words.about}
      action={words.save}
      onSubmit={() => save.mutate({ below: Number(value) })}
      isReady={isOwner && typeof value === 'number' && value !== below}
      isPending={save.isPending}
      failure={save.error}
    >
      <NumberInput
        label={words.label}
        min={0}
        max={MOST}
        allowDecimal={false}
        thousandSeparator=","
        disabled={!isOwner}
        value={value}
        onChange={(next) => change({ value: next })}
      />
      {!isOwner && (
        <Text c="dimmed" className={classes.wholeRow ?? ''}>
          {words.ownersOnly}
        </Text>
      )}
    </ChangeForm>
  );
}
