/** Whether a list asks its new people for a YES, and how many have not answered yet. */
import { Switch, Text } from '@mantine/core';
import { COUNTED, calls } from '@parley/contract';
import { useAction, useCall } from '../data/use-call.ts';
import { formatNumber } from '../kit/numbers.tsx';
import classes from './gate.module.css';

export function DoubleOptIn({ list }: { list: number }) {
  const { data, error } = useCall(calls.gate.listRules, { list });
  const save = useAction(calls.gate.saveListRules, {
    invalidates: [calls.gate.listRules],
    notice: (_reply, { doubleOptIn }) =>
      doubleOptIn ? 'New people are asked to confirm' : 'New people are members at once',
  });
  if (error && !data) return null;
  // Its place is kept while it is loading.
  const { doubleOptIn = false, pending = 0 } = data ?? {};
  return (
    <div className={classes.question}>
      <Switch
        label="Ask new people to confirm with YES"
        description="Double opt-in: whoever is added or imported gets a text, and is a member only after the answer."
        checked={save.isPending ? save.variables.doubleOptIn : doubleOptIn}
        disabled={!data}
        onChange={(event) => save.mutate({ list, doubleOptIn: event.currentTarget.checked })}
      />
      {pending > 0 && (
        <Text c="dimmed" mt={8} className="tabular" role="status">
          {pending > COUNTED ? `More than ${formatNumber(COUNTED)}` : formatNumber(pending)}{' '}
          {pending === 1 ? 'person has' : 'people have'} not answered yet and get nothing.
        </Text>
      )}
    </div>
  );
}
