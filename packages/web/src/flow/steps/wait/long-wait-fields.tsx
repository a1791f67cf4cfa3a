/** Waits that last for days: a count of days or weeks, or until the date in a tag. */
import { Group, NativeSelect, NumberInput, Select, Text } from '@mantine/core';
import type { LongWait, Step } from '@parley/engine/flow.ts';
import { DATE_LIMITS, ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { TIMES, timeLabel, timeValue } from '../../model/waits.ts';
import type { FormProps } from '../form.ts';
import { useNewBranch } from '../new-branch.ts';
import { StepSelect, TagSelect } from '../pickers.tsx';
import { wordings } from '../wordings.ts';

const words = wordings.longWait;
export type LongKind = keyof typeof words.kinds;
export const LONG_KINDS = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));
const SIDES = Object.entries(words.sides).map(([value, label]) => ({ value, label }));

type DateWait = LongWait & { for: 'date' };

/** What a kind begins with; null: the wait of the specification. */
export function chooseLong(kind: LongKind): LongWait | null {
  if (kind === 'short') return null;
  if (kind === 'date') return { for: 'date', days: -1, hour: 9, minute: 0, otherwise: 0 };
  return { for: kind, amount: 1 };
}

type LongWaitFieldsProps = FormProps<'wait'> & { long: LongWait };

export function LongWaitFields({ long, step, edit }: LongWaitFieldsProps) {
  if (long.for === 'date')
    return (
      <>
        <TagSelect value={step.tag} onChange={(tag) => edit({ tag })} />
        <DateFields long={long} onChange={(changed) => edit({ long: changed }, 'after-pause')} />
        <Text c="dimmed">{words.dateRead}</Text>
        <Otherwise long={long} onChange={(otherwise) => edit({ long: { ...long, otherwise } })} />
      </>
    );
  return (
    <>
      <Count
        label={words.count[long.for]}
        value={long.amount}
        most={long.for === 'days' ? ENGINE_LIMITS.waitDays : ENGINE_LIMITS.waitWeeks}
        onChange={(amount) => edit({ long: { ...long, amount } }, 'after-pause')}
      />
      <Text c="dimmed">{words.sameTime}</Text>
      <Text c="dimmed">{wordings.interval.repliesThatComeInMeanwhile}</Text>
    </>
  );
}

type CountProps = { label: string; value: number; most: number; onChange: (value: number) => void };

/** From 1; cleared, it is 1. */
function Count({ label, value, most, onChange }: CountProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      onChange={(next) => onChange(Math.min(most, Math.max(1, Number(next) || 0)))}
      min={1}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      hideControls
    />
  );
}

type DateFieldsProps = { long: DateWait; onChange: (long: DateWait) => void };

function DateFields({ long, onChange }: DateFieldsProps) {
  // Before and after are told by the sign; which of them was chosen last is kept for a count of none.
  const [lastCount, setLastCount] = useState(Math.abs(long.days) || 1);
  const side = long.days === 0 ? 'on' : long.days < 0 ? 'before' : 'after';
  const put = (days: number, on: string) =>
    onChange({ ...long, days: on === 'on' ? 0 : on === 'before' ? -days : days });
  const time = timeValue(long.hour, long.minute);
  const odd = TIMES.some(({ value }) => value === time)
    ? []
    : [{ value: time, label: timeLabel(long.hour, long.minute) }];
  const chooseTime = (chosen: string) => {
    const [hour = 0, minute = 0] = chosen.split(':').map(Number);
    onChange({ ...long, hour, minute });
  };
  return (
    <Group gap="xs" align="end" grow preventGrowOverflow={false}>
      <NativeSelect
        label={words.whichDay}
        data={SIDES}
        value={side}
        onChange={(event) => put(lastCount, event.currentTarget.value)}
      />
      {side !== 'on' && (
        <Count
          label={words.howMany}
          value={Math.abs(long.days)}
          most={DATE_LIMITS.days}
          onChange={(days) => {
            setLastCount(days);
            put(days, side);
          }}
        />
      )}
      <Select
        label={words.at}
        data={[...odd, ...TIMES]}
        value={time}
        onChange={(chosen) => chooseTime(chosen ?? time)}
        allowDeselect={false}
        searchable
      />
    </Group>
  );
}

type OtherwiseProps = { long: DateWait; onChange: (step: number) => void };

/** Where those go whose date is missing or past. */
function Otherwise({ long, onChange }: OtherwiseProps) {
  const newBranch = useNewBranch();
  return (
    <StepSelect
      label={words.otherwise}
      value={long.otherwise}
      onChange={onChange}
      none={wordings.shared.theStepThatFollows}
      onNew={
        newBranch !== null && ((type) => newBranch(type, { upToThis: [long.otherwise], link: withOther }))
      }
    />
  );
}

const withOther = (step: Step, next: number): Step =>
  step.type === 'wait' && step.long?.for === 'date'
    ? { ...step, long: { ...step.long, otherwise: next } }
    : step;
