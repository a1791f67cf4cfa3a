/** Whether a list asks its new people for a YES, and how many have not answered yet. */
import { Switch, Text } from '@mantine/core';
import { COUNTED, calls } from '@parley/contract';
import { useMaySend } from '../account/sender-only.tsx';
import { useAction, useCall } from '../data/use-call.ts';
import classes from './policy.module.css';
import { wordings } from './wordings.ts';

export function DoubleOptIn({ list }: { list: number }) {
  const { data, error } = useCall(calls.gate.listRules, { list });
  const save = useAction(calls.gate.saveListRules, {
    invalidates: [calls.gate.listRules],
    notice: (_reply, { doubleOptIn }) =>
      doubleOptIn ? wordings.doubleOptIn.newPeopleAreAsked : wordings.doubleOptIn.newPeopleAreMembersRight,
  });
  const maySend = useMaySend();
  if (error && !data) return null;
  // Its place is kept while it is loading.
  const { doubleOptIn = false, pending = 0 } = data ?? {};
  return (
    <div className={classes.question}>
      <Switch
        label={wordings.doubleOptIn.askNewPeopleToConfirm}
        description={wordings.doubleOptIn.doubleOptIn}
        checked={save.isPending ? save.variables.doubleOptIn : doubleOptIn}
        disabled={!data || !maySend}
        onChange={(event) => save.mutate({ list, doubleOptIn: event.currentTarget.checked })}
      />
      {pending > 0 && (
        <Text c="dimmed" mt={8} className="tabular" role="status">
          {wordings.doubleOptIn.notAnsweredYet(pending > COUNTED, COUNTED, pending)}
        </Text>
      )}
    </div>
  );
}
