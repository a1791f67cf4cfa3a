/** How long after what happened it starts. */
import { Select, TextInput } from '@mantine/core';
import type { TriggerWait as Wait } from '@parley/rules/event-trigger.ts';
import { EVENT_TRIGGER_LIMITS as LIMITS } from '@parley/rules/limits.ts';
import { NumberField } from './number-field.tsx';
import classes from './trigger.module.css';
import { inUnits, minutesOf, type WaitUnit } from './trigger-words.ts';
import { wordings } from './wordings.ts';

const words = wordings.trigger;
const WAITS = [
  { value: 'nothing', label: words.waits.nothing },
  { value: 'time', label: words.waits.time },
  { value: 'clock', label: words.waits.clock },
];
const UNITS = [
  { value: 'minutes', label: words.units.minutes },
  { value: 'hours', label: words.units.hours },
  { value: 'days', label: words.units.days },
];

type WaitProps = { wait: Wait; onChange: (wait: Wait) => void };

export function TriggerWait({ wait, onChange }: WaitProps) {
  const choose = (next: string) => {
    if (next === 'time') return onChange({ for: 'time', minutes: minutesOf(1, 'hours') });
    onChange(next === 'clock' ? { for: 'clock', days: 1, at: '09:00' } : { for: 'nothing' });
  };
  return (
    <div className={classes.line}>
      <Select
        label={words.start}
        data={WAITS}
        value={wait.for}
        onChange={(next) => next && choose(next)}
        allowDeselect={false}
        className={classes.choice ?? ''}
      />
      {wait.for === 'time' && (
        <After minutes={wait.minutes} onChange={(minutes) => onChange({ for: 'time', minutes })} />
      )}
      {wait.for === 'clock' && (
        <>
          <NumberField
            label={words.daysLater}
            value={wait.days}
            onChange={(days) => onChange({ ...wait, days })}
            min={0}
            max={LIMITS.waitDays}
          />
          <TextInput
            type="time"
            label={words.atTime}
            value={wait.at}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && onChange({ ...wait, at: value.slice(0, 5) })
            }
            className={classes.time ?? ''}
          />
        </>
      )}
    </div>
  );
}

function After({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { count, unit } = inUnits(minutes);
  const most = (of: WaitUnit) => Math.floor(LIMITS.waitMinutes / minutesOf(1, of));
  return (
    <>
      <NumberField
        label={words.howLong}
        value={count}
        onChange={(next) => onChange(minutesOf(next, unit))}
        min={1}
        max={most(unit)}
      />
      <Select
        label={words.unit}
        data={UNITS}
        value={unit}
        onChange={(next) => {
          const chosen = UNITS.find(({ value }) => value === next)?.value as WaitUnit | undefined;
          if (chosen) onChange(minutesOf(Math.min(count, most(chosen)), chosen));
        }}
        allowDeselect={false}
        className={classes.unit ?? ''}
      />
    </>
  );
}
