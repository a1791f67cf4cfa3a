/** The date in a tag that starts an automata: which tag, how many days from it, when, how often. */
import { NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import type { TriggerDate as DateTrigger } from '@parley/rules/event-trigger.ts';
import { DATE_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { useCall } from '../data/use-call.ts';
import { NumberField } from './number-field.tsx';
import classes from './trigger.module.css';
import { wordings } from './wordings.ts';

/** Its tag may still have to be chosen. */
export type DateDraft = Omit<DateTrigger, 'tag'> & { tag: number | null };
export const NEW_DATE: DateDraft = { tag: null, days: 0, at: '09:00', every: 'year' };

const words = wordings.trigger;
const SIDES = Object.entries(words.sides).map(([value, label]) => ({ value, label }));
const EVERY = Object.entries(words.every).map(([value, label]) => ({ value, label }));

type TriggerDateProps = { date: DateDraft; onChange: (date: DateDraft) => void };

export function TriggerDate({ date, onChange }: TriggerDateProps) {
  const { tags = [] } = useCall(calls.tags.list, { filter: '' }).data ?? {};
  const { tag, every } = date;
  return (
    <Stack gap="xs">
      <div className={classes.line}>
        <Select
          label={words.dateTag}
          placeholder={words.chooseATag}
          data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={tag === null ? null : String(tag)}
          onChange={(chosen) => chosen && onChange({ ...date, tag: Number(chosen) })}
          searchable
          allowDeselect={false}
          nothingFoundMessage={wordings.targetSteps.noMatches}
          className={classes.choice ?? ''}
        />
        <NativeSelect
          label={words.howOftenDate}
          data={EVERY}
          value={every}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...date, every: value === 'date' ? 'date' : 'year' })
          }
        />
      </div>
      <Text c="dimmed">{every === 'year' ? words.dateAbout.year : words.dateAbout.date}</Text>
      <When date={date} onChange={onChange} />
      <Text c="dimmed">{words.dateLate}</Text>
    </Stack>
  );
}

function When({ date, onChange }: TriggerDateProps) {
  const { days, at } = date;
  // What was last counted, for when "on the day" is left again.
  const [counted, setCounted] = useState(Math.abs(days) || 1);
  const side = days === 0 ? 'on' : days < 0 ? 'before' : 'after';
  const put = (count: number, on: string) =>
    onChange({ ...date, days: on === 'on' ? 0 : on === 'before' ? -count : count });
  return (
    <div className={classes.line}>
      <NativeSelect
        label={words.whichDay}
        data={SIDES}
        value={side}
        onChange={({ currentTarget: { value } }) => put(counted, value)}
      />
      {side !== 'on' && (
        <NumberField
          label={words.howManyDays}
          value={Math.abs(days)}
          onChange={(count) => {
            setCounted(count);
            put(count, side);
          }}
          min={1}
          max={DATE_LIMITS.days}
        />
      )}
      <TextInput
        type="time"
        label={words.atTime}
        value={at}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && onChange({ ...date, at: value.slice(0, 5) })
        }
        className={classes.time ?? ''}
      />
    </div>
  );
}
