/** An operator and what it compares with. */
import { Select } from '@mantine/core';
import {
  type Operand,
  operatorOf,
  operatorsOf,
  type SegmentValueType,
} from '@parley/rules/segment-operators.ts';
import { carriedValue } from './carried-value.ts';
import { OperandInput } from './operand-input.tsx';
import classes from './segments.module.css';
import { wordings } from './wordings.ts';

export type ComparedValue = { is: string; value?: Operand | undefined };

type ComparedInputProps = {
  type: Exclude<SegmentValueType, 'id'>;
  compared: ComparedValue;
  onChange: (compared: ComparedValue) => void;
  /** The operators that are offered; absent: all of the type. */
  only?: readonly string[];
  error?: string | undefined;
};

export function ComparedInput({ type, compared, onChange, only, error }: ComparedInputProps) {
  const operators = Object.entries(operatorsOf(type)).filter(([name]) => !only || only.includes(name));
  return (
    <>
      <Select
        aria-label={wordings.compared.operator}
        data={operators.map(([value, { words }]) => ({ value, label: words }))}
        value={compared.is}
        onChange={(is) => is && onChange(withOperator(type, compared, is))}
        allowDeselect={false}
        className={classes.operator ?? ''}
      />
      <ComparedOperand type={type} compared={compared} onChange={onChange} error={error} />
    </>
  );
}

type ComparedOperandProps = Omit<ComparedInputProps, 'only'>;

/** What the operator compares with; nothing for one that takes nothing. */
export function ComparedOperand({ type, compared, onChange, error }: ComparedOperandProps) {
  const takes = operatorOf(type, compared.is)?.takes ?? 'nothing';
  if (takes === 'nothing' || takes === 'ids') return null;
  return (
    <OperandInput
      takes={takes}
      value={compared.value}
      onChange={(value) => onChange({ ...compared, value })}
      error={error}
    />
  );
}

/** With another operator, perhaps of another type: the value stays where that can be compared with it. */
export function withOperator(
  type: SegmentValueType,
  { is: before, value }: ComparedValue,
  is: string,
  next: SegmentValueType = type,
): ComparedValue {
  const kept = carriedValue(value, operatorOf(type, before)?.takes, operatorOf(next, is)?.takes);
  return kept === undefined ? { is } : { is, value: kept };
}
