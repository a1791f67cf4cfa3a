import { Switch, Text, TextInput } from '@mantine/core';
import type { DayHours } from '@parley/rules/opening-hours.ts';
import classes from './catch-all.module.css';
import { wordings } from './wordings.ts';

const words = wordings.weekHours;
const FIRST = { from: '09:00', to: '17:00' };

type WeekHoursProps = {
  /** Monday first. */
  week: readonly (DayHours | null)[];
  onChange: (week: (DayHours | null)[]) => void;
};

/** Opening and closing time of each day of the week. */
export function WeekHours({ week, onChange }: WeekHoursProps) {
  const setDay = (place: number, hours: DayHours | null) =>
    onChange(week.map((each, n) => (n === place ? hours : each)));
  return (
    <fieldset className={classes.week}>
      <legend className={classes.legend}>{words.openingHours}</legend>
      {week.map((hours, place) => {
        const day = words.days[place] ?? '';
        return (
          <div key={day} className={classes.day}>
            <Switch
              label={day}
              checked={hours !== null}
              onChange={(event) => setDay(place, event.currentTarget.checked ? FIRST : null)}
            />
            {hours ? (
              <div className={classes.times}>
                <TextInput
                  type="time"
                  aria-label={words.opens(day)}
                  value={hours.from}
                  required
                  onChange={(event) => setDay(place, { ...hours, from: event.currentTarget.value })}
                />
                <span aria-hidden>{words.until}</span>
                <TextInput
                  type="time"
                  aria-label={words.closes(day)}
                  // The end of the day is the next day's midnight to a field of a time.
                  value={hours.to === '24:00' ? '00:00' : hours.to}
                  required
                  onChange={({ currentTarget: { value } }) =>
                    setDay(place, { ...hours, to: value === '00:00' ? '24:00' : value })
                  }
                />
                {hours.to !== '24:00' && hours.to < hours.from && <Text c="dimmed">{words.nextDay}</Text>}
              </div>
            ) : (
              <Text c="dimmed">{words.closed}</Text>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
