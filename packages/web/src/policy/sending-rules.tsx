/** When a channel may send, and what it says to strangers. */

import { Button, Radio, Select, Skeleton, Stack, Switch, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, type ReplyOf } from '@parley/contract';
import { QUIET_HOURS } from '@parley/rules/limits.ts';
import { hourText } from '@parley/rules/schedule.ts';
import { STATE_HOURS, STATE_HOURS_CHECKED } from '@parley/rules/state-quiet-hours.ts';
import { changedOf, useFollowing } from '../data/stored-form.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { Explained } from '../kit/numbers.tsx';
import { FailedState } from '../kit/states.tsx';
import classes from './policy.module.css';
import { wordings } from './wordings.ts';

type Rules = ReplyOf<typeof calls.gate.channelRules>;
const FROM = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const TO = Array.from({ length: 24 }, (_, index) => ({
  value: String(index + 1),
  label: index === 23 ? 'midnight' : hourText(index + 1),
}));

export function SendingRules({ channel }: { channel: number }) {
  const { data, error, refetch } = useCall(calls.gate.channelRules, { channel });
  return (
    <section className={`card ${classes.section}`} aria-labelledby="sending-rules">
      <div>
        <Title order={2} id="sending-rules">
          {wordings.sendingRules.sendingRules}
        </Title>
        <Text c="dimmed">{wordings.sendingRules.quietHoursHoldAMessage}</Text>
      </div>
      {data ? (
        <RulesForm key={channel} channel={channel} stored={data} />
      ) : error ? (
        <FailedState
          title={wordings.sendingRules.couldntLoadTheRules}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={220} />
      )}
    </section>
  );
}

const choiceOf = ({ usual, quiet }: Rules) => (usual ? 'usual' : quiet ? 'own' : 'none');

function RulesForm({ channel, stored }: { channel: number; stored: Rules }) {
  const kept = {
    choice: choiceOf(stored),
    from: String(stored.from),
    to: String(stored.to),
    byState: stored.byState,
    disclosure: stored.disclosure,
    startHint: stored.startHint,
  };
  const form = useForm({ initialValues: kept });
  const { begin, saved } = useFollowing(form, kept);
  const save = useAction(calls.gate.saveChannelRules, {
    invalidates: [calls.gate.channelRules, calls.gate.contact],
    onSuccess: saved,
    notice: wordings.sendingRules.sendingRulesSaved,
  });
  useUnsaved(form.isDirty());
  const { choice } = form.values;
  const isSimulator = stored.connection === 'simulator';
  const submit = form.onSubmit((values) => {
    begin(values);
    const { choice: chosen, from, to, ...changed } = changedOf(values, kept);
    const hasHours = values.choice === 'own' && (chosen ?? from ?? to) !== undefined;
    save.mutate({
      channel,
      usual: chosen === undefined ? undefined : chosen === 'usual',
      quiet: chosen === undefined ? undefined : chosen === 'own',
      from: hasHours ? Number(values.from) : undefined,
      to: hasHours ? Number(values.to) : undefined,
      ...changed,
    });
  });
  const usual = `${hourText(QUIET_HOURS.from)} to ${hourText(QUIET_HOURS.to)}`;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group label={wordings.sendingRules.sendMessages} {...form.getInputProps('choice')}>
          <Stack gap="xs" mt={8}>
            <Radio
              value="usual"
              label={isSimulator ? wordings.sendingRules.anyTime : wordings.sendingRules.theUsualHours(usual)}
            />
            <Radio value="own" label={wordings.sendingRules.duringCustomHours} />
            {!isSimulator && <Radio value="none" label={wordings.sendingRules.anyTimeNoQuietHours} />}
          </Stack>
        </Radio.Group>
        {choice === 'own' && (
          <div className={classes.hours}>
            <Select
              label={wordings.shared.from}
              data={FROM}
              allowDeselect={false}
              {...form.getInputProps('from')}
            />
            <Select
              label={wordings.sendingRules.to}
              data={TO}
              allowDeselect={false}
              {...form.getInputProps('to')}
            />
          </div>
        )}
        {(choice === 'own' || (choice === 'usual' && !isSimulator)) && (
          <Switch
            label={
              <Filled
                words={wordings.sendingRules.keepTheNarrowerHours}
                parts={{
                  states: <Explained label={wordings.sendingRules.usStates} about={<StateTable />} />,
                }}
              />
            }
            {...form.getInputProps('byState', { type: 'checkbox' })}
          />
        )}
        <Textarea
          label={wordings.sendingRules.disclosure}
          description={wordings.sendingRules.addedToTheFirstMessage}
          placeholder={wordings.sendingRules.msgDataRatesMayApply}
          maxLength={160}
          autosize
          minRows={2}
          {...form.getInputProps('disclosure')}
        />
        <Switch
          label={wordings.startHint}
          description={wordings.startHintAbout}
          {...form.getInputProps('startHint', { type: 'checkbox' })}
        />
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {wordings.sendingRules.saveRules}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function StateTable() {
  const states = Object.keys(STATE_HOURS).sort().join(', ');
  return wordings.sendingRules.collectedFromPublishedTables(states, STATE_HOURS_CHECKED);
}
