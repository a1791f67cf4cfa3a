/** Limits what a screen shows to the people of a segment; a button beside it shows everyone again. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartPie, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { SegmentSelect } from './segment-select.tsx';
import classes from './segments.module.css';
import { wordings } from './wordings.ts';

const SEGMENT = /^(0|[1-9]\d{0,14})$/;

/** The segment that an address names, 0 for everyone; null: it names none. */
export const namedSegment = (text: string): number | null => (SEGMENT.test(text) ? Number(text) : null);

type SegmentFilterProps = {
  /** 0: everyone. */
  value: number;
  onChange: (segment: number) => void;
};

/** Not offered where there are no segments. */
export function SegmentFilter({ value, onChange }: SegmentFilterProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    // The button goes with what it clears: the focus stays beside it.
    frame.current?.querySelector('input')?.focus();
    onChange(0);
  };
  return (
    <fieldset ref={frame} className={classes.filter} aria-label={wordings.segmentFilter.who}>
      <SegmentSelect
        aria-label={wordings.segmentFilter.onlyPeopleIn}
        placeholder={wordings.segmentFilter.everyone}
        leftSection={<IconChartPie size={16} />}
        value={value}
        onChange={onChange}
        clearable={false}
        className={classes.filterSelect ?? ''}
      />
      {value > 0 && (
        <Tooltip label={wordings.segmentFilter.showEveryone}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={clear}
            aria-label={wordings.segmentFilter.showEveryone}
          >
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </fieldset>
  );
}
