/** The value that an operator compares with, by what the operator takes. */
import { Group, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { SEGMENT_TREE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { Operand, OperandType } from '@parley/rules/segment-operators.ts';
import classes from './segments.module.css';
import { wordings } from './wordings.ts';

type FieldProps = {
  value: Operand | undefined;
  onChange: (value: Operand) => void;
  error?: string | undefined;
};
type OperandInputProps = FieldProps & { takes: Exclude<OperandType, 'nothing' | 'ids'> };

const words = wordings.operandInput;
const DAY = 'MMM D, YYYY';
const pair = (value: Operand | undefined): [string, string] =>
  Array.isArray(value) ? [String(value[0] ?? ''), String(value[1] ?? '')] : ['', ''];

export function OperandInput({ takes, ...field }: OperandInputProps) {
  const Field = FIELDS[takes];
  return <Field {...field} />;
}

const TextField = ({ value, onChange, error }: FieldProps) => (
  <TextInput
    aria-label={words.value}
    placeholder={words.value}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={TEXT_LIMITS.tagValue}
    autoComplete="off"
    error={error}
    className={classes.value ?? ''}
  />
);

const TextsField = ({ value, onChange, error }: FieldProps) => (
  <TagsInput
    aria-label={words.values}
    placeholder={Array.isArray(value) && value.length > 0 ? '' : words.typeAndEnter}
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={onChange}
    maxTags={SEGMENT_TREE_LIMITS.values}
    splitChars={[',', ';']}
    acceptValueOnBlur
    error={error}
    className={classes.wide ?? ''}
  />
);

const NumberField = ({ value, onChange, error }: FieldProps) => (
  <Decimal label={words.number} value={String(value ?? '')} onChange={onChange} error={error} />
);

function NumbersField({ value, onChange, error }: FieldProps) {
  const [low, high] = pair(value);
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" className={classes.pair ?? ''}>
      <Decimal label={words.from} value={low} onChange={(next) => onChange([next, high])} error={error} />
      <span className={classes.and}>{words.and}</span>
      <Decimal label={words.to} value={high} onChange={(next) => onChange([low, next])} />
    </Group>
  );
}

const DayField = ({ value, onChange, error }: FieldProps) => (
  <DatePickerInput
    aria-label={words.day}
    placeholder={words.chooseADay}
    value={typeof value === 'string' && value !== '' ? value : null}
    onChange={(day) => onChange(day ?? '')}
    valueFormat={DAY}
    highlightToday
    error={error}
    className={classes.value ?? ''}
  />
);

export function DaysField({ value, onChange, error }: FieldProps) {
  const [from, to] = pair(value);
  return (
    <DatePickerInput
      type="range"
      aria-label={words.days}
      placeholder={words.chooseTwoDays}
      value={[from || null, to || null]}
      onChange={([first, last]) => onChange([first ?? '', last ?? ''])}
      valueFormat={DAY}
      highlightToday
      allowSingleDateInRange
      error={error}
      className={classes.wide ?? ''}
    />
  );
}

const CountField = ({ value, onChange, error }: FieldProps) => (
  <NumberInput
    aria-label={words.numberOfDays}
    value={typeof value === 'number' ? value : ''}
    onChange={(next) => onChange(next === '' ? '' : Number(next))}
    min={0}
    max={SEGMENT_TREE_LIMITS.shiftDays}
    allowDecimal={false}
    hideControls
    error={error}
    className={classes.count ?? ''}
  />
);

const FIELDS = {
  text: TextField,
  texts: TextsField,
  number: NumberField,
  numbers: NumbersField,
  day: DayField,
  days: DaysField,
  count: CountField,
} as const;

type DecimalProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** A number of any size: it stays the text that was typed. */
const Decimal = ({ label, value, onChange, error }: DecimalProps) => (
  <TextInput
    aria-label={label}
    placeholder={label}
    inputMode="decimal"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.trim())}
    maxLength={26}
    autoComplete="off"
    error={error}
    className={classes.count ?? ''}
  />
);
