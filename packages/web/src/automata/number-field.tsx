import { NumberInput } from '@mantine/core';
import classes from './trigger.module.css';

type NumberFieldProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
};

/** A whole number within bounds; cleared, it is the least. */
export function NumberField({ label, value, onChange, min, max }: NumberFieldProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      onChange={(next) => onChange(Math.max(min, Number(next) || 0))}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      hideControls
      className={classes.number ?? ''}
    />
  );
}
