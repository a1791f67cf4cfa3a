import { Radio, Select, Stack, Switch, Text, VisuallyHidden } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { DAY_NAMES, hourText, MONTH_NAMES, SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { LAST_DAY } from '@parley/rules/time-zone.ts';
import { useZone } from '../data/use-account.ts';
import { zoneName } from '../kit/date-text.tsx';
import { TriggerStep } from './trigger-step.tsx';
import type { StepProps } from './use-automaton.ts';
import { wordings } from './wordings.ts';

const { ONE_TIME, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, BY_EVENT } = SCHEDULE_TYPES;
const OFFERED = [
  {
    type: ONE_TIME,
    label: wordings.scheduleSteps.oneTime,
    about: wordings.scheduleSteps.onceThenItTurnsItself,
  },
  { type: DAILY, label: wordings.scheduleSteps.daily, about: wordings.scheduleSteps.everyDay },
  { type: WEEKLY, label: wordings.scheduleSteps.weekly, about: wordings.scheduleSteps.oneDayAWeek },
  {
    type: MONTHLY,
    label: wordings.scheduleSteps.monthly,
    about: wordings.scheduleSteps.oneDayAMonth,
  },
  { type: YEARLY, label: wordings.scheduleSteps.yearly, about: wordings.scheduleSteps.oneDayAYear },
  {
    type: BY_EVENT,
    label: wordings.scheduleSteps.whenThisHappens,
    about: wordings.scheduleSteps.forOnePersonAtATime,
  },
];

/** What starts by itself always has an event: where none was chosen yet, the most usual one. */
const ofType = (type: number, { trigger }: StepProps['data']) =>
  type === BY_EVENT ? { type, trigger: { ...trigger, event: trigger.event ?? 'list.joined' } } : { type };

export function TypeStep({ data, change }: StepProps) {
  return (
    <Radio.Group
      label={<VisuallyHidden>{wordings.shared.selectAutomataType}</VisuallyHidden>}
      value={String(data.type)}
      onChange={(value) => change(ofType(Number(value), data))}
    >
      <Stack gap="sm">
        {OFFERED.map(({ type, label, about }) => (
          <Radio key={type} value={String(type)} label={label} description={about} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/**
 * What each type asks for (specification, section 2, "Automata Editor"); cleared selects fall back as section
 * 5 says.
 */
export function AutomataScheduleStep({ data, change }: StepProps) {
  const { type } = data;
  if (type === BY_EVENT) return <TriggerStep data={data} change={change} />;
  if (type === 0) return <Text c="dimmed">{wordings.scheduleSteps.chooseATypeFirst}</Text>;
  if (type === HOURLY) return <Text c="dimmed">{wordings.scheduleSteps.runsEveryHour}</Text>;
  return (
    <Stack gap="md" maw={360}>
      {type === ONE_TIME && (
        <DatePickerInput
          label={wordings.scheduleSteps.triggerDate}
          placeholder={wordings.scheduleSteps.chooseADay}
          value={data.nextRun === '' ? null : data.nextRun}
          onChange={(day) => change({ nextRun: day ?? '' })}
          valueFormat="MMM D, YYYY"
          maxDate={LAST_DAY}
          highlightToday
        />
      )}
      {type === WEEKLY && (
        <Select
          label={wordings.scheduleSteps.dayOfWeek}
          data={DAY_NAMES.map((name, index) => ({ value: String(index + 1), label: name }))}
          value={String(within(data.dayOfWeek, 7, 2))}
          onChange={(day) => change({ dayOfWeek: Number(day ?? 2) })}
          clearable
        />
      )}
      {type === YEARLY && (
        <Select
          label={wordings.scheduleSteps.month}
          data={MONTH_NAMES.map((name, index) => ({ value: String(index + 1), label: name }))}
          value={String(within(data.month, 12, 1))}
          onChange={(month) => change({ month: Number(month ?? 1) })}
          clearable
        />
      )}
      {(type === MONTHLY || type === YEARLY) && (
        <Select
          label={wordings.scheduleSteps.dayOfMonth}
          data={Array.from({ length: 31 }, (_, index) => String(index + 1))}
          value={String(within(data.dayOfMonth, 31, 1))}
          onChange={(day) => change({ dayOfMonth: Number(day ?? 1) })}
          clearable
        />
      )}
      <HourSelect hour={data.hour} onChange={(hour) => change({ hour })} />
      {[DAILY, MONTHLY, YEARLY].some((one) => one === type) && (
        <Switch
          label={wordings.scheduleSteps.runOnWeekends}
          description={wordings.scheduleSteps.ifNot}
          checked={data.weekends}
          onChange={(event) => change({ weekends: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function HourSelect({ hour, onChange }: { hour: number; onChange: (hour: number) => void }) {
  const zone = useZone();
  return (
    <Select
      label={wordings.scheduleSteps.timeOfDay(zoneName(zone))}
      data={Array.from({ length: 24 }, (_, value) => ({ value: String(value), label: hourText(value) }))}
      value={String(hour)}
      onChange={(value) => value !== null && onChange(Number(value))}
      allowDeselect={false}
    />
  );
}

const within = (value: number, most: number, otherwise: number) =>
  value >= 1 && value <= most ? value : otherwise;
