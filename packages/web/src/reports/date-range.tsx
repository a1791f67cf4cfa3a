import '@mantine/dates/styles.layer.css';
import { DatePickerInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../kit/date-text.tsx';
import { useRange, usualRanges } from './range.ts';
import classes from './report.module.css';
import { wordings } from './wordings.ts';

const dateText = (day: string | null) => formatDate(day ?? '', 'UTC', 'date');

type Picked = [string | null, string | null];

/** The days of the report: up to yesterday, one month below 450 px, else two. A single day is a range. */
export function DateRange() {
  const { range, isDefault, yesterday, setRange } = useRange();
  const [open, setOpen] = useState<Picked | null>(null);
  const isNarrow = useMediaQuery(`(max-width: ${SCREEN.oneMonthBelow - 1}px)`, false, {
    getInitialValueInEffect: false,
  });
  const shown: Picked = open ?? [range.from, range.to];
  const presets = usualRanges(yesterday).map(({ label, range: { from, to } }) => ({
    label,
    value: [from, to] as Picked,
  }));
  const change = ([from, to]: Picked) => {
    if (from && to) {
      setOpen(null);
      setRange({ from, to });
    } else if (!from && !to) {
      setOpen(null);
      setRange(null);
    } else setOpen([from, to]);
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={wordings.dateRange.dateRange(shown.map(dateText).join(' – '))}
      leftSection={<IconCalendar size={16} />}
      value={shown}
      onChange={change}
      onDropdownClose={() => setOpen(null)}
      maxDate={yesterday}
      presets={presets}
      classNames={{ datePickerRoot: classes.picker, presetsList: classes.usual }}
      numberOfColumns={isNarrow ? 1 : 2}
      valueFormat="MMM D, YYYY"
      allowSingleDateInRange
      firstDayOfWeek={0}
      weekendDays={[]}
      clearable={!isDefault}
      clearButtonProps={{ 'aria-label': wordings.dateRange.backToTheLastMonth }}
      popoverProps={{
        position: 'bottom-end',
        attributes: { dropdown: { 'aria-label': wordings.dateRange.dialogLabel } },
      }}
      ariaLabels={{
        previousMonth: wordings.dateRange.previousMonth,
        nextMonth: wordings.dateRange.nextMonth,
      }}
      hideOutsideDates
      className={classes.range ?? ''}
    />
  );
}
