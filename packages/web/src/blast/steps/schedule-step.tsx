import '@mantine/dates/styles.layer.css';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { DEFAULT_SCHEDULE_TIME } from '@parley/rules/limits.ts';
import { addDays } from '@parley/rules/zone.ts';
import { useZone } from '../../data/use-account.ts';
import { zoneName } from '../../kit/date-text.tsx';
import classes from '../blast.module.css';
import {
  atOnce,
  lowerFirst,
  startLine,
  startOf,
  startWords,
  TIMES,
  wallNow,
  withDate,
  withTime,
} from '../schedule.ts';
import { TimeToLive } from '../time-to-live.tsx';
import type { Wizard } from '../use-wizard.ts';

/** When it starts, on the account's clock. */
export function ScheduleStep({ wizard: { draft, change } }: { wizard: Wizard }) {
  const zone = useZone();
  const now = new Date();
  const today = wallNow(zone, now).slice(0, 10);
  const set = (startAt: string) => change({ startAt });
  const { startAt } = draft;
  const tomorrow = `${addDays(today, 1)} ${DEFAULT_SCHEDULE_TIME}`;

  return (
    <Stack gap="sm">
      <div className={classes.when}>
        <DatePickerInput
          label="Date"
          placeholder="Today"
          valueFormat="ddd, MMM D, YYYY"
          value={startAt.slice(0, 10) || null}
          onChange={(date) => set(withDate(startAt, date))}
          minDate={today}
          firstDayOfWeek={0}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the date' }}
        />
        <Select
          label={`Time (${zoneName(zone, now)})`}
          placeholder="9:00 AM"
          data={TIMES}
          value={startAt.slice(11) || null}
          onChange={(time) => time && set(withTime(startAt, time, zone, now))}
          allowDeselect={false}
          searchable
          nothingFoundMessage="Times go in steps of 15 minutes"
        />
      </div>
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={() => set(atOnce(zone, now))}>
          At once
        </Button>
        <Button variant="default" size="compact-md" onClick={() => set(tomorrow)}>
          Tomorrow 9:00 AM
        </Button>
        {startAt !== '' && (
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => set('')}>
            Clear
          </Button>
        )}
      </Group>
      <Switch
        label="At each contact’s local time"
        description="The time is that of the contact’s own clock, by number. Where it has passed already, the message waits for the next opening of the quiet hours."
        checked={draft.localTime ?? false}
        onChange={(event) => change({ localTime: event.currentTarget.checked })}
      />
      <Text c="dimmed">
        {draft.localTime ? (
          `It goes ${lowerFirst(startLine(draft, zone, now))}.`
        ) : (
          <>
            <StartRule startAt={startAt} zone={zone} now={now} /> Times are those of your account’s zone,{' '}
            {zone.replaceAll('_', ' ')}.
          </>
        )}
      </Text>
      <TimeToLive minutes={draft.timeToLive ?? 0} onChange={(timeToLive) => change({ timeToLive })} />
    </Stack>
  );
}

function StartRule({ startAt, zone, now }: { startAt: string; zone: string; now: Date }) {
  const { isNow } = startOf(startAt, zone, now);
  if (startAt === '') {
    return isNow
      ? 'Left empty, it starts today at 9:00 AM; that has passed, so it goes at once.'
      : 'Left empty, it starts today at 9:00 AM.';
  }
  return isNow
    ? 'This time has come, so it goes at once.'
    : `It starts ${lowerFirst(startWords(startAt, zone, now))}.`;
}
