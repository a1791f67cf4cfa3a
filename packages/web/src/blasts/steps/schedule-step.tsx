import '@mantine/dates/styles.layer.css';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { DEFAULT_SCHEDULE_TIME } from '@parley/rules/limits.ts';
import { addDays, LAST_DAY } from '@parley/rules/time-zone.ts';
import { useZone } from '../../data/use-account.ts';
import { zoneName } from '../../kit/date-text.tsx';
import classes from '../blast.module.css';
import {
  atOnce,
  START_TIMES,
  startLine,
  startOf,
  startWords,
  wallNow,
  withDate,
  withTime,
} from '../schedule.ts';
import { TimeToLive } from '../time-to-live.tsx';
import type { Wizard } from '../use-wizard.ts';
import { lowerFirst, wordings } from '../wordings.ts';

/** When it starts, on the account's clock. */
export function BlastScheduleStep({ wizard: { draft, change } }: { wizard: Wizard }) {
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
          label={wordings.scheduleStep.date}
          placeholder={wordings.scheduleStep.today}
          valueFormat="ddd, MMM D, YYYY"
          value={startAt.slice(0, 10) || null}
          onChange={(date) => set(withDate(startAt, date))}
          minDate={today}
          maxDate={LAST_DAY}
          firstDayOfWeek={0}
          clearable
          clearButtonProps={{ 'aria-label': wordings.scheduleStep.clearTheDate }}
        />
        <Select
          label={wordings.scheduleStep.time(zoneName(zone, now))}
          placeholder={wordings.scheduleStep.n900Am}
          data={START_TIMES}
          value={startAt.slice(11) || null}
          onChange={(time) => time && set(withTime(startAt, time, zone, now))}
          allowDeselect={false}
          searchable
          nothingFoundMessage={wordings.scheduleStep.chooseATimeIn15}
        />
      </div>
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={() => set(atOnce(zone, now))}>
          {wordings.shared.now}
        </Button>
        <Button variant="default" size="compact-md" onClick={() => set(tomorrow)}>
          {wordings.scheduleStep.tomorrow900Am}
        </Button>
        {startAt !== '' && (
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => set('')}>
            {wordings.scheduleStep.clear}
          </Button>
        )}
      </Group>
      <Switch
        label={wordings.shared.atEachContactsLocalTime}
        description={wordings.scheduleStep.localTime}
        checked={draft.localTime ?? false}
        onChange={(event) => change({ localTime: event.currentTarget.checked })}
      />
      <Text c="dimmed">
        {draft.localTime ? (
          wordings.scheduleStep.itGoes(lowerFirst(startLine(draft, zone, now)))
        ) : (
          <>
            <StartRule startAt={startAt} zone={zone} now={now} />{' '}
            {wordings.scheduleStep.timesAreInYourAccounts(zone.replaceAll('_', ' '))}
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
      ? wordings.scheduleStep.leaveEmptyToStartToday
      : wordings.scheduleStep.leaveEmptyToStartTodaySentence;
  }
  return isNow
    ? wordings.scheduleStep.thatTimeHasPassed
    : wordings.scheduleStep.itStarts(lowerFirst(startWords(startAt, zone, now)));
}
