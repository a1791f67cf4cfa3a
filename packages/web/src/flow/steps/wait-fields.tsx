import { Button, Group, NativeSelect, Select, Text } from '@mantine/core';
import { WAIT_UNITS, type Wait, type WaitUnit } from '@parley/engine/flow.ts';
import {
  AMOUNTS,
  chooseAmount,
  chooseTime,
  chooseUnit,
  hasAmount,
  hasTime,
  TIMES,
  timeValue,
  UNIT_LABELS,
} from '../model/waits.ts';
import { wordings } from './wordings.ts';

type WaitFieldsProps = { wait: Wait; onChange: (wait: Wait) => void; amountLabel?: string };

/** How long: a count with its unit, or a time of today. */
export function WaitFields({ wait, onChange, amountLabel = wordings.waitFields.waitTime }: WaitFieldsProps) {
  const time = timeValue(wait.hour, wait.minute);
  const odd = TIMES.some(({ value }) => value === time) ? [] : [{ value: time, label: time }];
  return (
    <>
      {wait.dateTime !== '' && (
        <Group gap="xs">
          <Text>{wordings.waitFields.untilInTheContactsTime(wait.dateTime.slice(0, 16))}</Text>
          <Button size="compact-xs" variant="default" onClick={() => onChange({ ...wait, dateTime: '' })}>
            {wordings.waitFields.removeThisDate}
          </Button>
        </Group>
      )}
      <Group gap="xs" align="end" grow preventGrowOverflow={false}>
        {hasAmount(wait) && (
          <NativeSelect
            label={amountLabel}
            data={AMOUNTS}
            value={String(wait.amount)}
            onChange={(event) => onChange(chooseAmount(wait, Number(event.currentTarget.value)))}
          />
        )}
        <NativeSelect
          label={wordings.waitFields.resolution}
          data={WAIT_UNITS.map((unit) => ({ value: unit, label: UNIT_LABELS[unit] }))}
          value={wait.unit}
          onChange={(event) => onChange(chooseUnit(wait, event.currentTarget.value as WaitUnit))}
        />
        {hasTime(wait) && (
          <Select
            label={wordings.waitFields.targetTime}
            data={[...odd, ...TIMES]}
            value={time}
            onChange={(chosen) => onChange(chooseTime(wait, chosen ?? time))}
            allowDeselect={false}
            searchable
          />
        )}
      </Group>
    </>
  );
}
