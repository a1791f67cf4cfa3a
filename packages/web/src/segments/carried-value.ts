import type { Operand, OperandType } from '@parley/rules/segment-operators.ts';

const DECIMAL = /^\s*[+-]?\d+(\.\d+)?\s*$/;

/**
 * What was typed for one operator, as another one takes it: one text of several, the low end of a range.
 * Undefined: it means nothing there.
 */
export function carriedValue(
  value: Operand | undefined,
  from: OperandType | undefined,
  to: OperandType | undefined,
): Operand | undefined {
  if (from === to) return value;
  if (value === undefined || from === undefined || to === undefined) return undefined;
  const one = Array.isArray(value) ? value[0] : value;
  if (typeof one !== 'string' || one === '') return undefined;
  const isDay = (type: OperandType) => type === 'day' || type === 'days';
  if (isDay(from) !== isDay(to)) return undefined;
  if (to === 'text' || to === 'day') return one;
  if (to === 'texts') return [one];
  if (to === 'days') return [one, ''];
  if (!DECIMAL.test(one)) return undefined;
  if (to === 'number') return one.trim();
  return to === 'numbers' ? [one.trim(), ''] : undefined;
}
