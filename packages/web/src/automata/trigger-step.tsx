/** What starts an automata of type 7: what happens, when it starts then, how often, and until what. */
import { Select, Stack, Text } from '@mantine/core';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import {
  DATE_REACHED,
  type EventTrigger,
  NEW_TRIGGER,
  parseTrigger,
  TRIGGER_KINDS,
  type TriggerRepeat,
} from '@parley/rules/event-trigger.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import { useEffect, useState } from 'react';
import { EventProperties, firstDetails, type PropertyDraft } from '../segments/index.ts';
import { DatePreview } from './date-preview.tsx';
import { NumberField } from './number-field.tsx';
import classes from './trigger.module.css';
import { type DateDraft, NEW_DATE, TriggerDate } from './trigger-date.tsx';
import { TriggerExits } from './trigger-exits.tsx';
import { TriggerPreview } from './trigger-preview.tsx';
import { TriggerWait } from './trigger-wait.tsx';
import type { StepProps } from './use-automaton.ts';
import { wordings } from './wordings.ts';

/** A trigger in which conditions may still lack their values. */
export type TriggerDraft = Omit<EventTrigger, 'where' | 'exits' | 'date'> & {
  date?: DateDraft | undefined;
  where: readonly PropertyDraft[];
  exits: readonly { event: EventKindName; where: readonly PropertyDraft[] }[];
};

const words = wordings.trigger;
const KINDS = [
  { value: DATE_REACHED, label: words.dateReached },
  ...TRIGGER_KINDS.map((value) => ({ value, label: EVENT_KINDS[value].words.title })),
];
const saved = (draft: TriggerDraft) => parseTrigger(draft).trigger;

export function TriggerStep({ data, change }: StepProps) {
  const [draft, setDraft] = useState<TriggerDraft>(data.trigger);
  const stored = JSON.stringify(data.trigger);
  // Somebody else changed it: what this tab held is old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own draft is compared when a new version comes
  useEffect(() => {
    const own = saved(draft);
    if (own && JSON.stringify(own) !== stored) setDraft(data.trigger);
  }, [data.version, stored]);
  const set = (part: Partial<TriggerDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    // What is not finished is kept on the screen only.
    const trigger = saved(next);
    if (trigger) change({ trigger }, { afterPause: true });
  };
  const choose = (next: string) => {
    const { wait, repeat } = NEW_TRIGGER;
    if (next === DATE_REACHED) set({ event: next, where: [], date: NEW_DATE, wait, repeat });
    else set({ event: next as EventKindName, where: firstDetails(next as EventKindName), date: undefined });
  };
  const trigger = saved(draft);
  const isFinished = trigger !== undefined;
  const { event, date } = draft;
  const isEvent = event !== null && event !== DATE_REACHED;
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Select
          label={words.when}
          placeholder={words.chooseWhat}
          data={KINDS}
          value={event}
          onChange={(next) => next && next !== event && choose(next)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={wordings.targetSteps.noMatches}
          maw={420}
        />
        {isEvent && (
          <EventProperties
            event={event}
            where={draft.where}
            onChange={(where) => set({ where })}
            error={isFinished ? undefined : words.chooseAValue}
          />
        )}
        {!isFinished && (
          <Text c="dimmed" role="status">
            {date && date.tag === null ? words.unfinishedDate : words.unfinished}
          </Text>
        )}
      </Stack>
      <HowItStarts draft={draft} set={set} />
      <TriggerExits
        exits={draft.exits}
        onChange={(exits) => set({ exits })}
        isFinished={isFinished}
        about={date ? words.dateExitAbout : words.exitAbout}
      />
      {isEvent && isFinished && <TriggerPreview event={event} where={draft.where} segment={data.segment} />}
      {trigger?.date && <DatePreview trigger={trigger} segment={data.segment} />}
    </Stack>
  );
}

type HowItStartsProps = { draft: TriggerDraft; set: (part: Partial<TriggerDraft>) => void };

function HowItStarts({ draft: { date, wait, repeat }, set }: HowItStartsProps) {
  if (date) return <TriggerDate date={date} onChange={(next) => set({ date: next })} />;
  return (
    <>
      <TriggerWait wait={wait} onChange={(next) => set({ wait: next })} />
      <Repeat repeat={repeat} onChange={(next) => set({ repeat: next })} />
    </>
  );
}

const REPEATS = [
  { value: 'once', label: words.repeats.once },
  { value: 'days', label: words.repeats.days },
  { value: 'each', label: words.repeats.each },
];

type RepeatProps = { repeat: TriggerRepeat; onChange: (repeat: TriggerRepeat) => void };

function Repeat({ repeat, onChange }: RepeatProps) {
  const choose = (as: string) => {
    if (as === 'days') return onChange({ as, days: 30 });
    onChange({ as: as === 'each' ? 'each' : 'once' });
  };
  return (
    <div className={classes.line}>
      <Select
        label={words.howOften}
        data={REPEATS}
        value={repeat.as}
        onChange={(as) => as && choose(as)}
        allowDeselect={false}
        className={classes.choice ?? ''}
      />
      {repeat.as === 'days' && (
        <NumberField
          label={words.daysBetween}
          value={repeat.days}
          onChange={(days) => onChange({ as: 'days', days })}
          min={1}
          max={LIMITS.everyDays}
        />
      )}
    </div>
  );
}
